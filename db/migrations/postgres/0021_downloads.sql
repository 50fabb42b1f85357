CREATE TABLE "downloads" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"person_id" text NOT NULL,
	"product_id" text NOT NULL,
	"asset_id" text NOT NULL,
	"count" bigint NOT NULL,
	"link_expires_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "downloads_by_person" ON "downloads" USING btree ("site_id","person_id","product_id","asset_id");