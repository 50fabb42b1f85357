CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`kind` text NOT NULL,
	`sealed` blob NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`due_at` integer,
	`failed_at` integer,
	`failure` text
);
--> statement-breakpoint
CREATE INDEX `outbox_by_due` ON `outbox` (`channel`,`due_at`);--> statement-breakpoint
CREATE INDEX `outbox_by_failure` ON `outbox` (`failed_at`);