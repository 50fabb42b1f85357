CREATE TABLE `labels` (
	`record_id` text NOT NULL,
	`site_id` text NOT NULL,
	`list` text NOT NULL,
	`label` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`record_id`, `site_id`, `list`, `label`)
);
--> statement-breakpoint
CREATE INDEX `labels_by_time` ON `labels` (`site_id`,`list`,`label`,`at`,`record_id`);--> statement-breakpoint
DROP INDEX `coupons_by_time`;--> statement-breakpoint
CREATE INDEX `coupons_by_time` ON `coupons` (`site_id`,`created_at`,`id`,`status`,`ends_at`,`code`);--> statement-breakpoint
DROP INDEX `enrollments_by_site`;--> statement-breakpoint
CREATE INDEX `enrollments_by_status` ON `enrollments` (`site_id`,`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_by_end` ON `enrollments` (`site_id`,(cast(case when "expires_at" is null then 9007199254740991 else "expires_at" end as bigint)),`id`,`course_id`,`status`,`source`,`person_id`);--> statement-breakpoint
CREATE INDEX `enrollments_by_person_and_end` ON `enrollments` (`site_id`,`person_id`,(cast(case when "expires_at" is null then 9007199254740991 else "expires_at" end as bigint)),`id`);--> statement-breakpoint
CREATE INDEX `enrollments_by_course_and_end` ON `enrollments` (`site_id`,`course_id`,(cast(case when "expires_at" is null then 9007199254740991 else "expires_at" end as bigint)),`id`);--> statement-breakpoint
CREATE INDEX `enrollments_by_status_and_end` ON `enrollments` (`site_id`,`status`,(cast(case when "expires_at" is null then 9007199254740991 else "expires_at" end as bigint)),`id`);--> statement-breakpoint
CREATE INDEX `enrollments_by_site` ON `enrollments` (`site_id`,`starts_at`,`id`,`course_id`,`status`,`expires_at`,`source`,`person_id`);--> statement-breakpoint
CREATE INDEX `event_registrations_by_status` ON `event_registrations` (`site_id`,`event_id`,`status`,`registered_at`,`id`);--> statement-breakpoint
CREATE INDEX `memberships_by_visit` ON `memberships` (`site_id`,(cast(case when "last_seen_at" is null then 0 else "last_seen_at" end as bigint)),`person_id`,`status`);--> statement-breakpoint
CREATE INDEX `memberships_by_role_and_visit` ON `memberships` (`site_id`,`role`,(cast(case when "last_seen_at" is null then 0 else "last_seen_at" end as bigint)),`person_id`,`status`);--> statement-breakpoint
CREATE INDEX `memberships_by_status_and_visit` ON `memberships` (`site_id`,`status`,(cast(case when "last_seen_at" is null then 0 else "last_seen_at" end as bigint)),`person_id`);--> statement-breakpoint
CREATE INDEX `posts_by_category` ON `posts` (`site_id`,`category`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `posts_by_visibility_and_time` ON `posts` (`site_id`,`visibility`,`created_at`,`id`);--> statement-breakpoint
CREATE TRIGGER `courses_labels_insert` AFTER INSERT ON `courses` WHEN new.`lecturer_ids` IS NOT NULL OR new.`categories` IS NOT NULL OR new.`tags` IS NOT NULL BEGIN
  INSERT INTO `labels` (`record_id`, `site_id`, `list`, `label`, `at`)
    SELECT DISTINCT new.`id`, new.`site_id`, 'courses.lecturerIds', listed.value, new.`created_at` FROM json_each(coalesce(new.`lecturer_ids`, '[]')) AS listed WHERE listed.type = 'text'
    UNION SELECT DISTINCT new.`id`, new.`site_id`, 'courses.categories', listed.value, new.`created_at` FROM json_each(coalesce(new.`categories`, '[]')) AS listed WHERE listed.type = 'text'
    UNION SELECT DISTINCT new.`id`, new.`site_id`, 'courses.tags', listed.value, new.`created_at` FROM json_each(coalesce(new.`tags`, '[]')) AS listed WHERE listed.type = 'text';
END;--> statement-breakpoint
CREATE TRIGGER `courses_labels_delete` AFTER DELETE ON `courses` BEGIN
  DELETE FROM `labels` WHERE `record_id` = old.`id` AND `site_id` = old.`site_id` AND `list` IN ('courses.lecturerIds', 'courses.categories', 'courses.tags');
END;--> statement-breakpoint
CREATE TRIGGER `courses_labels_update` AFTER UPDATE OF `lecturer_ids`, `categories`, `tags`, `site_id`, `created_at` ON `courses` WHEN old.`lecturer_ids` IS NOT new.`lecturer_ids` OR old.`categories` IS NOT new.`categories` OR old.`tags` IS NOT new.`tags` OR old.`site_id` IS NOT new.`site_id` OR old.`created_at` IS NOT new.`created_at` BEGIN
  DELETE FROM `labels` WHERE `record_id` = old.`id` AND `site_id` = old.`site_id` AND `list` IN ('courses.lecturerIds', 'courses.categories', 'courses.tags');
  INSERT INTO `labels` (`record_id`, `site_id`, `list`, `label`, `at`)
    SELECT DISTINCT new.`id`, new.`site_id`, 'courses.lecturerIds', listed.value, new.`created_at` FROM json_each(coalesce(new.`lecturer_ids`, '[]')) AS listed WHERE listed.type = 'text'
    UNION SELECT DISTINCT new.`id`, new.`site_id`, 'courses.categories', listed.value, new.`created_at` FROM json_each(coalesce(new.`categories`, '[]')) AS listed WHERE listed.type = 'text'
    UNION SELECT DISTINCT new.`id`, new.`site_id`, 'courses.tags', listed.value, new.`created_at` FROM json_each(coalesce(new.`tags`, '[]')) AS listed WHERE listed.type = 'text';
END;--> statement-breakpoint
INSERT INTO `labels` (`record_id`, `site_id`, `list`, `label`, `at`)
  SELECT DISTINCT `courses`.`id`, `courses`.`site_id`, 'courses.lecturerIds', listed.value, `courses`.`created_at` FROM `courses`, json_each(coalesce(`courses`.`lecturer_ids`, '[]')) AS listed WHERE listed.type = 'text';--> statement-breakpoint
INSERT INTO `labels` (`record_id`, `site_id`, `list`, `label`, `at`)
  SELECT DISTINCT `courses`.`id`, `courses`.`site_id`, 'courses.categories', listed.value, `courses`.`created_at` FROM `courses`, json_each(coalesce(`courses`.`categories`, '[]')) AS listed WHERE listed.type = 'text';--> statement-breakpoint
INSERT INTO `labels` (`record_id`, `site_id`, `list`, `label`, `at`)
  SELECT DISTINCT `courses`.`id`, `courses`.`site_id`, 'courses.tags', listed.value, `courses`.`created_at` FROM `courses`, json_each(coalesce(`courses`.`tags`, '[]')) AS listed WHERE listed.type = 'text';--> statement-breakpoint
CREATE TRIGGER `posts_labels_insert` AFTER INSERT ON `posts` WHEN new.`tags` IS NOT NULL BEGIN
  INSERT INTO `labels` (`record_id`, `site_id`, `list`, `label`, `at`)
    SELECT DISTINCT new.`id`, new.`site_id`, 'posts.tags', listed.value, new.`created_at` FROM json_each(coalesce(new.`tags`, '[]')) AS listed WHERE listed.type = 'text';
END;--> statement-breakpoint
CREATE TRIGGER `posts_labels_delete` AFTER DELETE ON `posts` BEGIN
  DELETE FROM `labels` WHERE `record_id` = old.`id` AND `site_id` = old.`site_id` AND `list` IN ('posts.tags');
END;--> statement-breakpoint
CREATE TRIGGER `posts_labels_update` AFTER UPDATE OF `tags`, `site_id`, `created_at` ON `posts` WHEN old.`tags` IS NOT new.`tags` OR old.`site_id` IS NOT new.`site_id` OR old.`created_at` IS NOT new.`created_at` BEGIN
  DELETE FROM `labels` WHERE `record_id` = old.`id` AND `site_id` = old.`site_id` AND `list` IN ('posts.tags');
  INSERT INTO `labels` (`record_id`, `site_id`, `list`, `label`, `at`)
    SELECT DISTINCT new.`id`, new.`site_id`, 'posts.tags', listed.value, new.`created_at` FROM json_each(coalesce(new.`tags`, '[]')) AS listed WHERE listed.type = 'text';
END;--> statement-breakpoint
INSERT INTO `labels` (`record_id`, `site_id`, `list`, `label`, `at`)
  SELECT DISTINCT `posts`.`id`, `posts`.`site_id`, 'posts.tags', listed.value, `posts`.`created_at` FROM `posts`, json_each(coalesce(`posts`.`tags`, '[]')) AS listed WHERE listed.type = 'text';--> statement-breakpoint
CREATE TRIGGER `memberships_labels_insert` AFTER INSERT ON `memberships` WHEN new.`tags` IS NOT NULL BEGIN
  INSERT INTO `labels` (`record_id`, `site_id`, `list`, `label`, `at`)
    SELECT DISTINCT new.`person_id`, new.`site_id`, 'memberships.tags', listed.value, new.`joined_at` FROM json_each(coalesce(new.`tags`, '[]')) AS listed WHERE listed.type = 'text';
END;--> statement-breakpoint
CREATE TRIGGER `memberships_labels_delete` AFTER DELETE ON `memberships` BEGIN
  DELETE FROM `labels` WHERE `record_id` = old.`person_id` AND `site_id` = old.`site_id` AND `list` IN ('memberships.tags');
END;--> statement-breakpoint
CREATE TRIGGER `memberships_labels_update` AFTER UPDATE OF `tags`, `site_id`, `joined_at` ON `memberships` WHEN old.`tags` IS NOT new.`tags` OR old.`site_id` IS NOT new.`site_id` OR old.`joined_at` IS NOT new.`joined_at` BEGIN
  DELETE FROM `labels` WHERE `record_id` = old.`person_id` AND `site_id` = old.`site_id` AND `list` IN ('memberships.tags');
  INSERT INTO `labels` (`record_id`, `site_id`, `list`, `label`, `at`)
    SELECT DISTINCT new.`person_id`, new.`site_id`, 'memberships.tags', listed.value, new.`joined_at` FROM json_each(coalesce(new.`tags`, '[]')) AS listed WHERE listed.type = 'text';
END;--> statement-breakpoint
INSERT INTO `labels` (`record_id`, `site_id`, `list`, `label`, `at`)
  SELECT DISTINCT `memberships`.`person_id`, `memberships`.`site_id`, 'memberships.tags', listed.value, `memberships`.`joined_at` FROM `memberships`, json_each(coalesce(`memberships`.`tags`, '[]')) AS listed WHERE listed.type = 'text';