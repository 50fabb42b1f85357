CREATE TABLE `mail_links` (
	`hash` blob PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`person_id` text NOT NULL,
	`site_id` text,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `mail_links_by_person` ON `mail_links` (`person_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `mail_links_by_expiry` ON `mail_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`hash` blob PRIMARY KEY NOT NULL,
	`bound_to` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_by_expiry` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE INDEX `passkeys_by_person` ON `passkeys` (`person_id`);--> statement-breakpoint
ALTER TABLE `clients` ADD `description` text;--> statement-breakpoint
ALTER TABLE `clients` ADD `previous_secret_ends_at` integer;--> statement-breakpoint
CREATE INDEX `audit_events_by_event` ON `audit_events` (`site_id`,`event`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_by_person` ON `audit_events` (`person_id`,`id`);--> statement-breakpoint
CREATE INDEX `grants_by_site` ON `grants` (`site_id`,`client_id`,`id`) WHERE "grants"."revoked_at" is null;