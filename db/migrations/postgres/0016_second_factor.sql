CREATE TABLE "authenticators" (
	"person_id" text PRIMARY KEY NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"last_step" bigint NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factor_resets" (
	"person_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"approved_by" text NOT NULL,
	"effective_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "authenticated_by" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "auth_context_requested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "authenticated_by" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "second_factor_for" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
CREATE INDEX "recovery_codes_by_person" ON "recovery_codes" USING btree ("person_id");