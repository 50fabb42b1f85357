CREATE TABLE `review_requests` (
	`site_id` text NOT NULL,
	`client_id` text NOT NULL,
	`person_id` text NOT NULL,
	`asked_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`reason` text,
	PRIMARY KEY(`site_id`, `client_id`)
);
--> statement-breakpoint
CREATE INDEX `review_requests_by_client` ON `review_requests` (`client_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `review_requests_open` ON `review_requests` (`asked_at`) WHERE "review_requests"."answered_at" is null;--> statement-breakpoint
CREATE TABLE `roster_deeds` (
	`roster_id` text NOT NULL,
	`position` integer NOT NULL,
	`site_id` text NOT NULL,
	`person_id` text,
	`outcome` text NOT NULL,
	`role_before` text,
	`version` integer,
	`enrollment_id` text,
	`enrollment_version` integer,
	`expire_date` text,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`roster_id`, `position`)
);
--> statement-breakpoint
CREATE INDEX `roster_deeds_by_person` ON `roster_deeds` (`person_id`,`site_id`);--> statement-breakpoint
CREATE INDEX `roster_deeds_by_expiry` ON `roster_deeds` (`expires_at`);--> statement-breakpoint
CREATE TABLE `roster_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`roster_id` text NOT NULL,
	`position` integer NOT NULL,
	`sealed` blob NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `roster_parts_by_roster` ON `roster_parts` (`roster_id`,`position`);--> statement-breakpoint
CREATE INDEX `roster_parts_by_expiry` ON `roster_parts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `rosters` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`person_id` text NOT NULL,
	`course_id` text,
	`state` text NOT NULL,
	`ends_missing` integer DEFAULT false NOT NULL,
	`counts` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rosters_by_site` ON `rosters` (`site_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `rosters_by_expiry` ON `rosters` (`expires_at`);--> statement-breakpoint
DROP TRIGGER `memberships_listed_name_insert`;--> statement-breakpoint
DROP TRIGGER `memberships_listed_name_update`;--> statement-breakpoint
CREATE TRIGGER `memberships_listed_name_insert` AFTER INSERT ON `memberships` WHEN new.`status` <> 'removed' BEGIN
  UPDATE `memberships` SET `listed_name` = CASE WHEN new.`status` = 'invited' THEN coalesce(new.`former_name`, '') ELSE coalesce((SELECT `name` FROM `people` WHERE `id` = new.`person_id`), '') END WHERE `person_id` = new.`person_id` AND `site_id` = new.`site_id`;
END;--> statement-breakpoint
CREATE TRIGGER `memberships_listed_name_update` AFTER UPDATE OF `status`, `former_name` ON `memberships` WHEN old.`status` <> new.`status` OR old.`former_name` IS NOT new.`former_name` BEGIN
  UPDATE `memberships` SET `listed_name` = CASE new.`status` WHEN 'removed' THEN '' WHEN 'invited' THEN coalesce(new.`former_name`, '') ELSE coalesce((SELECT `name` FROM `people` WHERE `id` = new.`person_id`), '') END WHERE `person_id` = new.`person_id` AND `site_id` = new.`site_id`;
END;--> statement-breakpoint
UPDATE `memberships` SET `listed_name` = `former_name` WHERE `status` = 'invited' AND `former_name` IS NOT NULL;
