CREATE TABLE `client_logos` (
	`client_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`image` blob NOT NULL
);
--> statement-breakpoint
CREATE INDEX `client_logos_by_name` ON `client_logos` (`name`);--> statement-breakpoint
ALTER TABLE `clients` ADD `logo` text;