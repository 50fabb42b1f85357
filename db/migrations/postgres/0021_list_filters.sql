CREATE TABLE "labels" (
	"record_id" text NOT NULL,
	"site_id" text NOT NULL,
	"list" text NOT NULL,
	"label" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "labels_record_id_site_id_list_label_pk" PRIMARY KEY("record_id","site_id","list","label")
);
--> statement-breakpoint
DROP INDEX "coupons_by_time";--> statement-breakpoint
DROP INDEX "enrollments_by_site";--> statement-breakpoint
CREATE INDEX "labels_by_time" ON "labels" USING btree ("site_id","list","label","at","record_id");--> statement-breakpoint
CREATE INDEX "enrollments_by_status" ON "enrollments" USING btree ("site_id","status","starts_at","id");--> statement-breakpoint
CREATE INDEX "enrollments_by_end" ON "enrollments" USING btree ("site_id",(cast(case when "expires_at" is null then 9007199254740991 else "expires_at" end as bigint)),"id","course_id","status","source","person_id");--> statement-breakpoint
CREATE INDEX "enrollments_by_person_and_end" ON "enrollments" USING btree ("site_id","person_id",(cast(case when "expires_at" is null then 9007199254740991 else "expires_at" end as bigint)),"id");--> statement-breakpoint
CREATE INDEX "enrollments_by_course_and_end" ON "enrollments" USING btree ("site_id","course_id",(cast(case when "expires_at" is null then 9007199254740991 else "expires_at" end as bigint)),"id");--> statement-breakpoint
CREATE INDEX "enrollments_by_status_and_end" ON "enrollments" USING btree ("site_id","status",(cast(case when "expires_at" is null then 9007199254740991 else "expires_at" end as bigint)),"id");--> statement-breakpoint
CREATE INDEX "event_registrations_by_status" ON "event_registrations" USING btree ("site_id","event_id","status","registered_at","id");--> statement-breakpoint
CREATE INDEX "memberships_by_visit" ON "memberships" USING btree ("site_id",(cast(case when "last_seen_at" is null then 0 else "last_seen_at" end as bigint)),"person_id","status");--> statement-breakpoint
CREATE INDEX "memberships_by_role_and_visit" ON "memberships" USING btree ("site_id","role",(cast(case when "last_seen_at" is null then 0 else "last_seen_at" end as bigint)),"person_id","status");--> statement-breakpoint
CREATE INDEX "memberships_by_status_and_visit" ON "memberships" USING btree ("site_id","status",(cast(case when "last_seen_at" is null then 0 else "last_seen_at" end as bigint)),"person_id");--> statement-breakpoint
CREATE INDEX "posts_by_category" ON "posts" USING btree ("site_id","category","created_at","id");--> statement-breakpoint
CREATE INDEX "posts_by_visibility_and_time" ON "posts" USING btree ("site_id","visibility","created_at","id");--> statement-breakpoint
CREATE INDEX "coupons_by_time" ON "coupons" USING btree ("site_id","created_at","id","status","ends_at","code");--> statement-breakpoint
CREATE INDEX "enrollments_by_site" ON "enrollments" USING btree ("site_id","starts_at","id","course_id","status","expires_at","source","person_id");--> statement-breakpoint
CREATE FUNCTION "keep_courses_labels"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD."lecturer_ids" IS NOT DISTINCT FROM NEW."lecturer_ids" AND OLD."categories" IS NOT DISTINCT FROM NEW."categories" AND OLD."tags" IS NOT DISTINCT FROM NEW."tags" AND OLD."site_id" IS NOT DISTINCT FROM NEW."site_id" AND OLD."created_at" IS NOT DISTINCT FROM NEW."created_at" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN DELETE FROM "labels" WHERE "record_id" = OLD."id" AND "site_id" = OLD."site_id" AND "list" IN ('courses.lecturerIds', 'courses.categories', 'courses.tags'); END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "labels" ("record_id", "site_id", "list", "label", "at")
      SELECT DISTINCT NEW."id", NEW."site_id", 'courses.lecturerIds', listed.value, NEW."created_at" FROM jsonb_array_elements_text(CASE WHEN jsonb_typeof(NEW."lecturer_ids") = 'array' THEN NEW."lecturer_ids" ELSE '[]' END) AS listed(value)
      UNION SELECT DISTINCT NEW."id", NEW."site_id", 'courses.categories', listed.value, NEW."created_at" FROM jsonb_array_elements_text(CASE WHEN jsonb_typeof(NEW."categories") = 'array' THEN NEW."categories" ELSE '[]' END) AS listed(value)
      UNION SELECT DISTINCT NEW."id", NEW."site_id", 'courses.tags', listed.value, NEW."created_at" FROM jsonb_array_elements_text(CASE WHEN jsonb_typeof(NEW."tags") = 'array' THEN NEW."tags" ELSE '[]' END) AS listed(value);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "courses_labels_kept" AFTER INSERT OR UPDATE OR DELETE ON "courses" FOR EACH ROW EXECUTE FUNCTION "keep_courses_labels"();--> statement-breakpoint
INSERT INTO "labels" ("record_id", "site_id", "list", "label", "at")
  SELECT DISTINCT "courses"."id", "courses"."site_id", 'courses.lecturerIds', listed.value, "courses"."created_at" FROM "courses", jsonb_array_elements_text(CASE WHEN jsonb_typeof("courses"."lecturer_ids") = 'array' THEN "courses"."lecturer_ids" ELSE '[]' END) AS listed(value);--> statement-breakpoint
INSERT INTO "labels" ("record_id", "site_id", "list", "label", "at")
  SELECT DISTINCT "courses"."id", "courses"."site_id", 'courses.categories', listed.value, "courses"."created_at" FROM "courses", jsonb_array_elements_text(CASE WHEN jsonb_typeof("courses"."categories") = 'array' THEN "courses"."categories" ELSE '[]' END) AS listed(value);--> statement-breakpoint
INSERT INTO "labels" ("record_id", "site_id", "list", "label", "at")
  SELECT DISTINCT "courses"."id", "courses"."site_id", 'courses.tags', listed.value, "courses"."created_at" FROM "courses", jsonb_array_elements_text(CASE WHEN jsonb_typeof("courses"."tags") = 'array' THEN "courses"."tags" ELSE '[]' END) AS listed(value);--> statement-breakpoint
CREATE FUNCTION "keep_posts_labels"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD."tags" IS NOT DISTINCT FROM NEW."tags" AND OLD."site_id" IS NOT DISTINCT FROM NEW."site_id" AND OLD."created_at" IS NOT DISTINCT FROM NEW."created_at" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN DELETE FROM "labels" WHERE "record_id" = OLD."id" AND "site_id" = OLD."site_id" AND "list" IN ('posts.tags'); END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "labels" ("record_id", "site_id", "list", "label", "at")
      SELECT DISTINCT NEW."id", NEW."site_id", 'posts.tags', listed.value, NEW."created_at" FROM jsonb_array_elements_text(CASE WHEN jsonb_typeof(NEW."tags") = 'array' THEN NEW."tags" ELSE '[]' END) AS listed(value);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "posts_labels_kept" AFTER INSERT OR UPDATE OR DELETE ON "posts" FOR EACH ROW EXECUTE FUNCTION "keep_posts_labels"();--> statement-breakpoint
INSERT INTO "labels" ("record_id", "site_id", "list", "label", "at")
  SELECT DISTINCT "posts"."id", "posts"."site_id", 'posts.tags', listed.value, "posts"."created_at" FROM "posts", jsonb_array_elements_text(CASE WHEN jsonb_typeof("posts"."tags") = 'array' THEN "posts"."tags" ELSE '[]' END) AS listed(value);--> statement-breakpoint
CREATE FUNCTION "keep_memberships_labels"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD."tags" IS NOT DISTINCT FROM NEW."tags" AND OLD."site_id" IS NOT DISTINCT FROM NEW."site_id" AND OLD."joined_at" IS NOT DISTINCT FROM NEW."joined_at" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN DELETE FROM "labels" WHERE "record_id" = OLD."person_id" AND "site_id" = OLD."site_id" AND "list" IN ('memberships.tags'); END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "labels" ("record_id", "site_id", "list", "label", "at")
      SELECT DISTINCT NEW."person_id", NEW."site_id", 'memberships.tags', listed.value, NEW."joined_at" FROM jsonb_array_elements_text(CASE WHEN jsonb_typeof(NEW."tags") = 'array' THEN NEW."tags" ELSE '[]' END) AS listed(value);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "memberships_labels_kept" AFTER INSERT OR UPDATE OR DELETE ON "memberships" FOR EACH ROW EXECUTE FUNCTION "keep_memberships_labels"();--> statement-breakpoint
INSERT INTO "labels" ("record_id", "site_id", "list", "label", "at")
  SELECT DISTINCT "memberships"."person_id", "memberships"."site_id", 'memberships.tags', listed.value, "memberships"."joined_at" FROM "memberships", jsonb_array_elements_text(CASE WHEN jsonb_typeof("memberships"."tags") = 'array' THEN "memberships"."tags" ELSE '[]' END) AS listed(value);