CREATE TABLE "adoptions" (
	"client_id" text NOT NULL,
	"site_id" text NOT NULL,
	"adopted_at" bigint NOT NULL,
	CONSTRAINT "adoptions_client_id_site_id_pk" PRIMARY KEY("client_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "metadata_documents" (
	"client_id" text PRIMARY KEY NOT NULL,
	"metadata" jsonb NOT NULL,
	"review" text NOT NULL,
	"approved_metadata" jsonb,
	"changed_at" bigint NOT NULL,
	"fetched_at" bigint NOT NULL,
	"fresh_until" bigint NOT NULL
);
