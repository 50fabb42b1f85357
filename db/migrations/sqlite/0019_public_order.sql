DROP TRIGGER `watch_positions_viewed`;--> statement-breakpoint
DROP TRIGGER `watch_positions_viewed_again`;--> statement-breakpoint
ALTER TABLE `lecture_views` RENAME COLUMN `hour` TO `quarter`;--> statement-breakpoint
UPDATE `lecture_views` SET `quarter` = `viewed_at` / 900000;--> statement-breakpoint
CREATE TRIGGER `watch_positions_viewed` AFTER INSERT ON `watch_positions` BEGIN
  INSERT INTO `lecture_views` (`site_id`, `person_id`, `lecture_id`, `quarter`, `viewed_at`, `begins`)
    SELECT new.`site_id`, `person_id`, new.`lecture_id`, new.`watched_at` / 900000, new.`watched_at`, 1 FROM `enrollments` WHERE `id` = new.`enrollment_id`
    ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `watch_positions_viewed_again` AFTER UPDATE OF `watched_at` ON `watch_positions` WHEN new.`watched_at` / 900000 <> old.`watched_at` / 900000 BEGIN
  INSERT INTO `lecture_views` (`site_id`, `person_id`, `lecture_id`, `quarter`, `viewed_at`, `begins`)
    SELECT new.`site_id`, `person_id`, new.`lecture_id`, new.`watched_at` / 900000, new.`watched_at`, new.`watched_at` - old.`watched_at` >= 3600000 FROM `enrollments` WHERE `id` = new.`enrollment_id`
    ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE INDEX `events_by_status_and_end` ON `events` (`site_id`,`status`,`ends_at`,`id`);--> statement-breakpoint
CREATE INDEX `posts_by_visibility` ON `posts` (`site_id`,`status`,`visibility`,`publish_at`,`id`);
