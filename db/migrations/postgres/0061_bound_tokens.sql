ALTER TABLE "clients" ADD COLUMN "demands_proof" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "dpop_jkt" "bytea";--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "jkt" "bytea";