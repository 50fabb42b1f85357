-- Removed members count neither as students of a course nor as subscribers of a plan, until they come back. What was
-- counted before is counted again by a later migration.
DROP TRIGGER `enrollments_count_insert`;--> statement-breakpoint
DROP TRIGGER `enrollments_count_delete`;--> statement-breakpoint
DROP TRIGGER `enrollments_count_leave`;--> statement-breakpoint
DROP TRIGGER `enrollments_count_enter`;--> statement-breakpoint
DROP TRIGGER `subscriptions_count_insert`;--> statement-breakpoint
DROP TRIGGER `subscriptions_count_delete`;--> statement-breakpoint
DROP TRIGGER `subscriptions_count_leave`;--> statement-breakpoint
DROP TRIGGER `subscriptions_count_enter`;--> statement-breakpoint
CREATE TRIGGER `enrollments_count_insert` AFTER INSERT ON `enrollments` WHEN new.status <> 'revoked' AND NOT EXISTS (SELECT 1 FROM `memberships` WHERE `person_id` = new.`person_id` AND `site_id` = new.`site_id` AND `status` = 'removed') BEGIN
  UPDATE `courses` SET `student_count` = `student_count` + 1 WHERE `id` = new.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `enrollments_count_delete` AFTER DELETE ON `enrollments` WHEN old.status <> 'revoked' AND NOT EXISTS (SELECT 1 FROM `memberships` WHERE `person_id` = old.`person_id` AND `site_id` = old.`site_id` AND `status` = 'removed') BEGIN
  UPDATE `courses` SET `student_count` = `student_count` - 1 WHERE `id` = old.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `enrollments_count_leave` AFTER UPDATE OF `status`, `course_id` ON `enrollments` WHEN old.status <> 'revoked' AND NOT EXISTS (SELECT 1 FROM `memberships` WHERE `person_id` = old.`person_id` AND `site_id` = old.`site_id` AND `status` = 'removed') AND NOT (new.status <> 'revoked' AND old.`course_id` = new.`course_id`) BEGIN
  UPDATE `courses` SET `student_count` = `student_count` - 1 WHERE `id` = old.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `enrollments_count_enter` AFTER UPDATE OF `status`, `course_id` ON `enrollments` WHEN new.status <> 'revoked' AND NOT EXISTS (SELECT 1 FROM `memberships` WHERE `person_id` = new.`person_id` AND `site_id` = new.`site_id` AND `status` = 'removed') AND NOT (old.status <> 'revoked' AND old.`course_id` = new.`course_id`) BEGIN
  UPDATE `courses` SET `student_count` = `student_count` + 1 WHERE `id` = new.`course_id`;
END;--> statement-breakpoint
CREATE TRIGGER `subscriptions_count_insert` AFTER INSERT ON `subscriptions` WHEN new.`status` IN ('trialing', 'active', 'past_due', 'paused') AND NOT EXISTS (SELECT 1 FROM `memberships` WHERE `person_id` = new.`person_id` AND `site_id` = new.`site_id` AND `status` = 'removed') BEGIN
  UPDATE `membership_plans` SET `subscriber_count` = `subscriber_count` + 1 WHERE `id` = new.`plan_id` AND `site_id` = new.`site_id` AND (new.`ends_at` IS NULL OR new.`ends_at` > `counted_until`);
END;--> statement-breakpoint
CREATE TRIGGER `subscriptions_count_delete` AFTER DELETE ON `subscriptions` WHEN old.`status` IN ('trialing', 'active', 'past_due', 'paused') AND NOT EXISTS (SELECT 1 FROM `memberships` WHERE `person_id` = old.`person_id` AND `site_id` = old.`site_id` AND `status` = 'removed') BEGIN
  UPDATE `membership_plans` SET `subscriber_count` = `subscriber_count` - 1 WHERE `id` = old.`plan_id` AND `site_id` = old.`site_id` AND (old.`ends_at` IS NULL OR old.`ends_at` > `counted_until`);
END;--> statement-breakpoint
CREATE TRIGGER `subscriptions_count_leave` AFTER UPDATE OF `status`, `plan_id`, `site_id`, `ends_at` ON `subscriptions` WHEN old.`status` IN ('trialing', 'active', 'past_due', 'paused') AND NOT EXISTS (SELECT 1 FROM `memberships` WHERE `person_id` = old.`person_id` AND `site_id` = old.`site_id` AND `status` = 'removed') AND NOT ((old.`status` IN ('trialing', 'active', 'past_due', 'paused')) = (new.`status` IN ('trialing', 'active', 'past_due', 'paused')) AND old.`plan_id` = new.`plan_id` AND old.`site_id` = new.`site_id` AND old.`ends_at` IS new.`ends_at`) BEGIN
  UPDATE `membership_plans` SET `subscriber_count` = `subscriber_count` - 1 WHERE `id` = old.`plan_id` AND `site_id` = old.`site_id` AND (old.`ends_at` IS NULL OR old.`ends_at` > `counted_until`);
END;--> statement-breakpoint
CREATE TRIGGER `subscriptions_count_enter` AFTER UPDATE OF `status`, `plan_id`, `site_id`, `ends_at` ON `subscriptions` WHEN new.`status` IN ('trialing', 'active', 'past_due', 'paused') AND NOT EXISTS (SELECT 1 FROM `memberships` WHERE `person_id` = new.`person_id` AND `site_id` = new.`site_id` AND `status` = 'removed') AND NOT ((old.`status` IN ('trialing', 'active', 'past_due', 'paused')) = (new.`status` IN ('trialing', 'active', 'past_due', 'paused')) AND old.`plan_id` = new.`plan_id` AND old.`site_id` = new.`site_id` AND old.`ends_at` IS new.`ends_at`) BEGIN
  UPDATE `membership_plans` SET `subscriber_count` = `subscriber_count` + 1 WHERE `id` = new.`plan_id` AND `site_id` = new.`site_id` AND (new.`ends_at` IS NULL OR new.`ends_at` > `counted_until`);
END;--> statement-breakpoint
CREATE TRIGGER `memberships_count_insert` AFTER INSERT ON `memberships` WHEN new.`status` = 'removed' BEGIN
  UPDATE `courses` SET `student_count` = `student_count` - 1 WHERE `id` IN (SELECT `course_id` FROM `enrollments` WHERE `person_id` = new.`person_id` AND `site_id` = new.`site_id` AND `status` <> 'revoked');
  UPDATE `membership_plans` SET `subscriber_count` = `subscriber_count` - (SELECT count(*) FROM `subscriptions` WHERE `subscriptions`.`site_id` = new.`site_id` AND `subscriptions`.`person_id` = new.`person_id` AND `subscriptions`.`plan_id` = `membership_plans`.`id` AND `subscriptions`.`status` IN ('trialing', 'active', 'past_due', 'paused') AND (`subscriptions`.`ends_at` IS NULL OR `subscriptions`.`ends_at` > `counted_until`)) WHERE `site_id` = new.`site_id` AND `id` IN (SELECT `plan_id` FROM `subscriptions` WHERE `site_id` = new.`site_id` AND `person_id` = new.`person_id`);
END;--> statement-breakpoint
CREATE TRIGGER `memberships_count_delete` AFTER DELETE ON `memberships` WHEN old.`status` = 'removed' BEGIN
  UPDATE `courses` SET `student_count` = `student_count` + 1 WHERE `id` IN (SELECT `course_id` FROM `enrollments` WHERE `person_id` = old.`person_id` AND `site_id` = old.`site_id` AND `status` <> 'revoked');
  UPDATE `membership_plans` SET `subscriber_count` = `subscriber_count` + (SELECT count(*) FROM `subscriptions` WHERE `subscriptions`.`site_id` = old.`site_id` AND `subscriptions`.`person_id` = old.`person_id` AND `subscriptions`.`plan_id` = `membership_plans`.`id` AND `subscriptions`.`status` IN ('trialing', 'active', 'past_due', 'paused') AND (`subscriptions`.`ends_at` IS NULL OR `subscriptions`.`ends_at` > `counted_until`)) WHERE `site_id` = old.`site_id` AND `id` IN (SELECT `plan_id` FROM `subscriptions` WHERE `site_id` = old.`site_id` AND `person_id` = old.`person_id`);
END;--> statement-breakpoint
CREATE TRIGGER `memberships_count_leave` AFTER UPDATE OF `status` ON `memberships` WHEN new.`status` = 'removed' AND old.`status` <> 'removed' BEGIN
  UPDATE `courses` SET `student_count` = `student_count` - 1 WHERE `id` IN (SELECT `course_id` FROM `enrollments` WHERE `person_id` = new.`person_id` AND `site_id` = new.`site_id` AND `status` <> 'revoked');
  UPDATE `membership_plans` SET `subscriber_count` = `subscriber_count` - (SELECT count(*) FROM `subscriptions` WHERE `subscriptions`.`site_id` = new.`site_id` AND `subscriptions`.`person_id` = new.`person_id` AND `subscriptions`.`plan_id` = `membership_plans`.`id` AND `subscriptions`.`status` IN ('trialing', 'active', 'past_due', 'paused') AND (`subscriptions`.`ends_at` IS NULL OR `subscriptions`.`ends_at` > `counted_until`)) WHERE `site_id` = new.`site_id` AND `id` IN (SELECT `plan_id` FROM `subscriptions` WHERE `site_id` = new.`site_id` AND `person_id` = new.`person_id`);
END;--> statement-breakpoint
CREATE TRIGGER `memberships_count_enter` AFTER UPDATE OF `status` ON `memberships` WHEN old.`status` = 'removed' AND new.`status` <> 'removed' BEGIN
  UPDATE `courses` SET `student_count` = `student_count` + 1 WHERE `id` IN (SELECT `course_id` FROM `enrollments` WHERE `person_id` = new.`person_id` AND `site_id` = new.`site_id` AND `status` <> 'revoked');
  UPDATE `membership_plans` SET `subscriber_count` = `subscriber_count` + (SELECT count(*) FROM `subscriptions` WHERE `subscriptions`.`site_id` = new.`site_id` AND `subscriptions`.`person_id` = new.`person_id` AND `subscriptions`.`plan_id` = `membership_plans`.`id` AND `subscriptions`.`status` IN ('trialing', 'active', 'past_due', 'paused') AND (`subscriptions`.`ends_at` IS NULL OR `subscriptions`.`ends_at` > `counted_until`)) WHERE `site_id` = new.`site_id` AND `id` IN (SELECT `plan_id` FROM `subscriptions` WHERE `site_id` = new.`site_id` AND `person_id` = new.`person_id`);
END;