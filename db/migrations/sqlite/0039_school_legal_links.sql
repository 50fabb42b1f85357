ALTER TABLE `sites` ADD `terms_url` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `privacy_url` text;