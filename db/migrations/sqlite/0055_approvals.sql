CREATE TABLE `approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`person_id` text NOT NULL,
	`client_id` text NOT NULL,
	`grant_id` integer NOT NULL,
	`operation` text NOT NULL,
	`digest` text NOT NULL,
	`target` text,
	`target_version` integer,
	`sealed_arguments` blob NOT NULL,
	`effect` text NOT NULL,
	`asked_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`decided_at` integer,
	`decision` text,
	`usable_until` integer,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approvals_open` ON `approvals` (`grant_id`,`digest`) WHERE "approvals"."closed_at" is null;--> statement-breakpoint
CREATE INDEX `approvals_by_grant` ON `approvals` (`grant_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `approvals_by_person` ON `approvals` (`person_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `approvals_by_expiry` ON `approvals` (`expires_at`);--> statement-breakpoint
ALTER TABLE `clients` ADD `runs_alone` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `agents_ask` text DEFAULT 'sensitive' NOT NULL;--> statement-breakpoint
-- The programs of schools go on as before. What is connected by a person asks.
UPDATE `clients` SET `runs_alone` = 1 WHERE `origin` = 'site_application' AND `auth_method` <> 'none';