CREATE TABLE "ownership_offers" (
	"person_id" text NOT NULL,
	"site_id" text NOT NULL,
	"offered_by" text NOT NULL,
	"hands_over" boolean NOT NULL,
	"offered_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "ownership_offers_person_id_site_id_pk" PRIMARY KEY("person_id","site_id")
);
--> statement-breakpoint
CREATE INDEX "ownership_offers_by_site" ON "ownership_offers" USING btree ("site_id","offered_by");