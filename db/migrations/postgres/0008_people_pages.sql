CREATE TABLE "mail_links" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"person_id" text NOT NULL,
	"site_id" text,
	"email" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"name" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "spent_challenges" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "coupons_by_time";--> statement-breakpoint
DROP INDEX "events_by_time";--> statement-breakpoint
DROP INDEX "memberships_by_site";--> statement-breakpoint
DROP INDEX "memberships_by_role";--> statement-breakpoint
DROP INDEX "subscriptions_by_time";--> statement-breakpoint
DROP INDEX "subscriptions_by_status";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "previous_secret_ends_at" bigint;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "redirect_uris_changed_at" bigint;--> statement-breakpoint
CREATE INDEX "mail_links_by_person" ON "mail_links" USING btree ("person_id","purpose");--> statement-breakpoint
CREATE INDEX "mail_links_by_expiry" ON "mail_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_by_person" ON "passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "spent_challenges_by_expiry" ON "spent_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_events_by_event" ON "audit_events" USING btree ("site_id","event","id");--> statement-breakpoint
CREATE INDEX "audit_events_by_person" ON "audit_events" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "courses_by_featured" ON "courses" USING btree ("site_id","featured","created_at","id");--> statement-breakpoint
CREATE INDEX "enrollments_by_student" ON "enrollments" USING btree ("site_id","person_id","status","expires_at","course_id");--> statement-breakpoint
CREATE INDEX "enrollments_by_course_student" ON "enrollments" USING btree ("site_id","course_id","starts_at","person_id","status","expires_at");--> statement-breakpoint
CREATE INDEX "grants_by_site" ON "grants" USING btree ("site_id","client_id","id") WHERE "grants"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "lectures_by_asset" ON "lectures" USING btree ("site_id","media_asset_id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_plan_state" ON "subscriptions" USING btree ("site_id","plan_id","status","ends_at","person_id");--> statement-breakpoint
CREATE INDEX "coupons_by_time" ON "coupons" USING btree ("site_id","created_at","id","status","ends_at");--> statement-breakpoint
CREATE INDEX "events_by_time" ON "events" USING btree ("site_id","created_at","id","starts_at");--> statement-breakpoint
CREATE INDEX "memberships_by_site" ON "memberships" USING btree ("site_id","joined_at","person_id","status");--> statement-breakpoint
CREATE INDEX "memberships_by_role" ON "memberships" USING btree ("site_id","role","joined_at","person_id","status");--> statement-breakpoint
CREATE INDEX "subscriptions_by_time" ON "subscriptions" USING btree ("site_id","created_at","id","status","ends_at");--> statement-breakpoint
CREATE INDEX "subscriptions_by_status" ON "subscriptions" USING btree ("site_id","status","created_at","id","ends_at");