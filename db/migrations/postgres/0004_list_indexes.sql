DROP INDEX "enrollments_by_course";--> statement-breakpoint
DROP INDEX "subscriptions_by_person";--> statement-breakpoint
DROP INDEX "subscriptions_by_plan";--> statement-breakpoint
CREATE INDEX "comments_by_status" ON "comments" USING btree ("site_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "coupons_by_status" ON "coupons" USING btree ("site_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "courses_by_status" ON "courses" USING btree ("site_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "courses_by_type" ON "courses" USING btree ("site_id","course_type","created_at","id");--> statement-breakpoint
CREATE INDEX "digital_products_by_status" ON "digital_products" USING btree ("site_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "enrollments_by_site" ON "enrollments" USING btree ("site_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "events_by_status" ON "events" USING btree ("site_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "membership_plans_by_status" ON "membership_plans" USING btree ("site_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "memberships_by_role" ON "memberships" USING btree ("site_id","role","joined_at","person_id");--> statement-breakpoint
CREATE INDEX "memberships_by_status" ON "memberships" USING btree ("site_id","status","joined_at","person_id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("site_id","status","placed_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("site_id","paid_at");--> statement-breakpoint
CREATE INDEX "pages_by_status" ON "pages" USING btree ("site_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "posts_by_status" ON "posts" USING btree ("site_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_status" ON "subscriptions" USING btree ("site_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "enrollments_by_course" ON "enrollments" USING btree ("site_id","course_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_person" ON "subscriptions" USING btree ("site_id","person_id","created_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_plan" ON "subscriptions" USING btree ("site_id","plan_id","created_at","id");