CREATE TABLE "course_lecturers" (
	"course_id" text NOT NULL,
	"lecturer_id" text NOT NULL,
	"site_id" text NOT NULL,
	"person_id" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "course_lecturers_course_id_lecturer_id_pk" PRIMARY KEY("course_id","lecturer_id")
);
--> statement-breakpoint
ALTER TABLE "membership_plans" ADD COLUMN "subscriber_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_plans" ADD COLUMN "counted_until" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "course_lecturers_by_person" ON "course_lecturers" USING btree ("site_id","person_id","created_at","course_id","lecturer_id");--> statement-breakpoint
CREATE INDEX "course_lecturers_by_course" ON "course_lecturers" USING btree ("course_id","person_id","site_id","lecturer_id");--> statement-breakpoint
CREATE INDEX "course_lecturers_by_lecturer" ON "course_lecturers" USING btree ("lecturer_id","site_id","course_id");--> statement-breakpoint
CREATE FUNCTION "keep_course_lecturers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD."lecturer_ids" IS NOT DISTINCT FROM NEW."lecturer_ids" AND OLD."site_id" = NEW."site_id" AND OLD."created_at" = NEW."created_at" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN DELETE FROM "course_lecturers" WHERE "course_id" = OLD."id"; END IF;
  IF TG_OP <> 'DELETE' THEN
    IF jsonb_typeof(NEW."lecturer_ids") = 'array' THEN
      -- Whoever just changes which member one of them is comes before or after this.
      PERFORM 1 FROM "lecturers" WHERE "site_id" = NEW."site_id" AND "id" IN (SELECT jsonb_array_elements_text(NEW."lecturer_ids")) ORDER BY "id" FOR NO KEY UPDATE;
      INSERT INTO "course_lecturers" ("course_id", "lecturer_id", "site_id", "person_id", "created_at")
        SELECT DISTINCT NEW."id", named.value, NEW."site_id", "lecturers"."member_id", NEW."created_at"
        FROM jsonb_array_elements_text(NEW."lecturer_ids") AS named(value) LEFT JOIN "lecturers" ON "lecturers"."id" = named.value AND "lecturers"."site_id" = NEW."site_id";
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "courses_lecturers_kept" AFTER INSERT OR UPDATE OR DELETE ON "courses" FOR EACH ROW EXECUTE FUNCTION "keep_course_lecturers"();--> statement-breakpoint
CREATE FUNCTION "keep_lecturing_members"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE "course_lecturers" SET "person_id" = NULL WHERE "lecturer_id" = OLD."id";
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD."member_id" IS NOT DISTINCT FROM NEW."member_id" THEN RETURN NULL; END IF;
  END IF;
  UPDATE "course_lecturers" SET "person_id" = NEW."member_id" WHERE "lecturer_id" = NEW."id" AND "site_id" = NEW."site_id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "lecturing_members_kept" AFTER INSERT OR UPDATE OR DELETE ON "lecturers" FOR EACH ROW EXECUTE FUNCTION "keep_lecturing_members"();--> statement-breakpoint
INSERT INTO "course_lecturers" ("course_id", "lecturer_id", "site_id", "person_id", "created_at")
  SELECT DISTINCT "courses"."id", named.value, "courses"."site_id", "lecturers"."member_id", "courses"."created_at"
  FROM "courses" CROSS JOIN LATERAL jsonb_array_elements_text(CASE WHEN jsonb_typeof("courses"."lecturer_ids") = 'array' THEN "courses"."lecturer_ids" ELSE '[]' END) AS named(value)
  LEFT JOIN "lecturers" ON "lecturers"."id" = named.value AND "lecturers"."site_id" = "courses"."site_id";--> statement-breakpoint
CREATE FUNCTION "count_subscriptions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD."status" IN ('trialing', 'active', 'past_due', 'paused')) = (NEW."status" IN ('trialing', 'active', 'past_due', 'paused')) AND OLD."plan_id" = NEW."plan_id" AND OLD."site_id" = NEW."site_id" AND OLD."ends_at" IS NOT DISTINCT FROM NEW."ends_at" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    IF OLD."status" IN ('trialing', 'active', 'past_due', 'paused') THEN UPDATE "membership_plans" SET "subscriber_count" = "subscriber_count" - 1 WHERE "id" = OLD."plan_id" AND "site_id" = OLD."site_id" AND (OLD."ends_at" IS NULL OR OLD."ends_at" > "counted_until"); END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF NEW."status" IN ('trialing', 'active', 'past_due', 'paused') THEN UPDATE "membership_plans" SET "subscriber_count" = "subscriber_count" + 1 WHERE "id" = NEW."plan_id" AND "site_id" = NEW."site_id" AND (NEW."ends_at" IS NULL OR NEW."ends_at" > "counted_until"); END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "subscriptions_counted" AFTER INSERT OR UPDATE OR DELETE ON "subscriptions" FOR EACH ROW EXECUTE FUNCTION "count_subscriptions"();--> statement-breakpoint
UPDATE "membership_plans" SET "subscriber_count" = (SELECT count(*) FROM "subscriptions" WHERE "subscriptions"."site_id" = "membership_plans"."site_id" AND "subscriptions"."plan_id" = "membership_plans"."id" AND "subscriptions"."status" IN ('trialing', 'active', 'past_due', 'paused'));--> statement-breakpoint
UPDATE "enrollments" SET "progress_percent" = recounted.percent, "completed_at" = CASE WHEN recounted.percent = 100 THEN coalesce("completed_at", recounted.done_at) ELSE "completed_at" END, "updated_at" = "updated_at" + 1
  FROM (
    SELECT enrolled."id",
      coalesce(100 * (SELECT count(*) FROM "watch_positions" INNER JOIN "lectures" ON "lectures"."id" = "watch_positions"."lecture_id" WHERE "watch_positions"."enrollment_id" = enrolled."id" AND "watch_positions"."completed_at" IS NOT NULL AND "lectures"."course_id" = enrolled."course_id" AND "lectures"."status" = 'published') / nullif((SELECT "lecture_count" FROM "courses" WHERE "courses"."id" = enrolled."course_id"), 0), 0) AS percent,
      (SELECT max("watch_positions"."completed_at") FROM "watch_positions" INNER JOIN "lectures" ON "lectures"."id" = "watch_positions"."lecture_id" WHERE "watch_positions"."enrollment_id" = enrolled."id" AND "watch_positions"."completed_at" IS NOT NULL AND "lectures"."course_id" = enrolled."course_id" AND "lectures"."status" = 'published') AS done_at
    FROM "enrollments" AS enrolled
  ) AS recounted
  WHERE recounted."id" = "enrollments"."id" AND recounted.percent <> "enrollments"."progress_percent";
