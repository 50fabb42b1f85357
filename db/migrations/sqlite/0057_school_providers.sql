CREATE TABLE `provider_identities` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`person_id` text NOT NULL,
	`client_subject` text NOT NULL,
	`email` text,
	`linked_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `provider_identities_by_subject` ON `provider_identities` (`site_id`,`issuer`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `provider_identities_by_person` ON `provider_identities` (`person_id`,`site_id`,`issuer`);--> statement-breakpoint
CREATE UNIQUE INDEX `provider_identities_by_client_subject` ON `provider_identities` (`client_subject`);--> statement-breakpoint
CREATE TABLE `providers` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`sealed_secret` blob,
	`secret_ends_at` integer,
	`domains` text NOT NULL,
	`joins` integer DEFAULT false NOT NULL,
	`grant_days` integer DEFAULT 30 NOT NULL,
	`two_factor_acr` text,
	`says_auth_time` integer DEFAULT false NOT NULL,
	`tested_at` integer,
	`tested_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `providers_by_site` ON `providers` (`site_id`);--> statement-breakpoint
ALTER TABLE `grants` ADD `identity_id` text;--> statement-breakpoint
ALTER TABLE `grants` ADD `subject` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `school_id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `identity_id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `knows_auth_time` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `sign_in_by` text DEFAULT 'account' NOT NULL;