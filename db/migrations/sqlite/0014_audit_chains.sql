CREATE TABLE `audit_chains` (
	`id` text PRIMARY KEY NOT NULL,
	`sequence` integer NOT NULL,
	`hash` text NOT NULL,
	`anchor_sequence` integer NOT NULL,
	`anchor_hash` text NOT NULL,
	`oldest_at` integer,
	`shipped_sequence` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_chains_by_age` ON `audit_chains` (`oldest_at`);--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `audit_events` ADD `sequence` integer;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `hash` text;--> statement-breakpoint
CREATE INDEX `audit_events_by_chain` ON `audit_events` (`site_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `audit_events_unsealed` ON `audit_events` (`at`) WHERE "audit_events"."sequence" is null;--> statement-breakpoint
ALTER TABLE `memberships` ADD `invited_email` text;