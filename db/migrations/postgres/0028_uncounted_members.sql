-- Removed members count neither as students of a course nor as subscribers of a plan, until they come back. What was
-- counted before is counted again by a later migration.
CREATE OR REPLACE FUNCTION "count_enrollments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.status <> 'revoked') = (NEW.status <> 'revoked') AND OLD."course_id" = NEW."course_id" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP = 'INSERT' THEN
    -- A removal at the same time waits for this row, or this row for the removal.
    PERFORM 1 FROM "memberships" WHERE "person_id" = NEW."person_id" AND "site_id" = NEW."site_id" FOR NO KEY UPDATE;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    IF OLD.status <> 'revoked' AND NOT EXISTS (SELECT 1 FROM "memberships" WHERE "person_id" = OLD."person_id" AND "site_id" = OLD."site_id" AND "status" = 'removed')
      THEN UPDATE "courses" SET "student_count" = "student_count" - 1 WHERE "id" = OLD."course_id"; END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF NEW.status <> 'revoked' AND NOT EXISTS (SELECT 1 FROM "memberships" WHERE "person_id" = NEW."person_id" AND "site_id" = NEW."site_id" AND "status" = 'removed')
      THEN UPDATE "courses" SET "student_count" = "student_count" + 1 WHERE "id" = NEW."course_id"; END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_subscriptions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD."status" IN ('trialing', 'active', 'past_due', 'paused')) = (NEW."status" IN ('trialing', 'active', 'past_due', 'paused')) AND OLD."plan_id" = NEW."plan_id" AND OLD."site_id" = NEW."site_id" AND OLD."ends_at" IS NOT DISTINCT FROM NEW."ends_at" THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM 1 FROM "memberships" WHERE "person_id" = NEW."person_id" AND "site_id" = NEW."site_id" FOR NO KEY UPDATE;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    IF OLD."status" IN ('trialing', 'active', 'past_due', 'paused') AND NOT EXISTS (SELECT 1 FROM "memberships" WHERE "person_id" = OLD."person_id" AND "site_id" = OLD."site_id" AND "status" = 'removed')
      THEN UPDATE "membership_plans" SET "subscriber_count" = "subscriber_count" - 1 WHERE "id" = OLD."plan_id" AND "site_id" = OLD."site_id" AND (OLD."ends_at" IS NULL OR OLD."ends_at" > "counted_until"); END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF NEW."status" IN ('trialing', 'active', 'past_due', 'paused') AND NOT EXISTS (SELECT 1 FROM "memberships" WHERE "person_id" = NEW."person_id" AND "site_id" = NEW."site_id" AND "status" = 'removed')
      THEN UPDATE "membership_plans" SET "subscriber_count" = "subscriber_count" + 1 WHERE "id" = NEW."plan_id" AND "site_id" = NEW."site_id" AND (NEW."ends_at" IS NULL OR NEW."ends_at" > "counted_until"); END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_memberships"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_removed boolean := false;
  is_removed boolean := false;
  member "memberships"%ROWTYPE;
  step integer;
BEGIN
  IF TG_OP <> 'INSERT' THEN was_removed := OLD."status" = 'removed'; member := OLD; END IF;
  IF TG_OP <> 'DELETE' THEN is_removed := NEW."status" = 'removed'; member := NEW; END IF;
  IF was_removed = is_removed THEN RETURN NULL; END IF;
  step := CASE WHEN is_removed THEN -1 ELSE 1 END;
  -- What is changed at the same time is counted by whichever comes later.
  PERFORM 1 FROM "enrollments" WHERE "person_id" = member."person_id" AND "site_id" = member."site_id" ORDER BY "id" FOR UPDATE;
  PERFORM 1 FROM "subscriptions" WHERE "person_id" = member."person_id" AND "site_id" = member."site_id" ORDER BY "id" FOR UPDATE;
  UPDATE "courses" SET "student_count" = "student_count" + step
    WHERE "id" IN (SELECT "course_id" FROM "enrollments" WHERE "person_id" = member."person_id" AND "site_id" = member."site_id" AND "status" <> 'revoked');
  UPDATE "membership_plans" SET "subscriber_count" = "subscriber_count" + step * (
      SELECT count(*) FROM "subscriptions" WHERE "subscriptions"."site_id" = member."site_id" AND "subscriptions"."person_id" = member."person_id" AND "subscriptions"."plan_id" = "membership_plans"."id"
        AND "subscriptions"."status" IN ('trialing', 'active', 'past_due', 'paused') AND ("subscriptions"."ends_at" IS NULL OR "subscriptions"."ends_at" > "counted_until"))
    WHERE "site_id" = member."site_id" AND "id" IN (SELECT "plan_id" FROM "subscriptions" WHERE "site_id" = member."site_id" AND "person_id" = member."person_id");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "memberships_counted" AFTER INSERT OR UPDATE OF "status" OR DELETE ON "memberships" FOR EACH ROW EXECUTE FUNCTION "count_memberships"();