CREATE TABLE `course_lecturers` (
	`course_id` text NOT NULL,
	`lecturer_id` text NOT NULL,
	`site_id` text NOT NULL,
	`person_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`course_id`, `lecturer_id`)
);
--> statement-breakpoint
CREATE INDEX `course_lecturers_by_person` ON `course_lecturers` (`site_id`,`person_id`,`created_at`,`course_id`,`lecturer_id`);--> statement-breakpoint
CREATE INDEX `course_lecturers_by_course` ON `course_lecturers` (`course_id`,`person_id`,`site_id`,`lecturer_id`);--> statement-breakpoint
CREATE INDEX `course_lecturers_by_lecturer` ON `course_lecturers` (`lecturer_id`,`site_id`,`course_id`);--> statement-breakpoint
ALTER TABLE `membership_plans` ADD `subscriber_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `membership_plans` ADD `counted_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `courses_lecturers_insert` AFTER INSERT ON `courses` WHEN new.`lecturer_ids` IS NOT NULL BEGIN
  INSERT INTO `course_lecturers` (`course_id`, `lecturer_id`, `site_id`, `person_id`, `created_at`)
  SELECT DISTINCT new.`id`, named.value, new.`site_id`, (SELECT `member_id` FROM `lecturers` WHERE `lecturers`.`id` = named.value AND `lecturers`.`site_id` = new.`site_id`), new.`created_at` FROM json_each(new.`lecturer_ids`) AS named WHERE named.type = 'text' AND json_type(new.`lecturer_ids`) = 'array';
END;--> statement-breakpoint
CREATE TRIGGER `courses_lecturers_delete` AFTER DELETE ON `courses` BEGIN
  DELETE FROM `course_lecturers` WHERE `course_id` = old.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `courses_lecturers_update` AFTER UPDATE OF `lecturer_ids`, `site_id`, `created_at` ON `courses` WHEN old.`lecturer_ids` IS NOT new.`lecturer_ids` OR old.`site_id` <> new.`site_id` OR old.`created_at` <> new.`created_at` BEGIN
  DELETE FROM `course_lecturers` WHERE `course_id` = old.`id`;
  INSERT INTO `course_lecturers` (`course_id`, `lecturer_id`, `site_id`, `person_id`, `created_at`)
  SELECT DISTINCT new.`id`, named.value, new.`site_id`, (SELECT `member_id` FROM `lecturers` WHERE `lecturers`.`id` = named.value AND `lecturers`.`site_id` = new.`site_id`), new.`created_at` FROM json_each(new.`lecturer_ids`) AS named WHERE named.type = 'text' AND json_type(new.`lecturer_ids`) = 'array';
END;--> statement-breakpoint
CREATE TRIGGER `lecturers_courses_insert` AFTER INSERT ON `lecturers` WHEN new.`member_id` IS NOT NULL BEGIN
  UPDATE `course_lecturers` SET `person_id` = new.`member_id` WHERE `lecturer_id` = new.`id` AND `site_id` = new.`site_id`;
END;--> statement-breakpoint
CREATE TRIGGER `lecturers_courses_delete` AFTER DELETE ON `lecturers` WHEN old.`member_id` IS NOT NULL BEGIN
  UPDATE `course_lecturers` SET `person_id` = NULL WHERE `lecturer_id` = old.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `lecturers_courses_update` AFTER UPDATE OF `member_id` ON `lecturers` WHEN old.`member_id` IS NOT new.`member_id` BEGIN
  UPDATE `course_lecturers` SET `person_id` = new.`member_id` WHERE `lecturer_id` = new.`id` AND `site_id` = new.`site_id`;
END;--> statement-breakpoint
INSERT INTO `course_lecturers` (`course_id`, `lecturer_id`, `site_id`, `person_id`, `created_at`)
  SELECT DISTINCT `courses`.`id`, named.value, `courses`.`site_id`, (SELECT `member_id` FROM `lecturers` WHERE `lecturers`.`id` = named.value AND `lecturers`.`site_id` = `courses`.`site_id`), `courses`.`created_at` FROM `courses`, json_each(`courses`.`lecturer_ids`) AS named WHERE named.type = 'text' AND json_type(`courses`.`lecturer_ids`) = 'array';--> statement-breakpoint
CREATE TRIGGER `subscriptions_count_insert` AFTER INSERT ON `subscriptions` WHEN new.`status` IN ('trialing', 'active', 'past_due', 'paused') BEGIN
  UPDATE `membership_plans` SET `subscriber_count` = `subscriber_count` + 1 WHERE `id` = new.`plan_id` AND `site_id` = new.`site_id` AND (new.`ends_at` IS NULL OR new.`ends_at` > `counted_until`);
END;--> statement-breakpoint
CREATE TRIGGER `subscriptions_count_delete` AFTER DELETE ON `subscriptions` WHEN old.`status` IN ('trialing', 'active', 'past_due', 'paused') BEGIN
  UPDATE `membership_plans` SET `subscriber_count` = `subscriber_count` - 1 WHERE `id` = old.`plan_id` AND `site_id` = old.`site_id` AND (old.`ends_at` IS NULL OR old.`ends_at` > `counted_until`);
END;--> statement-breakpoint
CREATE TRIGGER `subscriptions_count_leave` AFTER UPDATE OF `status`, `plan_id`, `site_id`, `ends_at` ON `subscriptions` WHEN old.`status` IN ('trialing', 'active', 'past_due', 'paused') AND NOT ((old.`status` IN ('trialing', 'active', 'past_due', 'paused')) = (new.`status` IN ('trialing', 'active', 'past_due', 'paused')) AND old.`plan_id` = new.`plan_id` AND old.`site_id` = new.`site_id` AND old.`ends_at` IS new.`ends_at`) BEGIN
  UPDATE `membership_plans` SET `subscriber_count` = `subscriber_count` - 1 WHERE `id` = old.`plan_id` AND `site_id` = old.`site_id` AND (old.`ends_at` IS NULL OR old.`ends_at` > `counted_until`);
END;--> statement-breakpoint
CREATE TRIGGER `subscriptions_count_enter` AFTER UPDATE OF `status`, `plan_id`, `site_id`, `ends_at` ON `subscriptions` WHEN new.`status` IN ('trialing', 'active', 'past_due', 'paused') AND NOT ((old.`status` IN ('trialing', 'active', 'past_due', 'paused')) = (new.`status` IN ('trialing', 'active', 'past_due', 'paused')) AND old.`plan_id` = new.`plan_id` AND old.`site_id` = new.`site_id` AND old.`ends_at` IS new.`ends_at`) BEGIN
  UPDATE `membership_plans` SET `subscriber_count` = `subscriber_count` + 1 WHERE `id` = new.`plan_id` AND `site_id` = new.`site_id` AND (new.`ends_at` IS NULL OR new.`ends_at` > `counted_until`);
END;--> statement-breakpoint
UPDATE `membership_plans` SET `subscriber_count` = (SELECT count(*) FROM `subscriptions` WHERE `subscriptions`.`site_id` = `membership_plans`.`site_id` AND `subscriptions`.`plan_id` = `membership_plans`.`id` AND `subscriptions`.`status` IN ('trialing', 'active', 'past_due', 'paused'));--> statement-breakpoint
UPDATE `enrollments` SET `progress_percent` = recounted.percent, `completed_at` = CASE WHEN recounted.percent = 100 THEN coalesce(`completed_at`, recounted.done_at) ELSE `completed_at` END, `updated_at` = `updated_at` + 1
  FROM (
    SELECT enrolled.`id`,
      coalesce(100 * (SELECT count(*) FROM `watch_positions` INNER JOIN `lectures` ON `lectures`.`id` = `watch_positions`.`lecture_id` WHERE `watch_positions`.`enrollment_id` = enrolled.`id` AND `watch_positions`.`completed_at` IS NOT NULL AND `lectures`.`course_id` = enrolled.`course_id` AND `lectures`.`status` = 'published') / nullif((SELECT `lecture_count` FROM `courses` WHERE `courses`.`id` = enrolled.`course_id`), 0), 0) AS percent,
      (SELECT max(`watch_positions`.`completed_at`) FROM `watch_positions` INNER JOIN `lectures` ON `lectures`.`id` = `watch_positions`.`lecture_id` WHERE `watch_positions`.`enrollment_id` = enrolled.`id` AND `watch_positions`.`completed_at` IS NOT NULL AND `lectures`.`course_id` = enrolled.`course_id` AND `lectures`.`status` = 'published') AS done_at
    FROM `enrollments` AS enrolled
  ) AS recounted
  WHERE recounted.`id` = `enrollments`.`id` AND recounted.percent <> `enrollments`.`progress_percent`;
