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
CREATE INDEX `courses_by_featured` ON `courses` (`site_id`,`featured`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_by_student` ON `enrollments` (`site_id`,`person_id`,`status`,`expires_at`,`course_id`);--> statement-breakpoint
CREATE INDEX `enrollments_by_course_student` ON `enrollments` (`site_id`,`course_id`,`starts_at`,`person_id`,`status`,`expires_at`);--> statement-breakpoint
CREATE INDEX `lectures_by_asset` ON `lectures` (`site_id`,`media_asset_id`);