CREATE TABLE `connection_attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`site_id` text NOT NULL,
	`standing` text NOT NULL,
	`source` text NOT NULL,
	`request_id` text NOT NULL,
	`step` text NOT NULL,
	`rule` text,
	`client_id` text,
	`client_name` text,
	`facts` text NOT NULL,
	`description` text
);
--> statement-breakpoint
CREATE INDEX `connection_attempts_by_site` ON `connection_attempts` (`site_id`,`id`);--> statement-breakpoint
CREATE INDEX `connection_attempts_by_time` ON `connection_attempts` (`at`);