ALTER TABLE `courses` ADD `lecture_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `student_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `registered_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `forms` ADD `submission_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `lectures_count_insert` AFTER INSERT ON `lectures` WHEN new.status = 'published' BEGIN
  UPDATE `courses` SET `lecture_count` = `lecture_count` + 1 WHERE `id` = new.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `lectures_count_delete` AFTER DELETE ON `lectures` WHEN old.status = 'published' BEGIN
  UPDATE `courses` SET `lecture_count` = `lecture_count` - 1 WHERE `id` = old.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `lectures_count_leave` AFTER UPDATE OF `status`, `course_id` ON `lectures` WHEN old.status = 'published' AND NOT (new.status = 'published' AND old.`course_id` = new.`course_id`) BEGIN
  UPDATE `courses` SET `lecture_count` = `lecture_count` - 1 WHERE `id` = old.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `lectures_count_enter` AFTER UPDATE OF `status`, `course_id` ON `lectures` WHEN new.status = 'published' AND NOT (old.status = 'published' AND old.`course_id` = new.`course_id`) BEGIN
  UPDATE `courses` SET `lecture_count` = `lecture_count` + 1 WHERE `id` = new.`course_id`;
END;--> statement-breakpoint
UPDATE `courses` SET `lecture_count` = (SELECT count(*) FROM `lectures` WHERE `lectures`.`course_id` = `courses`.`id` AND `lectures`.status = 'published');--> statement-breakpoint
CREATE TRIGGER `enrollments_count_insert` AFTER INSERT ON `enrollments` WHEN new.status <> 'revoked' BEGIN
  UPDATE `courses` SET `student_count` = `student_count` + 1 WHERE `id` = new.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `enrollments_count_delete` AFTER DELETE ON `enrollments` WHEN old.status <> 'revoked' BEGIN
  UPDATE `courses` SET `student_count` = `student_count` - 1 WHERE `id` = old.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `enrollments_count_leave` AFTER UPDATE OF `status`, `course_id` ON `enrollments` WHEN old.status <> 'revoked' AND NOT (new.status <> 'revoked' AND old.`course_id` = new.`course_id`) BEGIN
  UPDATE `courses` SET `student_count` = `student_count` - 1 WHERE `id` = old.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `enrollments_count_enter` AFTER UPDATE OF `status`, `course_id` ON `enrollments` WHEN new.status <> 'revoked' AND NOT (old.status <> 'revoked' AND old.`course_id` = new.`course_id`) BEGIN
  UPDATE `courses` SET `student_count` = `student_count` + 1 WHERE `id` = new.`course_id`;
END;--> statement-breakpoint
UPDATE `courses` SET `student_count` = (SELECT count(*) FROM `enrollments` WHERE `enrollments`.`course_id` = `courses`.`id` AND `enrollments`.status <> 'revoked');--> statement-breakpoint
CREATE TRIGGER `event_registrations_count_insert` AFTER INSERT ON `event_registrations` WHEN new.status IN ('registered', 'attended') BEGIN
  UPDATE `events` SET `registered_count` = `registered_count` + 1 WHERE `id` = new.`event_id`;
END;--> statement-breakpoint
CREATE TRIGGER `event_registrations_count_delete` AFTER DELETE ON `event_registrations` WHEN old.status IN ('registered', 'attended') BEGIN
  UPDATE `events` SET `registered_count` = `registered_count` - 1 WHERE `id` = old.`event_id`;
END;--> statement-breakpoint
CREATE TRIGGER `event_registrations_count_leave` AFTER UPDATE OF `status`, `event_id` ON `event_registrations` WHEN old.status IN ('registered', 'attended') AND NOT (new.status IN ('registered', 'attended') AND old.`event_id` = new.`event_id`) BEGIN
  UPDATE `events` SET `registered_count` = `registered_count` - 1 WHERE `id` = old.`event_id`;
END;--> statement-breakpoint
CREATE TRIGGER `event_registrations_count_enter` AFTER UPDATE OF `status`, `event_id` ON `event_registrations` WHEN new.status IN ('registered', 'attended') AND NOT (old.status IN ('registered', 'attended') AND old.`event_id` = new.`event_id`) BEGIN
  UPDATE `events` SET `registered_count` = `registered_count` + 1 WHERE `id` = new.`event_id`;
END;--> statement-breakpoint
UPDATE `events` SET `registered_count` = (SELECT count(*) FROM `event_registrations` WHERE `event_registrations`.`event_id` = `events`.`id` AND `event_registrations`.status IN ('registered', 'attended'));--> statement-breakpoint
CREATE TRIGGER `form_submissions_count_insert` AFTER INSERT ON `form_submissions` WHEN 1 BEGIN
  UPDATE `forms` SET `submission_count` = `submission_count` + 1 WHERE `id` = new.`form_id`;
END;--> statement-breakpoint
CREATE TRIGGER `form_submissions_count_delete` AFTER DELETE ON `form_submissions` WHEN 1 BEGIN
  UPDATE `forms` SET `submission_count` = `submission_count` - 1 WHERE `id` = old.`form_id`;
END;--> statement-breakpoint
UPDATE `forms` SET `submission_count` = (SELECT count(*) FROM `form_submissions` WHERE `form_submissions`.`form_id` = `forms`.`id`);
