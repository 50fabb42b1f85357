CREATE TABLE "review_requests" (
	"site_id" text NOT NULL,
	"client_id" text NOT NULL,
	"person_id" text NOT NULL,
	"asked_at" bigint NOT NULL,
	"answer" text,
	"answered_at" bigint,
	"reason" text,
	CONSTRAINT "review_requests_site_id_client_id_pk" PRIMARY KEY("site_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "roster_deeds" (
	"roster_id" text NOT NULL,
	"position" bigint NOT NULL,
	"site_id" text NOT NULL,
	"person_id" text,
	"outcome" text NOT NULL,
	"role_before" text,
	"version" bigint,
	"enrollment_id" text,
	"enrollment_version" bigint,
	"expire_date" text,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "roster_deeds_roster_id_position_pk" PRIMARY KEY("roster_id","position")
);
--> statement-breakpoint
CREATE TABLE "roster_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"roster_id" text NOT NULL,
	"position" bigint NOT NULL,
	"sealed" "bytea" NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rosters" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"person_id" text NOT NULL,
	"course_id" text,
	"state" text NOT NULL,
	"ends_missing" boolean DEFAULT false NOT NULL,
	"counts" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"confirmed_at" bigint,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "review_requests_by_client" ON "review_requests" USING btree ("client_id","asked_at");--> statement-breakpoint
CREATE INDEX "review_requests_open" ON "review_requests" USING btree ("asked_at") WHERE "review_requests"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "roster_deeds_by_person" ON "roster_deeds" USING btree ("person_id","site_id");--> statement-breakpoint
CREATE INDEX "roster_deeds_by_expiry" ON "roster_deeds" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "roster_parts_by_roster" ON "roster_parts" USING btree ("roster_id","position");--> statement-breakpoint
CREATE INDEX "roster_parts_by_expiry" ON "roster_parts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rosters_by_site" ON "rosters" USING btree ("site_id","created_at");--> statement-breakpoint
CREATE INDEX "rosters_by_expiry" ON "rosters" USING btree ("expires_at");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_listed_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."listed_name" := CASE NEW."status" WHEN 'removed' THEN '' WHEN 'invited' THEN coalesce(NEW."former_name", '') ELSE coalesce((SELECT "name" FROM "people" WHERE "id" = NEW."person_id"), '') END;
  RETURN NEW;
END $$;--> statement-breakpoint
DROP TRIGGER "memberships_listed_name" ON "memberships";--> statement-breakpoint
CREATE TRIGGER "memberships_listed_name" BEFORE INSERT OR UPDATE OF "status", "former_name" ON "memberships" FOR EACH ROW EXECUTE FUNCTION "keep_listed_name"();--> statement-breakpoint
UPDATE "memberships" SET "listed_name" = "former_name" WHERE "status" = 'invited' AND "former_name" IS NOT NULL;
