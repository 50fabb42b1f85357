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
CREATE UNIQUE INDEX `downloads_by_person` ON `downloads` (`site_id`,`person_id`,`product_id`,`asset_id`);