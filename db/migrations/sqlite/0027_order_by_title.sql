CREATE INDEX `events_by_title` ON `events` (`site_id`,lower("title"),`id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `events_by_status_and_title` ON `events` (`site_id`,`status`,lower("title"),`id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `pages_by_title` ON `pages` (`site_id`,lower("title"),`id`);--> statement-breakpoint
CREATE INDEX `pages_by_status_and_title` ON `pages` (`site_id`,`status`,lower("title"),`id`);--> statement-breakpoint
CREATE INDEX `payments_by_kind` ON `payments` (`site_id`,`kind`,`paid_at`,`order_id`,`amount`,`currency`);--> statement-breakpoint
CREATE INDEX `posts_by_title` ON `posts` (`site_id`,lower("title"),`id`,`visibility`,`category`);--> statement-breakpoint
CREATE INDEX `posts_by_status_and_title` ON `posts` (`site_id`,`status`,lower("title"),`id`,`visibility`,`category`);