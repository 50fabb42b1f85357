CREATE TABLE "course_sales" (
	"order_id" text NOT NULL,
	"position" bigint NOT NULL,
	"site_id" text NOT NULL,
	"course_id" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"net" bigint NOT NULL,
	"price" bigint NOT NULL,
	"whole" bigint NOT NULL,
	CONSTRAINT "course_sales_order_id_position_pk" PRIMARY KEY("order_id","position")
);
--> statement-breakpoint
CREATE TABLE "learning_counts" (
	"site_id" text NOT NULL,
	"thing_id" text NOT NULL,
	"began" bigint DEFAULT 0 NOT NULL,
	"completed" bigint DEFAULT 0 NOT NULL,
	"progress" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "learning_counts_site_id_thing_id_pk" PRIMARY KEY("site_id","thing_id")
);
--> statement-breakpoint
CREATE INDEX "course_sales_by_course" ON "course_sales" USING btree ("site_id","course_id","currency","net","price","whole","amount");--> statement-breakpoint
-- Triggers keep all of it, and what there is already is counted once.
CREATE FUNCTION "count_positions"(enrollment text, step bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "learning_counts" ("site_id", "thing_id", "began", "completed", "progress") SELECT "site_id", "lecture_id", step * count(*), step * count("completed_at"), 0 FROM "watch_positions" WHERE "enrollment_id" = enrollment GROUP BY "site_id", "lecture_id" ORDER BY "lecture_id" ON CONFLICT ("site_id", "thing_id") DO UPDATE SET "began" = "learning_counts"."began" + excluded."began", "completed" = "learning_counts"."completed" + excluded."completed", "progress" = "learning_counts"."progress" + excluded."progress";
$$;--> statement-breakpoint
CREATE FUNCTION "count_enrollment_figures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW."status" <> 'revoked' AND NOT EXISTS (SELECT 1 FROM "memberships" WHERE "person_id" = NEW."person_id" AND "site_id" = NEW."site_id" AND "status" = 'removed') THEN
      INSERT INTO "learning_counts" ("site_id", "thing_id", "began", "completed", "progress") VALUES (NEW."site_id", NEW."course_id", 0, (NEW."completed_at" IS NOT NULL)::int, NEW."progress_percent") ON CONFLICT ("site_id", "thing_id") DO UPDATE SET "began" = "learning_counts"."began" + excluded."began", "completed" = "learning_counts"."completed" + excluded."completed", "progress" = "learning_counts"."progress" + excluded."progress";
    END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (SELECT 1 FROM "memberships" WHERE "person_id" = NEW."person_id" AND "site_id" = NEW."site_id" AND "status" = 'removed') THEN
      PERFORM "count_positions"(NEW."id", CASE NEW."status" WHEN 'revoked' THEN -1 ELSE 1 END);
    END IF;
  ELSIF OLD."status" <> 'revoked' AND NOT EXISTS (SELECT 1 FROM "memberships" WHERE "person_id" = OLD."person_id" AND "site_id" = OLD."site_id" AND "status" = 'removed') THEN
    PERFORM "count_positions"(OLD."id", -1);
    INSERT INTO "learning_counts" ("site_id", "thing_id", "began", "completed", "progress") VALUES (OLD."site_id", OLD."course_id", 0, -(OLD."completed_at" IS NOT NULL)::int, -OLD."progress_percent") ON CONFLICT ("site_id", "thing_id") DO UPDATE SET "began" = "learning_counts"."began" + excluded."began", "completed" = "learning_counts"."completed" + excluded."completed", "progress" = "learning_counts"."progress" + excluded."progress";
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "enrollments_figures_insert" AFTER INSERT ON "enrollments" FOR EACH ROW WHEN (NEW."progress_percent" <> 0 OR NEW."completed_at" IS NOT NULL) EXECUTE FUNCTION "count_enrollment_figures"();--> statement-breakpoint
CREATE TRIGGER "enrollments_figures_delete" AFTER DELETE ON "enrollments" FOR EACH ROW EXECUTE FUNCTION "count_enrollment_figures"();--> statement-breakpoint
CREATE TRIGGER "enrollments_watched_update" AFTER UPDATE OF "status" ON "enrollments" FOR EACH ROW WHEN ((OLD."status" = 'revoked') <> (NEW."status" = 'revoked')) EXECUTE FUNCTION "count_enrollment_figures"();--> statement-breakpoint
-- One change of the count for all rows of a statement: the progress of a whole course is counted again at once.
CREATE FUNCTION "count_progress"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "learning_counts" ("site_id", "thing_id", "began", "completed", "progress") SELECT "site_id", "course_id", 0, sum("step" * ("completed_at" IS NOT NULL)::int), sum("step" * "progress_percent") FROM (SELECT 1 AS "step", * FROM "after" UNION ALL SELECT -1, * FROM "before") AS "changed" WHERE "changed"."status" <> 'revoked' AND NOT EXISTS (SELECT 1 FROM "memberships" WHERE "person_id" = "changed"."person_id" AND "site_id" = "changed"."site_id" AND "status" = 'removed') GROUP BY "site_id", "course_id" HAVING sum("step" * ("completed_at" IS NOT NULL)::int) <> 0 OR sum("step" * "progress_percent") <> 0 ORDER BY "course_id" ON CONFLICT ("site_id", "thing_id") DO UPDATE SET "began" = "learning_counts"."began" + excluded."began", "completed" = "learning_counts"."completed" + excluded."completed", "progress" = "learning_counts"."progress" + excluded."progress";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "enrollments_progress_update" AFTER UPDATE ON "enrollments" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "count_progress"();--> statement-breakpoint
CREATE FUNCTION "count_watched"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was record;
  began integer := 0;
  done integer := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN was := NEW; began := began + 1; done := done + (NEW."completed_at" IS NOT NULL)::int; ELSE was := OLD; END IF;
  IF TG_OP <> 'INSERT' THEN began := began - 1; done := done - (OLD."completed_at" IS NOT NULL)::int; END IF;
  -- A removal or revocation at the same time waits for this row, or this row for it.
  PERFORM 1 FROM "enrollments" WHERE "id" = was."enrollment_id" FOR NO KEY UPDATE;
  INSERT INTO "learning_counts" ("site_id", "thing_id", "began", "completed", "progress") SELECT was."site_id", was."lecture_id", began, done, 0 FROM "enrollments" AS "e" WHERE "e"."id" = was."enrollment_id" AND "e"."status" <> 'revoked' AND NOT EXISTS (SELECT 1 FROM "memberships" WHERE "person_id" = "e"."person_id" AND "site_id" = "e"."site_id" AND "status" = 'removed') ON CONFLICT ("site_id", "thing_id") DO UPDATE SET "began" = "learning_counts"."began" + excluded."began", "completed" = "learning_counts"."completed" + excluded."completed", "progress" = "learning_counts"."progress" + excluded."progress";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "watch_positions_figures" AFTER INSERT OR DELETE ON "watch_positions" FOR EACH ROW EXECUTE FUNCTION "count_watched"();--> statement-breakpoint
CREATE TRIGGER "watch_positions_figures_update" AFTER UPDATE OF "completed_at" ON "watch_positions" FOR EACH ROW WHEN ((OLD."completed_at" IS NULL) <> (NEW."completed_at" IS NULL)) EXECUTE FUNCTION "count_watched"();--> statement-breakpoint
CREATE FUNCTION "count_member_figures"() RETURNS trigger LANGUAGE plpgsql AS $$
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
  PERFORM 1 FROM "enrollments" WHERE "person_id" = member."person_id" AND "site_id" = member."site_id" ORDER BY "id" FOR UPDATE;
  PERFORM "count_positions"("id", step) FROM (SELECT "id" FROM "enrollments" WHERE "person_id" = member."person_id" AND "site_id" = member."site_id" AND "status" <> 'revoked' ORDER BY "course_id") AS "held";
  INSERT INTO "learning_counts" ("site_id", "thing_id", "began", "completed", "progress") SELECT "site_id", "course_id", 0, step * count("completed_at"), step * sum("progress_percent") FROM "enrollments" WHERE "person_id" = member."person_id" AND "site_id" = member."site_id" AND "status" <> 'revoked' GROUP BY "site_id", "course_id" ORDER BY "course_id" ON CONFLICT ("site_id", "thing_id") DO UPDATE SET "began" = "learning_counts"."began" + excluded."began", "completed" = "learning_counts"."completed" + excluded."completed", "progress" = "learning_counts"."progress" + excluded."progress";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "memberships_figures" AFTER INSERT OR UPDATE OF "status" OR DELETE ON "memberships" FOR EACH ROW EXECUTE FUNCTION "count_member_figures"();--> statement-breakpoint
CREATE FUNCTION "note_course_sales"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := to_jsonb(OLD) ->> TG_ARGV[0]; ELSE changed := to_jsonb(NEW) ->> TG_ARGV[0]; END IF;
  PERFORM 1 FROM "orders" WHERE "id" = changed FOR NO KEY UPDATE;
  DELETE FROM "course_sales" WHERE "order_id" = changed;
  INSERT INTO "course_sales" ("order_id", "position", "site_id", "course_id", "currency", "amount", "net", "price", "whole") SELECT "order_id", "position", "site_id", "ref_id", "currency", CASE WHEN "price" = "whole" AND "whole" <> 0 THEN "net" ELSE 0 END, CASE WHEN "price" = "whole" THEN 0 ELSE "net" END, CASE WHEN "price" = "whole" THEN 0 ELSE "price" END, CASE WHEN "price" = "whole" THEN 0 ELSE "whole" END FROM (SELECT "i"."order_id", "i"."position", "i"."site_id", "i"."ref_id", "o"."currency", cast(coalesce((SELECT sum("amount") FROM "payments" WHERE "order_id" = "o"."id"), 0) as bigint) AS "net", "i"."quantity" * "i"."unit_amount" AS "price", cast((SELECT sum("quantity" * "unit_amount") FROM "order_items" WHERE "order_id" = "o"."id") as bigint) AS "whole" FROM "orders" AS "o" INNER JOIN "order_items" AS "i" ON "i"."order_id" = "o"."id" AND "i"."site_id" || '' = "o"."site_id" WHERE "o"."id" = changed AND "i"."kind" || '' = 'course' AND "o"."status" IN ('paid', 'partially_refunded', 'refunded')) AS "sold";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "order_items_sales" AFTER INSERT OR UPDATE OR DELETE ON "order_items" FOR EACH ROW EXECUTE FUNCTION "note_course_sales"('order_id');--> statement-breakpoint
CREATE TRIGGER "payments_sales" AFTER INSERT OR UPDATE OR DELETE ON "payments" FOR EACH ROW EXECUTE FUNCTION "note_course_sales"('order_id');--> statement-breakpoint
CREATE TRIGGER "orders_sales" AFTER INSERT OR UPDATE OF "status", "currency" OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION "note_course_sales"('id');--> statement-breakpoint
CREATE FUNCTION "note_first_enrollment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "milestones" ("site_id", "person_id", "kind", "reached_at", "course_id") SELECT NEW."site_id", NEW."person_id", 'first', NEW."reached_at", NEW."course_id" WHERE NOT EXISTS (SELECT 1 FROM "milestones" WHERE "site_id" = NEW."site_id" AND "person_id" = NEW."person_id" AND "kind" = 'first');
  IF NOT FOUND THEN
    UPDATE "milestones" SET "reached_at" = NEW."reached_at", "course_id" = NEW."course_id" WHERE "site_id" = NEW."site_id" AND "person_id" = NEW."person_id" AND "kind" = 'first' AND "reached_at" > NEW."reached_at";
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "milestones_first" AFTER INSERT ON "milestones" FOR EACH ROW WHEN (NEW."kind" = 'enrolled') EXECUTE FUNCTION "note_first_enrollment"();--> statement-breakpoint
INSERT INTO "milestones" ("site_id", "person_id", "kind", "reached_at", "course_id") SELECT "site_id", "person_id", 'first', "reached_at", "course_id" FROM ( SELECT "site_id", "person_id", "reached_at", "course_id", row_number() OVER (PARTITION BY "site_id", "person_id" ORDER BY "reached_at", "course_id") AS "place" FROM "milestones" WHERE "kind" = 'enrolled') AS "enrolled" WHERE "place" = 1;--> statement-breakpoint
INSERT INTO "learning_counts" ("site_id", "thing_id", "began", "completed", "progress") SELECT "site_id", "course_id", 0, count("completed_at"), sum("progress_percent") FROM "enrollments" AS "e" WHERE "e"."status" <> 'revoked' AND NOT EXISTS (SELECT 1 FROM "memberships" WHERE "person_id" = "e"."person_id" AND "site_id" = "e"."site_id" AND "status" = 'removed') GROUP BY "site_id", "course_id" HAVING count("completed_at") > 0 OR sum("progress_percent") > 0--> statement-breakpoint
INSERT INTO "learning_counts" ("site_id", "thing_id", "began", "completed", "progress") SELECT "w"."site_id", "w"."lecture_id", count(*), count("w"."completed_at"), 0 FROM "watch_positions" AS "w" INNER JOIN "enrollments" AS "e" ON "e"."id" = "w"."enrollment_id" WHERE "e"."status" <> 'revoked' AND NOT EXISTS (SELECT 1 FROM "memberships" WHERE "person_id" = "e"."person_id" AND "site_id" = "e"."site_id" AND "status" = 'removed') GROUP BY "w"."site_id", "w"."lecture_id";--> statement-breakpoint
INSERT INTO "course_sales" ("order_id", "position", "site_id", "course_id", "currency", "amount", "net", "price", "whole") SELECT "order_id", "position", "site_id", "ref_id", "currency", CASE WHEN "price" = "whole" AND "whole" <> 0 THEN "net" ELSE 0 END, CASE WHEN "price" = "whole" THEN 0 ELSE "net" END, CASE WHEN "price" = "whole" THEN 0 ELSE "price" END, CASE WHEN "price" = "whole" THEN 0 ELSE "whole" END FROM (SELECT "i"."order_id", "i"."position", "i"."site_id", "i"."ref_id", "o"."currency", cast(coalesce((SELECT sum("amount") FROM "payments" WHERE "order_id" = "o"."id"), 0) as bigint) AS "net", "i"."quantity" * "i"."unit_amount" AS "price", cast((SELECT sum("quantity" * "unit_amount") FROM "order_items" WHERE "order_id" = "o"."id") as bigint) AS "whole" FROM "orders" AS "o" INNER JOIN "order_items" AS "i" ON "i"."order_id" = "o"."id" AND "i"."site_id" || '' = "o"."site_id" WHERE "i"."kind" || '' = 'course' AND "o"."status" IN ('paid', 'partially_refunded', 'refunded')) AS "sold";
