CREATE TABLE `client_logos` (
	`client_id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL,
	`image` blob NOT NULL
);
--> statement-breakpoint
CREATE INDEX `client_logos_by_name` ON `client_logos` (`name`);--> statement-breakpoint
CREATE INDEX `client_logos_by_site` ON `client_logos` (`site_id`);--> statement-breakpoint
CREATE TABLE `downloads` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`person_id` text NOT NULL,
	`product_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`count` integer NOT NULL,
	`link_expires_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `downloads_by_person` ON `downloads` (`site_id`,`person_id`,`product_id`,`asset_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`kind` text NOT NULL,
	`sealed` blob NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`due_at` integer,
	`failed_at` integer,
	`failure` text
);
--> statement-breakpoint
CREATE INDEX `outbox_by_due` ON `outbox` (`channel`,`due_at`);--> statement-breakpoint
CREATE INDEX `outbox_by_failure` ON `outbox` (`failed_at`);--> statement-breakpoint
ALTER TABLE `clients` ADD `logo` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `delete_at` integer;