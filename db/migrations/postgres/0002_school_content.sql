CREATE TABLE "appearances" (
	"site_id" text PRIMARY KEY NOT NULL,
	"theme_color" text NOT NULL,
	"accent_color" text NOT NULL,
	"logo_asset_id" text,
	"favicon_asset_id" text,
	"font" text NOT NULL,
	"header_links" jsonb NOT NULL,
	"footer_markdown" text NOT NULL,
	"homepage_sections" jsonb NOT NULL,
	"custom_css" text NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assets" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"uploaded_by" text NOT NULL,
	"filename" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"checksum_sha256" text,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"person_id" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"parent_id" text,
	"body" text NOT NULL,
	"status" text NOT NULL,
	"like_count" bigint NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"code" text NOT NULL,
	"discount_type" text NOT NULL,
	"percent" bigint,
	"amount" bigint,
	"currency" text,
	"applies_to" text NOT NULL,
	"applies_to_ids" jsonb,
	"starts_at" bigint,
	"ends_at" bigint,
	"max_redemptions" bigint,
	"per_member" bigint NOT NULL,
	"redeemed_count" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "digital_products" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"price_amount" bigint NOT NULL,
	"price_currency" text NOT NULL,
	"cover_image_url" text,
	"files" jsonb,
	"download_limit" bigint,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"archived_at" bigint
);
--> statement-breakpoint
CREATE TABLE "event_registrations" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"event_id" text NOT NULL,
	"person_id" text NOT NULL,
	"status" text NOT NULL,
	"registered_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"kind" text NOT NULL,
	"starts_at" bigint NOT NULL,
	"ends_at" bigint NOT NULL,
	"timezone" text NOT NULL,
	"location" text,
	"join_url" text,
	"capacity" bigint,
	"price_amount" bigint NOT NULL,
	"price_currency" text NOT NULL,
	"status" text NOT NULL,
	"registration_closes_at" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "form_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"form_id" text NOT NULL,
	"person_id" text,
	"answers" jsonb NOT NULL,
	"submitted_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forms" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"name" text NOT NULL,
	"fields" jsonb NOT NULL,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lecturers" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"title" text,
	"bio_markdown" text NOT NULL,
	"avatar_asset_id" text,
	"links" jsonb,
	"member_id" text,
	"position" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lectures" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"course_id" text NOT NULL,
	"section_id" text NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"duration_seconds" bigint NOT NULL,
	"content_markdown" text NOT NULL,
	"media_asset_id" text,
	"free_preview" boolean NOT NULL,
	"release_at" bigint,
	"position" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_plans" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"plan_type" text NOT NULL,
	"interval" text,
	"interval_count" bigint,
	"length_days" bigint,
	"ends_on" text,
	"price_amount" bigint NOT NULL,
	"price_currency" text NOT NULL,
	"trial_days" bigint NOT NULL,
	"course_ids" jsonb,
	"all_courses" boolean NOT NULL,
	"status" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"archived_at" bigint
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" text NOT NULL,
	"position" bigint NOT NULL,
	"site_id" text NOT NULL,
	"kind" text NOT NULL,
	"ref_id" text NOT NULL,
	"title" text NOT NULL,
	"quantity" bigint NOT NULL,
	"unit_amount" bigint NOT NULL,
	CONSTRAINT "order_items_order_id_position_pk" PRIMARY KEY("order_id","position")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"number" text NOT NULL,
	"person_id" text NOT NULL,
	"status" text NOT NULL,
	"subtotal" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"currency" text NOT NULL,
	"coupon_code" text,
	"payment_method" text NOT NULL,
	"placed_at" bigint NOT NULL,
	"paid_at" bigint,
	"refunded_amount" bigint NOT NULL,
	"refunded_at" bigint
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"blocks" jsonb,
	"body_markdown" text,
	"seo_title" text,
	"seo_description" text,
	"status" text NOT NULL,
	"is_homepage" boolean NOT NULL,
	"published_at" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"body_markdown" text NOT NULL,
	"excerpt" text,
	"cover_image_url" text,
	"category" text,
	"tags" jsonb,
	"author_id" text NOT NULL,
	"visibility" text NOT NULL,
	"status" text NOT NULL,
	"publish_at" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"course_id" text NOT NULL,
	"title" text NOT NULL,
	"position" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"person_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"started_at" bigint NOT NULL,
	"current_period_start" bigint NOT NULL,
	"current_period_end" bigint NOT NULL,
	"cancel_at_period_end" boolean NOT NULL,
	"cancelled_at" bigint,
	"ends_at" bigint,
	"price_amount" bigint NOT NULL,
	"price_currency" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watch_positions" (
	"enrollment_id" text NOT NULL,
	"lecture_id" text NOT NULL,
	"site_id" text NOT NULL,
	"position_seconds" bigint NOT NULL,
	"watched_at" bigint NOT NULL,
	"completed_at" bigint,
	CONSTRAINT "watch_positions_enrollment_id_lecture_id_pk" PRIMARY KEY("enrollment_id","lecture_id")
);
--> statement-breakpoint
DROP INDEX "memberships_by_site";--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "subtitle" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "cover_image_url" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "course_type" text DEFAULT 'free' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "price_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "price_currency" text DEFAULT 'EUR' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "published_at" bigint;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "featured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "unlisted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "access_days" bigint;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "lecturer_ids" jsonb;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "categories" jsonb;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "tags" jsonb;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "updated_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "archived_at" bigint;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "source" text DEFAULT 'grant' NOT NULL;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "expire_date" text;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "expires_at" bigint;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "progress_percent" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "completed_at" bigint;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "last_lecture_id" text;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "last_position_seconds" bigint;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "last_watched_at" bigint;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "updated_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "marketing_consent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "last_seen_at" bigint;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "tags" jsonb;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "custom_fields" jsonb;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "updated_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "primary_domain" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "timezone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "currency" text DEFAULT 'EUR' NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "support_url" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "social_links" jsonb;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "status" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "beta_features" jsonb;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "updated_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "assets_by_site" ON "assets" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comments_by_time" ON "comments" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comments_by_target" ON "comments" USING btree ("site_id","target_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_by_code" ON "coupons" USING btree ("site_id","code");--> statement-breakpoint
CREATE INDEX "coupons_by_time" ON "coupons" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "digital_products_by_slug" ON "digital_products" USING btree ("site_id","slug");--> statement-breakpoint
CREATE INDEX "digital_products_by_time" ON "digital_products" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_by_event" ON "event_registrations" USING btree ("event_id","person_id");--> statement-breakpoint
CREATE INDEX "event_registrations_by_person" ON "event_registrations" USING btree ("site_id","person_id","registered_at","id");--> statement-breakpoint
CREATE INDEX "event_registrations_by_time" ON "event_registrations" USING btree ("site_id","event_id","registered_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_by_slug" ON "events" USING btree ("site_id","slug");--> statement-breakpoint
CREATE INDEX "events_by_time" ON "events" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "events_by_start" ON "events" USING btree ("site_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "form_submissions_by_time" ON "form_submissions" USING btree ("site_id","form_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "forms_by_time" ON "forms" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "lecturers_by_slug" ON "lecturers" USING btree ("site_id","slug");--> statement-breakpoint
CREATE INDEX "lecturers_by_time" ON "lecturers" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lectures_by_course" ON "lectures" USING btree ("site_id","course_id","status");--> statement-breakpoint
CREATE INDEX "lectures_by_section" ON "lectures" USING btree ("site_id","section_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_plans_by_slug" ON "membership_plans" USING btree ("site_id","slug");--> statement-breakpoint
CREATE INDEX "membership_plans_by_time" ON "membership_plans" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_by_number" ON "orders" USING btree ("site_id","number");--> statement-breakpoint
CREATE INDEX "orders_by_person" ON "orders" USING btree ("site_id","person_id","placed_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("site_id","placed_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "pages_by_slug" ON "pages" USING btree ("site_id","slug");--> statement-breakpoint
CREATE INDEX "pages_by_time" ON "pages" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_by_slug" ON "posts" USING btree ("site_id","slug");--> statement-breakpoint
CREATE INDEX "posts_by_time" ON "posts" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sections_by_course" ON "sections" USING btree ("site_id","course_id","position");--> statement-breakpoint
CREATE INDEX "subscriptions_by_time" ON "subscriptions" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_person" ON "subscriptions" USING btree ("site_id","person_id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_plan" ON "subscriptions" USING btree ("site_id","plan_id");--> statement-breakpoint
CREATE INDEX "courses_by_time" ON "courses" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "enrollments_by_time" ON "enrollments" USING btree ("site_id","person_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "enrollments_by_course" ON "enrollments" USING btree ("site_id","course_id","starts_at");--> statement-breakpoint
CREATE INDEX "memberships_by_site" ON "memberships" USING btree ("site_id","joined_at","person_id");