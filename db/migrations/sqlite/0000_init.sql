CREATE TABLE `audit_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`event` text NOT NULL,
	`site_id` text,
	`person_id` text,
	`client_id` text,
	`target` text,
	`ip` text,
	`user_agent` text,
	`request_id` text
);
--> statement-breakpoint
CREATE INDEX `audit_events_by_site` ON `audit_events` (`site_id`,`id`);--> statement-breakpoint
CREATE TABLE `authorization_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`browser_hash` blob NOT NULL,
	`parameters` text NOT NULL,
	`signed_in_since` integer NOT NULL,
	`confirmed_session_id` text,
	`site_id` text,
	`outcome` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `authorization_requests_by_expiry` ON `authorization_requests` (`expires_at`);--> statement-breakpoint
CREATE TABLE `clients` (
	`id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`site_id` text,
	`name` text NOT NULL,
	`auth_method` text NOT NULL,
	`secret_hash` blob,
	`previous_secret_hash` blob,
	`redirect_uris` text NOT NULL,
	`post_logout_redirect_uris` text NOT NULL,
	`scope` text NOT NULL,
	`default_scope` text,
	`may_introspect` integer NOT NULL,
	`active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE INDEX `clients_by_site` ON `clients` (`site_id`);--> statement-breakpoint
CREATE INDEX `clients_by_age` ON `clients` (`origin`,`created_at`);--> statement-breakpoint
CREATE TABLE `consents` (
	`person_id` text NOT NULL,
	`site_id` text NOT NULL,
	`client_id` text NOT NULL,
	`asked_scope` text NOT NULL,
	`granted_scope` text NOT NULL,
	`decided_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`person_id`, `site_id`, `client_id`)
);
--> statement-breakpoint
CREATE TABLE `courses` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `courses_by_slug` ON `courses` (`site_id`,`slug`);--> statement-breakpoint
CREATE TABLE `enrollments` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`person_id` text NOT NULL,
	`course_id` text NOT NULL,
	`status` text NOT NULL,
	`starts_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `enrollments_by_person` ON `enrollments` (`person_id`,`site_id`,`course_id`);--> statement-breakpoint
CREATE TABLE `grants` (
	`id` integer PRIMARY KEY NOT NULL,
	`code_hash` blob NOT NULL,
	`code_expires_at` integer NOT NULL,
	`redeemed_at` integer,
	`client_id` text NOT NULL,
	`person_id` text NOT NULL,
	`site_id` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`scope` text NOT NULL,
	`audience` text NOT NULL,
	`resource_sent` integer NOT NULL,
	`code_challenge` text NOT NULL,
	`nonce` text,
	`authenticated_at` integer NOT NULL,
	`auth_time_requested` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`revoked_at` integer,
	`revoked_by` text
);
--> statement-breakpoint
CREATE INDEX `grants_by_person` ON `grants` (`person_id`,`site_id`);--> statement-breakpoint
CREATE TABLE `key_blocks` (
	`name` text PRIMARY KEY NOT NULL,
	`next` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `memberships` (
	`person_id` text NOT NULL,
	`site_id` text NOT NULL,
	`role` text NOT NULL,
	`status` text NOT NULL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`person_id`, `site_id`)
);
--> statement-breakpoint
CREATE INDEX `memberships_by_site` ON `memberships` (`site_id`);--> statement-breakpoint
CREATE TABLE `people` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`email_verified` integer NOT NULL,
	`name` text NOT NULL,
	`password_hash` text,
	`active` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `people_by_email` ON `people` (`email_key`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` blob NOT NULL,
	`person_id` text NOT NULL,
	`authenticated_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`user_agent` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_by_hash` ON `sessions` (`hash`);--> statement-breakpoint
CREATE INDEX `sessions_by_person` ON `sessions` (`person_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `setup_links` (
	`hash` blob PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`sealed_private_key` blob NOT NULL,
	`public_x` text NOT NULL,
	`public_y` text NOT NULL,
	`created_at` integer NOT NULL,
	`signs_from` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sites` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`active` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sites_by_slug` ON `sites` (`slug`);--> statement-breakpoint
CREATE TABLE `throttles` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL,
	`blocked_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `throttles_by_end` ON `throttles` (`window_ends_at`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`hash` blob NOT NULL,
	`grant_id` integer NOT NULL,
	`scope` text NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`rotated_at` integer,
	`successor_id` integer,
	`grace_copy` blob
);
