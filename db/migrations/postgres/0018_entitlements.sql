DROP INDEX "enrollments_by_student";--> statement-breakpoint
DROP INDEX "enrollments_by_course_student";--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "cancelled_by" text;--> statement-breakpoint
ALTER TABLE "lectures" ADD COLUMN "release_after_days" bigint;--> statement-breakpoint
ALTER TABLE "membership_plans" ADD COLUMN "product_ids" jsonb;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "course_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "paused_at" bigint;--> statement-breakpoint
CREATE INDEX "enrollments_by_student" ON "enrollments" USING btree ("site_id","person_id","status","expires_at","course_id","source");--> statement-breakpoint
CREATE INDEX "enrollments_by_course_student" ON "enrollments" USING btree ("site_id","course_id","starts_at","person_id","status","expires_at","source");--> statement-breakpoint
UPDATE "enrollments" SET "source" = 'subscription' WHERE "source" = 'membership';