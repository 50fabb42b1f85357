CREATE TABLE "audit_chains" (
	"id" text PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL,
	"anchor_sequence" bigint NOT NULL,
	"anchor_hash" text NOT NULL,
	"oldest_at" bigint,
	"shipped_sequence" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "sequence" bigint;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "invited_email" text;--> statement-breakpoint
CREATE INDEX "audit_chains_by_age" ON "audit_chains" USING btree ("oldest_at");--> statement-breakpoint
CREATE INDEX "audit_events_by_chain" ON "audit_events" USING btree ("site_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_events_unsealed" ON "audit_events" USING btree ("at") WHERE "audit_events"."sequence" is null;