ALTER TABLE "courses" ADD COLUMN "lecture_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "student_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "registered_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "submission_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE FUNCTION "count_lectures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.status = 'published') = (NEW.status = 'published') AND OLD."course_id" = NEW."course_id" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    IF OLD.status = 'published' THEN UPDATE "courses" SET "lecture_count" = "lecture_count" - 1 WHERE "id" = OLD."course_id"; END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF NEW.status = 'published' THEN UPDATE "courses" SET "lecture_count" = "lecture_count" + 1 WHERE "id" = NEW."course_id"; END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "lectures_counted" AFTER INSERT OR UPDATE OR DELETE ON "lectures" FOR EACH ROW EXECUTE FUNCTION "count_lectures"();--> statement-breakpoint
UPDATE "courses" SET "lecture_count" = (SELECT count(*) FROM "lectures" WHERE "lectures"."course_id" = "courses"."id" AND "lectures".status = 'published');--> statement-breakpoint
CREATE FUNCTION "count_enrollments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.status <> 'revoked') = (NEW.status <> 'revoked') AND OLD."course_id" = NEW."course_id" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    IF OLD.status <> 'revoked' THEN UPDATE "courses" SET "student_count" = "student_count" - 1 WHERE "id" = OLD."course_id"; END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF NEW.status <> 'revoked' THEN UPDATE "courses" SET "student_count" = "student_count" + 1 WHERE "id" = NEW."course_id"; END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "enrollments_counted" AFTER INSERT OR UPDATE OR DELETE ON "enrollments" FOR EACH ROW EXECUTE FUNCTION "count_enrollments"();--> statement-breakpoint
UPDATE "courses" SET "student_count" = (SELECT count(*) FROM "enrollments" WHERE "enrollments"."course_id" = "courses"."id" AND "enrollments".status <> 'revoked');--> statement-breakpoint
CREATE FUNCTION "count_event_registrations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.status IN ('registered', 'attended')) = (NEW.status IN ('registered', 'attended')) AND OLD."event_id" = NEW."event_id" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    IF OLD.status IN ('registered', 'attended') THEN UPDATE "events" SET "registered_count" = "registered_count" - 1 WHERE "id" = OLD."event_id"; END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF NEW.status IN ('registered', 'attended') THEN UPDATE "events" SET "registered_count" = "registered_count" + 1 WHERE "id" = NEW."event_id"; END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "event_registrations_counted" AFTER INSERT OR UPDATE OR DELETE ON "event_registrations" FOR EACH ROW EXECUTE FUNCTION "count_event_registrations"();--> statement-breakpoint
UPDATE "events" SET "registered_count" = (SELECT count(*) FROM "event_registrations" WHERE "event_registrations"."event_id" = "events"."id" AND "event_registrations".status IN ('registered', 'attended'));--> statement-breakpoint
CREATE FUNCTION "count_form_submissions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (true) = (true) AND OLD."form_id" = NEW."form_id" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    IF true THEN UPDATE "forms" SET "submission_count" = "submission_count" - 1 WHERE "id" = OLD."form_id"; END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF true THEN UPDATE "forms" SET "submission_count" = "submission_count" + 1 WHERE "id" = NEW."form_id"; END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "form_submissions_counted" AFTER INSERT OR UPDATE OR DELETE ON "form_submissions" FOR EACH ROW EXECUTE FUNCTION "count_form_submissions"();--> statement-breakpoint
UPDATE "forms" SET "submission_count" = (SELECT count(*) FROM "form_submissions" WHERE "form_submissions"."form_id" = "forms"."id");
