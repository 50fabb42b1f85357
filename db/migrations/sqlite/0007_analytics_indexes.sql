CREATE INDEX `enrollments_by_completion` ON `enrollments` (`site_id`,`completed_at`);--> statement-breakpoint
CREATE INDEX `events_by_status_and_start` ON `events` (`site_id`,`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `posts_by_publication` ON `posts` (`status`,`publish_at`);--> statement-breakpoint
CREATE INDEX `watch_positions_by_time` ON `watch_positions` (`site_id`,`watched_at`);