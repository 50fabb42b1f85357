DROP INDEX `enrollments_by_student`;--> statement-breakpoint
DROP INDEX `enrollments_by_course_student`;--> statement-breakpoint
CREATE INDEX `enrollments_by_student` ON `enrollments` (`site_id`,`person_id`,`status`,`expires_at`,`course_id`,`source`);--> statement-breakpoint
CREATE INDEX `enrollments_by_course_student` ON `enrollments` (`site_id`,`course_id`,`starts_at`,`person_id`,`status`,`expires_at`,`source`);--> statement-breakpoint
ALTER TABLE `event_registrations` ADD `cancelled_by` text;--> statement-breakpoint
ALTER TABLE `lectures` ADD `release_after_days` integer;--> statement-breakpoint
ALTER TABLE `membership_plans` ADD `product_ids` text;--> statement-breakpoint
ALTER TABLE `people` ADD `course_emails` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `paused_at` integer;--> statement-breakpoint
UPDATE `enrollments` SET `source` = 'subscription' WHERE `source` = 'membership';