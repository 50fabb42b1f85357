ALTER TABLE `mail_links` ADD `reserved_key` text;--> statement-breakpoint
CREATE INDEX `mail_links_by_reserved_key` ON `mail_links` (`reserved_key`);