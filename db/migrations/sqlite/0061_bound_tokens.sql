ALTER TABLE `clients` ADD `demands_proof` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `grants` ADD `dpop_jkt` blob;--> statement-breakpoint
ALTER TABLE `tokens` ADD `jkt` blob;