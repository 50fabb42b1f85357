-- Students and subscribers are counted without removed members, some courses and plans at a time: their rows are locked
-- while they are counted, and whoever changes a count at the same time waits for those rows only.
DO $$
DECLARE
  counted text[];
  last text := '';
BEGIN
  LOOP
    SELECT array_agg("id" ORDER BY "id") INTO counted FROM (SELECT "id" FROM "courses" WHERE "id" > last ORDER BY "id" LIMIT 100) AS "next";
    EXIT WHEN counted IS NULL;
    PERFORM 1 FROM "courses" WHERE "id" = ANY (counted) ORDER BY "id" FOR NO KEY UPDATE;
    UPDATE "courses" SET "student_count" = "now"."number" FROM (
      SELECT "courses"."id", (SELECT count(*) FROM "enrollments" WHERE "enrollments"."site_id" = "courses"."site_id" AND "enrollments"."course_id" = "courses"."id" AND "enrollments"."status" <> 'revoked'
        AND NOT EXISTS (SELECT 1 FROM "memberships" WHERE "memberships"."person_id" = "enrollments"."person_id" AND "memberships"."site_id" = "enrollments"."site_id" AND "memberships"."status" = 'removed')) AS "number"
      FROM "courses" WHERE "courses"."id" = ANY (counted)) AS "now"
    WHERE "courses"."id" = "now"."id" AND "courses"."student_count" <> "now"."number";
    COMMIT;
    last := counted[array_upper(counted, 1)];
  END LOOP;
  last := '';
  LOOP
    SELECT array_agg("id" ORDER BY "id") INTO counted FROM (SELECT DISTINCT "id" FROM "membership_plans" WHERE "id" > last ORDER BY "id" LIMIT 100) AS "next";
    EXIT WHEN counted IS NULL;
    PERFORM 1 FROM "membership_plans" WHERE "id" = ANY (counted) ORDER BY "id", "site_id" FOR NO KEY UPDATE;
    UPDATE "membership_plans" SET "subscriber_count" = "now"."number" FROM (
      SELECT "membership_plans"."id", "membership_plans"."site_id", (SELECT count(*) FROM "subscriptions" WHERE "subscriptions"."site_id" = "membership_plans"."site_id" AND "subscriptions"."plan_id" = "membership_plans"."id"
        AND "subscriptions"."status" IN ('trialing', 'active', 'past_due', 'paused') AND ("subscriptions"."ends_at" IS NULL OR "subscriptions"."ends_at" > "membership_plans"."counted_until")
        AND NOT EXISTS (SELECT 1 FROM "memberships" WHERE "memberships"."person_id" = "subscriptions"."person_id" AND "memberships"."site_id" = "subscriptions"."site_id" AND "memberships"."status" = 'removed')) AS "number"
      FROM "membership_plans" WHERE "membership_plans"."id" = ANY (counted)) AS "now"
    WHERE "membership_plans"."id" = "now"."id" AND "membership_plans"."site_id" = "now"."site_id" AND "membership_plans"."subscriber_count" <> "now"."number";
    COMMIT;
    last := counted[array_upper(counted, 1)];
  END LOOP;
END $$;
