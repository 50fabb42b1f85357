CREATE TABLE "idempotency_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"request_hash" text NOT NULL,
	"status" bigint,
	"headers" jsonb,
	"body" text,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_entries" (
	"id" bigint PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"scope" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "before" text;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "after" text;--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "search_entries_by_record" ON "search_entries" USING btree ("kind","record_id");--> statement-breakpoint
CREATE INDEX "search_entries_by_site" ON "search_entries" USING btree ("site_id","kind");--> statement-breakpoint
CREATE INDEX "search_entries_words" ON "search_entries" USING gin (to_tsvector('simple', "text"));
