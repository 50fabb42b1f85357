CREATE TABLE "handover_links" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"client_id" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"opened_at" bigint,
	"revealed_at" bigint,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE INDEX "handover_links_by_client" ON "handover_links" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "handover_links_by_site" ON "handover_links" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "handover_links_by_expiry" ON "handover_links" USING btree ("expires_at");