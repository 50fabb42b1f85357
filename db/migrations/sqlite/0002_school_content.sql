CREATE TABLE `appearances` (
	`site_id` text PRIMARY KEY NOT NULL,
	`theme_color` text NOT NULL,
	`accent_color` text NOT NULL,
	`logo_asset_id` text,
	`favicon_asset_id` text,
	`font` text NOT NULL,
	`header_links` text NOT NULL,
	`footer_markdown` text NOT NULL,
	`homepage_sections` text NOT NULL,
	`custom_css` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `assets` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`uploaded_by` text NOT NULL,
	`filename` text NOT NULL,
	`content_type` text NOT NULL,
	`size` integer NOT NULL,
	`checksum_sha256` text,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `assets_by_site` ON `assets` (`site_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `comments` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`person_id` text NOT NULL,
	`target_kind` text NOT NULL,
	`target_id` text NOT NULL,
	`parent_id` text,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`like_count` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `comments_by_time` ON `comments` (`site_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `comments_by_target` ON `comments` (`site_id`,`target_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `coupons` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`code` text NOT NULL,
	`discount_type` text NOT NULL,
	`percent` integer,
	`amount` integer,
	`currency` text,
	`applies_to` text NOT NULL,
	`applies_to_ids` text,
	`starts_at` integer,
	`ends_at` integer,
	`max_redemptions` integer,
	`per_member` integer NOT NULL,
	`redeemed_count` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_by_code` ON `coupons` (`site_id`,`code`);--> statement-breakpoint
CREATE INDEX `coupons_by_time` ON `coupons` (`site_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `digital_products` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`price_amount` integer NOT NULL,
	`price_currency` text NOT NULL,
	`cover_image_url` text,
	`files` text,
	`download_limit` integer,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `digital_products_by_slug` ON `digital_products` (`site_id`,`slug`);--> statement-breakpoint
CREATE INDEX `digital_products_by_time` ON `digital_products` (`site_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `event_registrations` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`event_id` text NOT NULL,
	`person_id` text NOT NULL,
	`status` text NOT NULL,
	`registered_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_registrations_by_event` ON `event_registrations` (`event_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `event_registrations_by_person` ON `event_registrations` (`site_id`,`person_id`,`registered_at`,`id`);--> statement-breakpoint
CREATE INDEX `event_registrations_by_time` ON `event_registrations` (`site_id`,`event_id`,`registered_at`,`id`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`kind` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`timezone` text NOT NULL,
	`location` text,
	`join_url` text,
	`capacity` integer,
	`price_amount` integer NOT NULL,
	`price_currency` text NOT NULL,
	`status` text NOT NULL,
	`registration_closes_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_by_slug` ON `events` (`site_id`,`slug`);--> statement-breakpoint
CREATE INDEX `events_by_time` ON `events` (`site_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_start` ON `events` (`site_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE TABLE `form_submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`form_id` text NOT NULL,
	`person_id` text,
	`answers` text NOT NULL,
	`submitted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `form_submissions_by_time` ON `form_submissions` (`site_id`,`form_id`,`submitted_at`,`id`);--> statement-breakpoint
CREATE TABLE `forms` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL,
	`fields` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `forms_by_time` ON `forms` (`site_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `lecturers` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`title` text,
	`bio_markdown` text NOT NULL,
	`avatar_asset_id` text,
	`links` text,
	`member_id` text,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lecturers_by_slug` ON `lecturers` (`site_id`,`slug`);--> statement-breakpoint
CREATE INDEX `lecturers_by_time` ON `lecturers` (`site_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `lectures` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`course_id` text NOT NULL,
	`section_id` text NOT NULL,
	`title` text NOT NULL,
	`kind` text NOT NULL,
	`duration_seconds` integer NOT NULL,
	`content_markdown` text NOT NULL,
	`media_asset_id` text,
	`free_preview` integer NOT NULL,
	`release_at` integer,
	`position` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `lectures_by_course` ON `lectures` (`site_id`,`course_id`,`status`);--> statement-breakpoint
CREATE INDEX `lectures_by_section` ON `lectures` (`site_id`,`section_id`,`position`);--> statement-breakpoint
CREATE TABLE `membership_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`plan_type` text NOT NULL,
	`interval` text,
	`interval_count` integer,
	`length_days` integer,
	`ends_on` text,
	`price_amount` integer NOT NULL,
	`price_currency` text NOT NULL,
	`trial_days` integer NOT NULL,
	`course_ids` text,
	`all_courses` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `membership_plans_by_slug` ON `membership_plans` (`site_id`,`slug`);--> statement-breakpoint
CREATE INDEX `membership_plans_by_time` ON `membership_plans` (`site_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `order_items` (
	`order_id` text NOT NULL,
	`position` integer NOT NULL,
	`site_id` text NOT NULL,
	`kind` text NOT NULL,
	`ref_id` text NOT NULL,
	`title` text NOT NULL,
	`quantity` integer NOT NULL,
	`unit_amount` integer NOT NULL,
	PRIMARY KEY(`order_id`, `position`)
);
--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`number` text NOT NULL,
	`person_id` text NOT NULL,
	`status` text NOT NULL,
	`subtotal` integer NOT NULL,
	`discount` integer NOT NULL,
	`tax` integer NOT NULL,
	`total` integer NOT NULL,
	`currency` text NOT NULL,
	`coupon_code` text,
	`payment_method` text NOT NULL,
	`placed_at` integer NOT NULL,
	`paid_at` integer,
	`refunded_amount` integer NOT NULL,
	`refunded_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_by_number` ON `orders` (`site_id`,`number`);--> statement-breakpoint
CREATE INDEX `orders_by_person` ON `orders` (`site_id`,`person_id`,`placed_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_time` ON `orders` (`site_id`,`placed_at`,`id`);--> statement-breakpoint
CREATE TABLE `pages` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`blocks` text,
	`body_markdown` text,
	`seo_title` text,
	`seo_description` text,
	`status` text NOT NULL,
	`is_homepage` integer NOT NULL,
	`published_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pages_by_slug` ON `pages` (`site_id`,`slug`);--> statement-breakpoint
CREATE INDEX `pages_by_time` ON `pages` (`site_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `posts` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`body_markdown` text NOT NULL,
	`excerpt` text,
	`cover_image_url` text,
	`category` text,
	`tags` text,
	`author_id` text NOT NULL,
	`visibility` text NOT NULL,
	`status` text NOT NULL,
	`publish_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `posts_by_slug` ON `posts` (`site_id`,`slug`);--> statement-breakpoint
CREATE INDEX `posts_by_time` ON `posts` (`site_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `sections` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`course_id` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sections_by_course` ON `sections` (`site_id`,`course_id`,`position`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`person_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`status` text NOT NULL,
	`started_at` integer NOT NULL,
	`current_period_start` integer NOT NULL,
	`current_period_end` integer NOT NULL,
	`cancel_at_period_end` integer NOT NULL,
	`cancelled_at` integer,
	`ends_at` integer,
	`price_amount` integer NOT NULL,
	`price_currency` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `subscriptions_by_time` ON `subscriptions` (`site_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_person` ON `subscriptions` (`site_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_plan` ON `subscriptions` (`site_id`,`plan_id`);--> statement-breakpoint
CREATE TABLE `watch_positions` (
	`enrollment_id` text NOT NULL,
	`lecture_id` text NOT NULL,
	`site_id` text NOT NULL,
	`position_seconds` integer NOT NULL,
	`watched_at` integer NOT NULL,
	`completed_at` integer,
	PRIMARY KEY(`enrollment_id`, `lecture_id`)
);
--> statement-breakpoint
DROP INDEX `memberships_by_site`;--> statement-breakpoint
ALTER TABLE `memberships` ADD `locale` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `marketing_consent` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `last_seen_at` integer;--> statement-breakpoint
ALTER TABLE `memberships` ADD `tags` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `custom_fields` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `note` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `memberships_by_site` ON `memberships` (`site_id`,`joined_at`,`person_id`);--> statement-breakpoint
ALTER TABLE `courses` ADD `subtitle` text;--> statement-breakpoint
ALTER TABLE `courses` ADD `description` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `cover_image_url` text;--> statement-breakpoint
ALTER TABLE `courses` ADD `course_type` text DEFAULT 'free' NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `price_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `price_currency` text DEFAULT 'EUR' NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `status` text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `published_at` integer;--> statement-breakpoint
ALTER TABLE `courses` ADD `featured` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `unlisted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `access_days` integer;--> statement-breakpoint
ALTER TABLE `courses` ADD `lecturer_ids` text;--> statement-breakpoint
ALTER TABLE `courses` ADD `categories` text;--> statement-breakpoint
ALTER TABLE `courses` ADD `tags` text;--> statement-breakpoint
ALTER TABLE `courses` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `archived_at` integer;--> statement-breakpoint
CREATE INDEX `courses_by_time` ON `courses` (`site_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `enrollments` ADD `source` text DEFAULT 'grant' NOT NULL;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `expire_date` text;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `progress_percent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `completed_at` integer;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `last_lecture_id` text;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `last_position_seconds` integer;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `last_watched_at` integer;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `enrollments_by_time` ON `enrollments` (`site_id`,`person_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_by_course` ON `enrollments` (`site_id`,`course_id`,`starts_at`);--> statement-breakpoint
ALTER TABLE `sites` ADD `primary_domain` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `description` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `locale` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `timezone` text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `currency` text DEFAULT 'EUR' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `contact_email` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `support_url` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `social_links` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `status` text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `beta_features` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `updated_at` integer DEFAULT 0 NOT NULL;