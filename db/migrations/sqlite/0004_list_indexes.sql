DROP INDEX `enrollments_by_course`;--> statement-breakpoint
CREATE INDEX `enrollments_by_site` ON `enrollments` (`site_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_by_course` ON `enrollments` (`site_id`,`course_id`,`starts_at`,`id`);--> statement-breakpoint
DROP INDEX `subscriptions_by_person`;--> statement-breakpoint
DROP INDEX `subscriptions_by_plan`;--> statement-breakpoint
CREATE INDEX `subscriptions_by_status` ON `subscriptions` (`site_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_person` ON `subscriptions` (`site_id`,`person_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_plan` ON `subscriptions` (`site_id`,`plan_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `comments_by_status` ON `comments` (`site_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `coupons_by_status` ON `coupons` (`site_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `courses_by_status` ON `courses` (`site_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `courses_by_type` ON `courses` (`site_id`,`course_type`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `digital_products_by_status` ON `digital_products` (`site_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_status` ON `events` (`site_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `membership_plans_by_status` ON `membership_plans` (`site_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `memberships_by_role` ON `memberships` (`site_id`,`role`,`joined_at`,`person_id`);--> statement-breakpoint
CREATE INDEX `memberships_by_status` ON `memberships` (`site_id`,`status`,`joined_at`,`person_id`);--> statement-breakpoint
CREATE INDEX `orders_by_status` ON `orders` (`site_id`,`status`,`placed_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_payment` ON `orders` (`site_id`,`paid_at`);--> statement-breakpoint
CREATE INDEX `pages_by_status` ON `pages` (`site_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `posts_by_status` ON `posts` (`site_id`,`status`,`created_at`,`id`);