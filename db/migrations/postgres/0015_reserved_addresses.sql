ALTER TABLE "mail_links" ADD COLUMN "reserved_key" text;--> statement-breakpoint
CREATE INDEX "mail_links_by_reserved_key" ON "mail_links" USING btree ("reserved_key");