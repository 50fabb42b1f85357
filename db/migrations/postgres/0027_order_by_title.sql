CREATE INDEX "events_by_title" ON "events" USING btree ("site_id",lower("title" collate "C"),"id","starts_at");--> statement-breakpoint
CREATE INDEX "events_by_status_and_title" ON "events" USING btree ("site_id","status",lower("title" collate "C"),"id","starts_at");--> statement-breakpoint
CREATE INDEX "pages_by_title" ON "pages" USING btree ("site_id",lower("title" collate "C"),"id");--> statement-breakpoint
CREATE INDEX "pages_by_status_and_title" ON "pages" USING btree ("site_id","status",lower("title" collate "C"),"id");--> statement-breakpoint
CREATE INDEX "payments_by_kind" ON "payments" USING btree ("site_id","kind","paid_at","order_id","amount","currency");--> statement-breakpoint
CREATE INDEX "posts_by_title" ON "posts" USING btree ("site_id",lower("title" collate "C"),"id","visibility","category");--> statement-breakpoint
CREATE INDEX "posts_by_status_and_title" ON "posts" USING btree ("site_id","status",lower("title" collate "C"),"id","visibility","category");