ALTER TABLE `people` ADD `erase_at` integer;--> statement-breakpoint
ALTER TABLE `people` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `people_by_erasure` ON `people` (`erase_at`);--> statement-breakpoint
ALTER TABLE `sites` ADD `delete_at` integer;--> statement-breakpoint
CREATE INDEX `comments_by_person` ON `comments` (`site_id`,`person_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `form_submissions_by_person` ON `form_submissions` (`site_id`,`person_id`);