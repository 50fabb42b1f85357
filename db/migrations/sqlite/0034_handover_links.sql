CREATE TABLE `handover_links` (
	`hash` blob PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`client_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`opened_at` integer,
	`revealed_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `handover_links_by_client` ON `handover_links` (`client_id`);--> statement-breakpoint
CREATE INDEX `handover_links_by_site` ON `handover_links` (`site_id`);--> statement-breakpoint
CREATE INDEX `handover_links_by_expiry` ON `handover_links` (`expires_at`);