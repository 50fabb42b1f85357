ALTER TABLE `people` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `people_with_imported_password` ON `people` (`password_hash`) WHERE "people"."password_hash" like 'imported:%';