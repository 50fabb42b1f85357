CREATE TABLE `idempotency_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer,
	`headers` text,
	`body` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_expiry` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `search_entries` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	`scope` text NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_entries_by_record` ON `search_entries` (`kind`,`record_id`);--> statement-breakpoint
CREATE INDEX `search_entries_by_site` ON `search_entries` (`site_id`,`kind`);--> statement-breakpoint
ALTER TABLE `audit_events` ADD `before` text;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `after` text;--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words` USING fts5(`scope`, `text`, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3');--> statement-breakpoint
CREATE TRIGGER `search_entries_inserted` AFTER INSERT ON `search_entries` BEGIN
  INSERT INTO `search_words` (`rowid`, `scope`, `text`) VALUES (new.`id`, new.`scope`, new.`text`);
END;--> statement-breakpoint
CREATE TRIGGER `search_entries_deleted` AFTER DELETE ON `search_entries` BEGIN
  DELETE FROM `search_words` WHERE `rowid` = old.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `search_entries_updated` AFTER UPDATE ON `search_entries` BEGIN
  DELETE FROM `search_words` WHERE `rowid` = old.`id`;
  INSERT INTO `search_words` (`rowid`, `scope`, `text`) VALUES (new.`id`, new.`scope`, new.`text`);
END;
