CREATE TABLE `adoptions` (
	`client_id` text NOT NULL,
	`site_id` text NOT NULL,
	`adopted_at` integer NOT NULL,
	PRIMARY KEY(`client_id`, `site_id`)
);
--> statement-breakpoint
CREATE TABLE `metadata_documents` (
	`client_id` text PRIMARY KEY NOT NULL,
	`metadata` text NOT NULL,
	`review` text NOT NULL,
	`approved_metadata` text,
	`changed_at` integer NOT NULL,
	`fetched_at` integer NOT NULL,
	`fresh_until` integer NOT NULL
);
