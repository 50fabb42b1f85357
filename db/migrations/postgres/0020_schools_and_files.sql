CREATE TABLE "client_logos" (
	"client_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"name" text NOT NULL,
	"image" "bytea" NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"attempts" bigint NOT NULL,
	"due_at" bigint,
	"failed_at" bigint,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "logo" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "delete_at" bigint;--> statement-breakpoint
CREATE INDEX "client_logos_by_name" ON "client_logos" USING btree ("name");--> statement-breakpoint
CREATE INDEX "client_logos_by_site" ON "client_logos" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "downloads_by_person" ON "downloads" USING btree ("site_id","person_id","product_id","asset_id");--> statement-breakpoint
CREATE INDEX "outbox_by_due" ON "outbox" USING btree ("channel","due_at");--> statement-breakpoint
CREATE INDEX "outbox_by_failure" ON "outbox" USING btree ("failed_at");