CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`person_id` text,
	`name` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`due_at` integer,
	`tried_at` integer,
	`delivered_at` integer,
	`failed_at` integer,
	`status` integer,
	`answer` text
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_due` ON `webhook_deliveries` (`endpoint_id`,`due_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_endpoint` ON `webhook_deliveries` (`endpoint_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_age` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_person` ON `webhook_deliveries` (`site_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`sealed_secrets` blob NOT NULL,
	`previous_secret_ends_at` integer,
	`status` text NOT NULL,
	`stop` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`due_at` integer,
	`not_before` integer NOT NULL,
	`claims` integer NOT NULL,
	`failures` integer NOT NULL,
	`failing_since` integer
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_by_site` ON `webhook_endpoints` (`site_id`,`status`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_by_due` ON `webhook_endpoints` (`due_at`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`at` integer NOT NULL,
	`name` text NOT NULL,
	`person_id` text,
	`data` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_events_by_time` ON `webhook_events` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_events_by_site` ON `webhook_events` (`site_id`);--> statement-breakpoint
CREATE TRIGGER `webhook_memberships_inserted` AFTER INSERT ON `memberships` WHEN new.`status` = 'active' BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'member.added', new.`person_id`, json_object('person_id', new.`person_id`, 'role', new.`role`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_memberships_added` AFTER UPDATE OF `status` ON `memberships` WHEN new.`status` = 'active' AND old.`status` <> 'active' BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'member.added', new.`person_id`, json_object('person_id', new.`person_id`, 'role', new.`role`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_memberships_removed` AFTER UPDATE OF `status` ON `memberships` WHEN new.`status` IN ('removed', 'suspended') AND (old.`status` = 'active' OR (old.`status` = 'suspended' AND new.`status` = 'removed')) BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'member.removed', new.`person_id`, json_object('person_id', new.`person_id`, 'role', new.`role`, 'status', new.`status`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_memberships_role` AFTER UPDATE OF `role` ON `memberships` WHEN new.`status` = 'active' AND old.`status` = 'active' AND new.`role` <> old.`role` BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'member.role_changed', new.`person_id`, json_object('person_id', new.`person_id`, 'role', new.`role`, 'previous_role', old.`role`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_enrollments_inserted` AFTER INSERT ON `enrollments` WHEN new.`status` = 'active' AND new.`source` <> 'subscription' BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'enrollment.created', new.`person_id`, json_object('enrollment_id', new.`id`, 'course_id', new.`course_id`, 'person_id', new.`person_id`, 'source', new.`source`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_enrollments_opened` AFTER UPDATE OF `status`, `source` ON `enrollments` WHEN new.`status` = 'active' AND new.`source` <> 'subscription' AND NOT (old.`status` = 'active' AND old.`source` <> 'subscription') BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'enrollment.created', new.`person_id`, json_object('enrollment_id', new.`id`, 'course_id', new.`course_id`, 'person_id', new.`person_id`, 'source', new.`source`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_enrollments_ended` AFTER UPDATE OF `status` ON `enrollments` WHEN new.`status` IN ('expired', 'revoked') AND old.`status` = 'active' AND old.`source` <> 'subscription' BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'enrollment.ended', new.`person_id`, json_object('enrollment_id', new.`id`, 'course_id', new.`course_id`, 'person_id', new.`person_id`, 'status', new.`status`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_enrollments_completed` AFTER UPDATE OF `completed_at` ON `enrollments` WHEN new.`completed_at` IS NOT NULL AND old.`completed_at` IS NULL BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'course.completed', new.`person_id`, json_object('enrollment_id', new.`id`, 'course_id', new.`course_id`, 'person_id', new.`person_id`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_watch_positions_inserted` AFTER INSERT ON `watch_positions` WHEN new.`completed_at` IS NOT NULL BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'lecture.completed', `of`.`person_id`, json_object('enrollment_id', new.`enrollment_id`, 'lecture_id', new.`lecture_id`, 'person_id', `of`.`person_id`) FROM `enrollments` AS `of`
    WHERE `of`.`id` = new.`enrollment_id` AND EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_watch_positions_completed` AFTER UPDATE OF `completed_at` ON `watch_positions` WHEN new.`completed_at` IS NOT NULL AND old.`completed_at` IS NULL BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'lecture.completed', `of`.`person_id`, json_object('enrollment_id', new.`enrollment_id`, 'lecture_id', new.`lecture_id`, 'person_id', `of`.`person_id`) FROM `enrollments` AS `of`
    WHERE `of`.`id` = new.`enrollment_id` AND EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_orders_created` AFTER INSERT ON `orders` BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'order.created', new.`person_id`, json_object('order_id', new.`id`, 'person_id', new.`person_id`, 'status', new.`status`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_orders_refunded` AFTER UPDATE OF `refunded_amount` ON `orders` WHEN new.`refunded_amount` > old.`refunded_amount` BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'order.refunded', new.`person_id`, json_object('order_id', new.`id`, 'person_id', new.`person_id`, 'status', new.`status`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_subscriptions_started` AFTER INSERT ON `subscriptions` WHEN new.`status` IN ('trialing', 'active') BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'subscription.started', new.`person_id`, json_object('subscription_id', new.`id`, 'plan_id', new.`plan_id`, 'person_id', new.`person_id`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_subscriptions_ended` AFTER UPDATE OF `status` ON `subscriptions` WHEN new.`status` IN ('cancelled', 'expired') AND old.`status` NOT IN ('cancelled', 'expired') BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'subscription.ended', new.`person_id`, json_object('subscription_id', new.`id`, 'plan_id', new.`plan_id`, 'person_id', new.`person_id`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_membership_plans_counted` AFTER UPDATE OF `counted_until` ON `membership_plans` WHEN new.`counted_until` > old.`counted_until` BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'subscription.ended', `of`.`person_id`, json_object('subscription_id', `of`.`id`, 'plan_id', `of`.`plan_id`, 'person_id', `of`.`person_id`) FROM `subscriptions` AS `of`
    WHERE `of`.`site_id` = new.`site_id` AND `of`.`plan_id` = new.`id` AND `of`.`status` NOT IN ('cancelled', 'expired') AND `of`.`ends_at` > old.`counted_until` AND `of`.`ends_at` <= new.`counted_until` AND EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_events_cancelled` AFTER UPDATE OF `status` ON `events` WHEN new.`status` = 'cancelled' AND old.`status` <> 'cancelled' BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'event.cancelled', NULL, json_object('event_id', new.`id`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_consents_given` AFTER INSERT ON `consents` BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'application.connected', new.`person_id`, json_object('client_id', new.`client_id`, 'person_id', new.`person_id`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_consents_ended` AFTER DELETE ON `consents` BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), old.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'application.disconnected', old.`person_id`, json_object('client_id', old.`client_id`, 'person_id', old.`person_id`)
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = old.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_adoptions_added` AFTER INSERT ON `adoptions` BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), new.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'application.reviewed', NULL, json_object('client_id', new.`client_id`, 'decision', 'adopted')
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = new.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_adoptions_ended` AFTER DELETE ON `adoptions` BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), old.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'application.reviewed', NULL, json_object('client_id', old.`client_id`, 'decision', 'released')
    WHERE EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = old.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;--> statement-breakpoint
CREATE TRIGGER `webhook_documents_reviewed` AFTER UPDATE OF `review` ON `metadata_documents` WHEN new.`review` IN ('approved', 'blocked') AND new.`review` <> old.`review` BEGIN
  INSERT INTO `webhook_events` (`id`, `site_id`, `at`, `name`, `person_id`, `data`)
    SELECT 'evt_' || lower(hex(randomblob(16))), `of`.`site_id`, CAST(unixepoch('subsec') * 1000 AS integer), 'application.reviewed', NULL, json_object('client_id', new.`client_id`, 'decision', new.`review`) FROM (SELECT `site_id` FROM `consents` WHERE `client_id` = new.`client_id` UNION SELECT `site_id` FROM `adoptions` WHERE `client_id` = new.`client_id`) AS `of`
    WHERE true AND EXISTS (SELECT 1 FROM `webhook_endpoints` WHERE `webhook_endpoints`.`site_id` = `of`.`site_id` AND `webhook_endpoints`.`status` = 'active');
END;