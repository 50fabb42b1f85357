DROP INDEX `orders_by_time`;--> statement-breakpoint
CREATE INDEX `orders_by_number_without_case` ON `orders` (`site_id`,lower("number"),`id`);--> statement-breakpoint
CREATE INDEX `orders_by_time` ON `orders` (`site_id`,`placed_at`,`id`,`number`);--> statement-breakpoint
ALTER TABLE `memberships` ADD `listed_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `memberships_by_name` ON `memberships` (`site_id`,lower("listed_name"),`person_id`,`status`);--> statement-breakpoint
CREATE INDEX `memberships_by_role_and_name` ON `memberships` (`site_id`,`role`,lower("listed_name"),`person_id`,`status`);--> statement-breakpoint
CREATE INDEX `memberships_by_status_and_name` ON `memberships` (`site_id`,`status`,lower("listed_name"),`person_id`);--> statement-breakpoint
CREATE INDEX `courses_by_title` ON `courses` (`site_id`,lower("title"),`id`,`course_type`,`featured`);--> statement-breakpoint
CREATE INDEX `courses_by_status_and_title` ON `courses` (`site_id`,`status`,lower("title"),`id`);--> statement-breakpoint
CREATE INDEX `digital_products_by_title` ON `digital_products` (`site_id`,lower("title"),`id`);--> statement-breakpoint
CREATE INDEX `digital_products_by_status_and_title` ON `digital_products` (`site_id`,`status`,lower("title"),`id`);--> statement-breakpoint
CREATE INDEX `lecturers_by_name` ON `lecturers` (`site_id`,lower("name"),`id`);--> statement-breakpoint
CREATE INDEX `membership_plans_by_name` ON `membership_plans` (`site_id`,lower("name"),`id`);--> statement-breakpoint
CREATE INDEX `membership_plans_by_status_and_name` ON `membership_plans` (`site_id`,`status`,lower("name"),`id`);--> statement-breakpoint
CREATE INDEX `posts_for_members` ON `posts` (`site_id`,`status`,`publish_at`,`id`,`visibility`);--> statement-breakpoint
CREATE TRIGGER `memberships_listed_name_insert` AFTER INSERT ON `memberships` WHEN new.`status` NOT IN ('invited', 'removed') BEGIN
  UPDATE `memberships` SET `listed_name` = coalesce((SELECT `name` FROM `people` WHERE `id` = new.`person_id`), '') WHERE `person_id` = new.`person_id` AND `site_id` = new.`site_id`;
END;--> statement-breakpoint
CREATE TRIGGER `memberships_listed_name_update` AFTER UPDATE OF `status` ON `memberships` WHEN old.`status` <> new.`status` BEGIN
  UPDATE `memberships` SET `listed_name` = CASE WHEN new.`status` IN ('invited', 'removed') THEN '' ELSE coalesce((SELECT `name` FROM `people` WHERE `id` = new.`person_id`), '') END WHERE `person_id` = new.`person_id` AND `site_id` = new.`site_id`;
END;--> statement-breakpoint
CREATE TRIGGER `people_listed_name` AFTER UPDATE OF `name` ON `people` WHEN old.`name` <> new.`name` BEGIN
  UPDATE `memberships` SET `listed_name` = new.`name` WHERE `person_id` = new.`id` AND `status` NOT IN ('invited', 'removed');
END;--> statement-breakpoint
UPDATE `memberships` SET `listed_name` = coalesce((SELECT `name` FROM `people` WHERE `people`.`id` = `memberships`.`person_id`), '') WHERE `status` NOT IN ('invited', 'removed');