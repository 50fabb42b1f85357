-- Students and subscribers are counted without removed members.
UPDATE `courses` SET `student_count` = (SELECT count(*) FROM `enrollments` WHERE `enrollments`.`site_id` = `courses`.`site_id` AND `enrollments`.`course_id` = `courses`.`id` AND `enrollments`.`status` <> 'revoked'
  AND NOT EXISTS (SELECT 1 FROM `memberships` WHERE `memberships`.`person_id` = `enrollments`.`person_id` AND `memberships`.`site_id` = `enrollments`.`site_id` AND `memberships`.`status` = 'removed'));--> statement-breakpoint
UPDATE `membership_plans` SET `subscriber_count` = (SELECT count(*) FROM `subscriptions` WHERE `subscriptions`.`site_id` = `membership_plans`.`site_id` AND `subscriptions`.`plan_id` = `membership_plans`.`id`
  AND `subscriptions`.`status` IN ('trialing', 'active', 'past_due', 'paused') AND (`subscriptions`.`ends_at` IS NULL OR `subscriptions`.`ends_at` > `membership_plans`.`counted_until`)
  AND NOT EXISTS (SELECT 1 FROM `memberships` WHERE `memberships`.`person_id` = `subscriptions`.`person_id` AND `memberships`.`site_id` = `subscriptions`.`site_id` AND `memberships`.`status` = 'removed'));
