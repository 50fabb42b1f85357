CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"person_id" text NOT NULL,
	"client_id" text NOT NULL,
	"grant_id" bigint NOT NULL,
	"operation" text NOT NULL,
	"digest" text NOT NULL,
	"target" text,
	"target_version" bigint,
	"sealed_arguments" "bytea" NOT NULL,
	"effect" jsonb NOT NULL,
	"asked_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"decided_at" bigint,
	"decision" text,
	"usable_until" bigint,
	"closed_at" bigint
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "runs_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "agents_ask" text DEFAULT 'sensitive' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open" ON "approvals" USING btree ("grant_id","digest") WHERE "approvals"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "approvals_by_grant" ON "approvals" USING btree ("grant_id","asked_at");--> statement-breakpoint
CREATE INDEX "approvals_by_person" ON "approvals" USING btree ("person_id","asked_at");--> statement-breakpoint
CREATE INDEX "approvals_by_expiry" ON "approvals" USING btree ("expires_at");--> statement-breakpoint
-- The programs of schools go on as before. What is connected by a person asks.
UPDATE "clients" SET "runs_alone" = true WHERE "origin" = 'site_application' AND "auth_method" <> 'none';