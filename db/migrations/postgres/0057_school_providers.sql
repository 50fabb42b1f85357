CREATE TABLE "provider_identities" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"person_id" text NOT NULL,
	"client_subject" text NOT NULL,
	"email" text,
	"linked_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "providers" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"sealed_secret" "bytea",
	"secret_ends_at" bigint,
	"domains" jsonb NOT NULL,
	"joins" boolean DEFAULT false NOT NULL,
	"grant_days" bigint DEFAULT 30 NOT NULL,
	"two_factor_acr" jsonb,
	"says_auth_time" boolean DEFAULT false NOT NULL,
	"tested_at" bigint,
	"tested_by" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "identity_id" text;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "school_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "identity_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "knows_auth_time" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "sign_in_by" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_identities_by_subject" ON "provider_identities" USING btree ("site_id","issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_identities_by_person" ON "provider_identities" USING btree ("person_id","site_id","issuer");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_identities_by_client_subject" ON "provider_identities" USING btree ("client_subject");--> statement-breakpoint
CREATE UNIQUE INDEX "providers_by_site" ON "providers" USING btree ("site_id");