CREATE TABLE `ownership_offers` (
	`person_id` text NOT NULL,
	`site_id` text NOT NULL,
	`offered_by` text NOT NULL,
	`hands_over` integer NOT NULL,
	`offered_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`person_id`, `site_id`)
);
--> statement-breakpoint
CREATE INDEX `ownership_offers_by_site` ON `ownership_offers` (`site_id`,`offered_by`);