DROP INDEX "enrollments_by_site";--> statement-breakpoint
CREATE INDEX "enrollments_by_site" ON "enrollments" USING btree ("site_id","starts_at","id","course_id");