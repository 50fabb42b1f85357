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
CREATE TABLE `spent_challenges` (
	`hash` blob PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `spent_challenges_by_expiry` ON `spent_challenges` (`expires_at`);--> statement-breakpoint
DROP INDEX `coupons_by_time`;--> statement-breakpoint
CREATE INDEX `coupons_by_time` ON `coupons` (`site_id`,`created_at`,`id`,`status`,`ends_at`);--> statement-breakpoint
DROP INDEX `events_by_time`;--> statement-breakpoint
CREATE INDEX `events_by_time` ON `events` (`site_id`,`created_at`,`id`,`starts_at`);--> statement-breakpoint
DROP INDEX `memberships_by_site`;--> statement-breakpoint
DROP INDEX `memberships_by_role`;--> statement-breakpoint
CREATE INDEX `memberships_by_site` ON `memberships` (`site_id`,`joined_at`,`person_id`,`status`);--> statement-breakpoint
CREATE INDEX `memberships_by_role` ON `memberships` (`site_id`,`role`,`joined_at`,`person_id`,`status`);--> statement-breakpoint
DROP INDEX `subscriptions_by_time`;--> statement-breakpoint
DROP INDEX `subscriptions_by_status`;--> statement-breakpoint
CREATE INDEX `subscriptions_by_plan_state` ON `subscriptions` (`site_id`,`plan_id`,`status`,`ends_at`,`person_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_time` ON `subscriptions` (`site_id`,`created_at`,`id`,`status`,`ends_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_status` ON `subscriptions` (`site_id`,`status`,`created_at`,`id`,`ends_at`);--> statement-breakpoint
ALTER TABLE `clients` ADD `description` text;--> statement-breakpoint
ALTER TABLE `clients` ADD `previous_secret_ends_at` integer;--> statement-breakpoint
ALTER TABLE `clients` ADD `redirect_uris_changed_at` integer;--> statement-breakpoint
CREATE INDEX `audit_events_by_event` ON `audit_events` (`site_id`,`event`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_by_person` ON `audit_events` (`person_id`,`id`);--> statement-breakpoint
CREATE INDEX `courses_by_featured` ON `courses` (`site_id`,`featured`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_by_student` ON `enrollments` (`site_id`,`person_id`,`status`,`expires_at`,`course_id`);--> statement-breakpoint
CREATE INDEX `enrollments_by_course_student` ON `enrollments` (`site_id`,`course_id`,`starts_at`,`person_id`,`status`,`expires_at`);--> statement-breakpoint
CREATE INDEX `grants_by_site` ON `grants` (`site_id`,`client_id`,`id`) WHERE "grants"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX `lectures_by_asset` ON `lectures` (`site_id`,`media_asset_id`);