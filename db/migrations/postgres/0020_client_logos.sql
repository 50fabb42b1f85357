CREATE TABLE "client_logos" (
	"client_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"image" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "logo" text;--> statement-breakpoint
CREATE INDEX "client_logos_by_name" ON "client_logos" USING btree ("name");