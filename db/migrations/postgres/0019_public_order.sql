ALTER TABLE "lecture_views" DROP CONSTRAINT "lecture_views_site_id_person_id_lecture_id_hour_pk";--> statement-breakpoint
ALTER TABLE "lecture_views" RENAME COLUMN "hour" TO "quarter";--> statement-breakpoint
UPDATE "lecture_views" SET "quarter" = "viewed_at" / 900000;--> statement-breakpoint
ALTER TABLE "lecture_views" ADD CONSTRAINT "lecture_views_site_id_person_id_lecture_id_quarter_pk" PRIMARY KEY("site_id","person_id","lecture_id","quarter");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_lecture_view"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE is_new boolean := true;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW."watched_at" / 900000 = OLD."watched_at" / 900000 THEN RETURN NULL; END IF;
    is_new := NEW."watched_at" - OLD."watched_at" >= 3600000;
  END IF;
  INSERT INTO "lecture_views" ("site_id", "person_id", "lecture_id", "quarter", "viewed_at", "begins")
    SELECT NEW."site_id", "person_id", NEW."lecture_id", NEW."watched_at" / 900000, NEW."watched_at", is_new FROM "enrollments" WHERE "id" = NEW."enrollment_id"
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE INDEX "events_by_status_and_end" ON "events" USING btree ("site_id","status","ends_at","id");--> statement-breakpoint
CREATE INDEX "posts_by_visibility" ON "posts" USING btree ("site_id","status","visibility","publish_at","id");
