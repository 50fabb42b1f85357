CREATE TABLE `lecture_views` (
	`site_id` text NOT NULL,
	`person_id` text NOT NULL,
	`lecture_id` text NOT NULL,
	`hour` integer NOT NULL,
	`viewed_at` integer NOT NULL,
	`begins` integer NOT NULL,
	PRIMARY KEY(`site_id`, `person_id`, `lecture_id`, `hour`)
);
--> statement-breakpoint
CREATE INDEX `lecture_views_by_time` ON `lecture_views` (`site_id`,`viewed_at`,`person_id`,`lecture_id`,`begins`);--> statement-breakpoint
CREATE TABLE `milestones` (
	`site_id` text NOT NULL,
	`person_id` text NOT NULL,
	`kind` text NOT NULL,
	`reached_at` integer NOT NULL,
	`course_id` text NOT NULL,
	PRIMARY KEY(`site_id`, `person_id`, `kind`, `reached_at`, `course_id`)
);
--> statement-breakpoint
CREATE INDEX `milestones_by_time` ON `milestones` (`site_id`,`kind`,`reached_at`,`person_id`,`course_id`);--> statement-breakpoint
CREATE TABLE `payments` (
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`paid_at` integer NOT NULL,
	`site_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	PRIMARY KEY(`order_id`, `kind`, `paid_at`)
);
--> statement-breakpoint
CREATE INDEX `payments_by_time` ON `payments` (`site_id`,`paid_at`,`kind`,`currency`,`amount`);--> statement-breakpoint
DROP INDEX `enrollments_by_completion`;--> statement-breakpoint
DROP INDEX `orders_by_payment`;--> statement-breakpoint
DROP INDEX `watch_positions_by_time`;--> statement-breakpoint
CREATE TRIGGER `watch_positions_viewed` AFTER INSERT ON `watch_positions` BEGIN
  INSERT INTO `lecture_views` (`site_id`, `person_id`, `lecture_id`, `hour`, `viewed_at`, `begins`)
    SELECT new.`site_id`, `person_id`, new.`lecture_id`, new.`watched_at` / 3600000, new.`watched_at`, 1 FROM `enrollments` WHERE `id` = new.`enrollment_id`
    ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `watch_positions_viewed_again` AFTER UPDATE OF `watched_at` ON `watch_positions` WHEN new.`watched_at` / 3600000 <> old.`watched_at` / 3600000 BEGIN
  INSERT INTO `lecture_views` (`site_id`, `person_id`, `lecture_id`, `hour`, `viewed_at`, `begins`)
    SELECT new.`site_id`, `person_id`, new.`lecture_id`, new.`watched_at` / 3600000, new.`watched_at`, new.`watched_at` - old.`watched_at` >= 3600000 FROM `enrollments` WHERE `id` = new.`enrollment_id`
    ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `enrollments_enrolled` AFTER INSERT ON `enrollments` BEGIN
  INSERT INTO `milestones` (`site_id`, `person_id`, `kind`, `reached_at`, `course_id`) VALUES (new.`site_id`, new.`person_id`, 'enrolled', CASE new.`source` WHEN 'subscription' THEN max(new.`starts_at`, new.`updated_at`) ELSE new.`starts_at` END, new.`course_id`) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `enrollments_enrolled_again` AFTER UPDATE OF `starts_at` ON `enrollments` WHEN new.`starts_at` <> old.`starts_at` BEGIN
  INSERT INTO `milestones` (`site_id`, `person_id`, `kind`, `reached_at`, `course_id`) VALUES (new.`site_id`, new.`person_id`, 'enrolled', CASE new.`source` WHEN 'subscription' THEN max(new.`starts_at`, new.`updated_at`) ELSE new.`starts_at` END, new.`course_id`) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `enrollments_inserted_completed` AFTER INSERT ON `enrollments` WHEN new.`completed_at` IS NOT NULL BEGIN
  INSERT INTO `milestones` (`site_id`, `person_id`, `kind`, `reached_at`, `course_id`) VALUES (new.`site_id`, new.`person_id`, 'completed', new.`completed_at`, new.`course_id`) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `enrollments_completed` AFTER UPDATE OF `completed_at` ON `enrollments` WHEN new.`completed_at` IS NOT NULL AND new.`completed_at` IS NOT old.`completed_at` BEGIN
  INSERT INTO `milestones` (`site_id`, `person_id`, `kind`, `reached_at`, `course_id`) VALUES (new.`site_id`, new.`person_id`, 'completed', new.`completed_at`, new.`course_id`) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `orders_inserted_paid` AFTER INSERT ON `orders` WHEN new.`paid_at` IS NOT NULL AND new.`status` IN ('paid', 'partially_refunded', 'refunded') BEGIN
  INSERT INTO `payments` (`order_id`, `kind`, `paid_at`, `site_id`, `amount`, `currency`) VALUES (new.`id`, 'payment', new.`paid_at`, new.`site_id`, new.`total`, new.`currency`) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `orders_paid` AFTER UPDATE OF `status`, `paid_at` ON `orders` WHEN new.`paid_at` IS NOT NULL AND new.`status` IN ('paid', 'partially_refunded', 'refunded') AND NOT (old.`paid_at` IS NOT NULL AND old.`status` IN ('paid', 'partially_refunded', 'refunded')) BEGIN
  INSERT INTO `payments` (`order_id`, `kind`, `paid_at`, `site_id`, `amount`, `currency`) VALUES (new.`id`, 'payment', new.`paid_at`, new.`site_id`, new.`total`, new.`currency`) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `orders_inserted_refunded` AFTER INSERT ON `orders` WHEN new.`paid_at` IS NOT NULL AND new.`status` IN ('paid', 'partially_refunded', 'refunded') AND new.`refunded_amount` <> 0 BEGIN
  INSERT INTO `payments` (`order_id`, `kind`, `paid_at`, `site_id`, `amount`, `currency`) VALUES (new.`id`, 'refund', coalesce(new.`refunded_at`, new.`paid_at`), new.`site_id`, -new.`refunded_amount`, new.`currency`)
    ON CONFLICT (`order_id`, `kind`, `paid_at`) DO UPDATE SET `amount` = `amount` + excluded.`amount`;
END;--> statement-breakpoint
CREATE TRIGGER `orders_refunded` AFTER UPDATE OF `refunded_amount` ON `orders` WHEN new.`paid_at` IS NOT NULL AND new.`status` IN ('paid', 'partially_refunded', 'refunded') AND new.`refunded_amount` <> old.`refunded_amount` BEGIN
  INSERT INTO `payments` (`order_id`, `kind`, `paid_at`, `site_id`, `amount`, `currency`) VALUES (new.`id`, 'refund', coalesce(new.`refunded_at`, new.`paid_at`), new.`site_id`, old.`refunded_amount` - new.`refunded_amount`, new.`currency`)
    ON CONFLICT (`order_id`, `kind`, `paid_at`) DO UPDATE SET `amount` = `amount` + excluded.`amount`;
END;--> statement-breakpoint
INSERT INTO `lecture_views` (`site_id`, `person_id`, `lecture_id`, `hour`, `viewed_at`, `begins`)
  SELECT `watch_positions`.`site_id`, `person_id`, `lecture_id`, `watched_at` / 3600000, `watched_at`, 1 FROM `watch_positions` INNER JOIN `enrollments` ON `enrollments`.`id` = `enrollment_id`
  WHERE true ORDER BY `watched_at` ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO `milestones` (`site_id`, `person_id`, `kind`, `reached_at`, `course_id`)
  SELECT `site_id`, `person_id`, 'enrolled', `starts_at`, `course_id` FROM `enrollments`;--> statement-breakpoint
INSERT INTO `milestones` (`site_id`, `person_id`, `kind`, `reached_at`, `course_id`)
  SELECT `site_id`, `person_id`, 'completed', `completed_at`, `course_id` FROM `enrollments` WHERE `completed_at` IS NOT NULL;--> statement-breakpoint
INSERT INTO `payments` (`order_id`, `kind`, `paid_at`, `site_id`, `amount`, `currency`)
  SELECT `id`, 'payment', `paid_at`, `site_id`, `total`, `currency` FROM `orders` WHERE `paid_at` IS NOT NULL AND `status` IN ('paid', 'partially_refunded', 'refunded');--> statement-breakpoint
INSERT INTO `payments` (`order_id`, `kind`, `paid_at`, `site_id`, `amount`, `currency`)
  SELECT `id`, 'refund', coalesce(`refunded_at`, `paid_at`), `site_id`, -`refunded_amount`, `currency` FROM `orders` WHERE `paid_at` IS NOT NULL AND `status` IN ('paid', 'partially_refunded', 'refunded') AND `refunded_amount` <> 0;
