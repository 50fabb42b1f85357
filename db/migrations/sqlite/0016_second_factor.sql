CREATE TABLE `authenticators` (
	`person_id` text PRIMARY KEY NOT NULL,
	`sealed_secret` blob NOT NULL,
	`last_step` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`hash` blob PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_by_person` ON `recovery_codes` (`person_id`);--> statement-breakpoint
CREATE TABLE `second_factor_resets` (
	`person_id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`approved_by` text NOT NULL,
	`effective_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `grants` ADD `authenticated_by` text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE `grants` ADD `auth_context_requested` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `authenticated_by` text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `second_factor_for` text DEFAULT 'off' NOT NULL;