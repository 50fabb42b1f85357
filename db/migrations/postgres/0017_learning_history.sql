CREATE TABLE "lecture_views" (
	"site_id" text NOT NULL,
	"person_id" text NOT NULL,
	"lecture_id" text NOT NULL,
	"hour" bigint NOT NULL,
	"viewed_at" bigint NOT NULL,
	"begins" boolean NOT NULL,
	CONSTRAINT "lecture_views_site_id_person_id_lecture_id_hour_pk" PRIMARY KEY("site_id","person_id","lecture_id","hour")
);
--> statement-breakpoint
CREATE TABLE "milestones" (
	"site_id" text NOT NULL,
	"person_id" text NOT NULL,
	"kind" text NOT NULL,
	"reached_at" bigint NOT NULL,
	"course_id" text NOT NULL,
	CONSTRAINT "milestones_site_id_person_id_kind_reached_at_course_id_pk" PRIMARY KEY("site_id","person_id","kind","reached_at","course_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"paid_at" bigint NOT NULL,
	"site_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "payments_order_id_kind_paid_at_pk" PRIMARY KEY("order_id","kind","paid_at")
);
--> statement-breakpoint
DROP INDEX "enrollments_by_completion";--> statement-breakpoint
DROP INDEX "orders_by_payment";--> statement-breakpoint
DROP INDEX "watch_positions_by_time";--> statement-breakpoint
CREATE INDEX "lecture_views_by_time" ON "lecture_views" USING btree ("site_id","viewed_at","person_id","lecture_id","begins");--> statement-breakpoint
CREATE INDEX "milestones_by_time" ON "milestones" USING btree ("site_id","kind","reached_at","person_id","course_id");--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree ("site_id","paid_at","kind","currency","amount");--> statement-breakpoint
CREATE FUNCTION "note_lecture_view"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE is_new boolean := true;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW."watched_at" / 3600000 = OLD."watched_at" / 3600000 THEN RETURN NULL; END IF;
    is_new := NEW."watched_at" - OLD."watched_at" >= 3600000;
  END IF;
  INSERT INTO "lecture_views" ("site_id", "person_id", "lecture_id", "hour", "viewed_at", "begins")
    SELECT NEW."site_id", "person_id", NEW."lecture_id", NEW."watched_at" / 3600000, NEW."watched_at", is_new FROM "enrollments" WHERE "id" = NEW."enrollment_id"
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "watch_positions_viewed" AFTER INSERT OR UPDATE OF "watched_at" ON "watch_positions" FOR EACH ROW EXECUTE FUNCTION "note_lecture_view"();--> statement-breakpoint
CREATE FUNCTION "note_milestones"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_started bigint;
  was_completed bigint;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    was_started := OLD."starts_at";
    was_completed := OLD."completed_at";
  END IF;
  IF NEW."starts_at" IS DISTINCT FROM was_started THEN
    INSERT INTO "milestones" ("site_id", "person_id", "kind", "reached_at", "course_id") VALUES (NEW."site_id", NEW."person_id", 'enrolled', CASE NEW."source" WHEN 'subscription' THEN greatest(NEW."starts_at", NEW."updated_at") ELSE NEW."starts_at" END, NEW."course_id") ON CONFLICT DO NOTHING;
  END IF;
  IF NEW."completed_at" IS NOT NULL AND NEW."completed_at" IS DISTINCT FROM was_completed THEN
    INSERT INTO "milestones" ("site_id", "person_id", "kind", "reached_at", "course_id") VALUES (NEW."site_id", NEW."person_id", 'completed', NEW."completed_at", NEW."course_id") ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "enrollments_milestones" AFTER INSERT OR UPDATE OF "starts_at", "completed_at" ON "enrollments" FOR EACH ROW EXECUTE FUNCTION "note_milestones"();--> statement-breakpoint
CREATE FUNCTION "note_payments"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_paid boolean := false;
  was_refunded bigint := 0;
BEGIN
  IF NEW."paid_at" IS NULL OR NEW."status" NOT IN ('paid', 'partially_refunded', 'refunded') THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    was_paid := OLD."paid_at" IS NOT NULL AND OLD."status" IN ('paid', 'partially_refunded', 'refunded');
    was_refunded := OLD."refunded_amount";
  END IF;
  IF NOT was_paid THEN
    INSERT INTO "payments" ("order_id", "kind", "paid_at", "site_id", "amount", "currency") VALUES (NEW."id", 'payment', NEW."paid_at", NEW."site_id", NEW."total", NEW."currency") ON CONFLICT DO NOTHING;
  END IF;
  IF NEW."refunded_amount" <> was_refunded THEN
    INSERT INTO "payments" ("order_id", "kind", "paid_at", "site_id", "amount", "currency") VALUES (NEW."id", 'refund', coalesce(NEW."refunded_at", NEW."paid_at"), NEW."site_id", was_refunded - NEW."refunded_amount", NEW."currency")
      ON CONFLICT ("order_id", "kind", "paid_at") DO UPDATE SET "amount" = "payments"."amount" + excluded."amount";
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_payments" AFTER INSERT OR UPDATE OF "status", "paid_at", "refunded_amount" ON "orders" FOR EACH ROW EXECUTE FUNCTION "note_payments"();--> statement-breakpoint
INSERT INTO "lecture_views" ("site_id", "person_id", "lecture_id", "hour", "viewed_at", "begins")
  SELECT "watch_positions"."site_id", "person_id", "lecture_id", "watched_at" / 3600000, "watched_at", true FROM "watch_positions" INNER JOIN "enrollments" ON "enrollments"."id" = "enrollment_id"
  WHERE true ORDER BY "watched_at" ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "milestones" ("site_id", "person_id", "kind", "reached_at", "course_id")
  SELECT "site_id", "person_id", 'enrolled', "starts_at", "course_id" FROM "enrollments";--> statement-breakpoint
INSERT INTO "milestones" ("site_id", "person_id", "kind", "reached_at", "course_id")
  SELECT "site_id", "person_id", 'completed', "completed_at", "course_id" FROM "enrollments" WHERE "completed_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO "payments" ("order_id", "kind", "paid_at", "site_id", "amount", "currency")
  SELECT "id", 'payment', "paid_at", "site_id", "total", "currency" FROM "orders" WHERE "paid_at" IS NOT NULL AND "status" IN ('paid', 'partially_refunded', 'refunded');--> statement-breakpoint
INSERT INTO "payments" ("order_id", "kind", "paid_at", "site_id", "amount", "currency")
  SELECT "id", 'refund', coalesce("refunded_at", "paid_at"), "site_id", -"refunded_amount", "currency" FROM "orders" WHERE "paid_at" IS NOT NULL AND "status" IN ('paid', 'partially_refunded', 'refunded') AND "refunded_amount" <> 0;
