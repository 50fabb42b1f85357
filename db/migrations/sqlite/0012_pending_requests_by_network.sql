ALTER TABLE `authorization_requests` ADD `network` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `authorization_requests_by_network` ON `authorization_requests` (`network`,`created_at`);--> statement-breakpoint
CREATE INDEX `consents_by_client` ON `consents` (`client_id`,`decided_at`);