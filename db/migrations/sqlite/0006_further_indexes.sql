CREATE INDEX `lecturers_by_position` ON `lecturers` (`site_id`,`position`,`id`);--> statement-breakpoint
CREATE INDEX `order_items_by_thing` ON `order_items` (`site_id`,`kind`,`ref_id`);