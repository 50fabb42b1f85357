DROP TRIGGER `search_entries_inserted`;--> statement-breakpoint
DROP TRIGGER `search_entries_deleted`;--> statement-breakpoint
DROP TRIGGER `search_entries_updated`;--> statement-breakpoint
DROP TABLE `search_words`;
