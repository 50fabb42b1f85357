CREATE INDEX "enrollments_by_completion" ON "enrollments" USING btree ("site_id","completed_at");--> statement-breakpoint
CREATE INDEX "events_by_status_and_start" ON "events" USING btree ("site_id","status","starts_at","id");--> statement-breakpoint
CREATE INDEX "posts_by_publication" ON "posts" USING btree ("status","publish_at");--> statement-breakpoint
CREATE INDEX "watch_positions_by_time" ON "watch_positions" USING btree ("site_id","watched_at");