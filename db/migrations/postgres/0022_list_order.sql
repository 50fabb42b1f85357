DROP INDEX "orders_by_time";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "listed_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "courses_by_title" ON "courses" USING btree ("site_id",lower("title" collate "C"),"id","course_type","featured");--> statement-breakpoint
CREATE INDEX "courses_by_status_and_title" ON "courses" USING btree ("site_id","status",lower("title" collate "C"),"id");--> statement-breakpoint
CREATE INDEX "digital_products_by_title" ON "digital_products" USING btree ("site_id",lower("title" collate "C"),"id");--> statement-breakpoint
CREATE INDEX "digital_products_by_status_and_title" ON "digital_products" USING btree ("site_id","status",lower("title" collate "C"),"id");--> statement-breakpoint
CREATE INDEX "lecturers_by_name" ON "lecturers" USING btree ("site_id",lower("name" collate "C"),"id");--> statement-breakpoint
CREATE INDEX "membership_plans_by_name" ON "membership_plans" USING btree ("site_id",lower("name" collate "C"),"id");--> statement-breakpoint
CREATE INDEX "membership_plans_by_status_and_name" ON "membership_plans" USING btree ("site_id","status",lower("name" collate "C"),"id");--> statement-breakpoint
CREATE INDEX "memberships_by_name" ON "memberships" USING btree ("site_id",lower("listed_name" collate "C"),"person_id","status");--> statement-breakpoint
CREATE INDEX "memberships_by_role_and_name" ON "memberships" USING btree ("site_id","role",lower("listed_name" collate "C"),"person_id","status");--> statement-breakpoint
CREATE INDEX "memberships_by_status_and_name" ON "memberships" USING btree ("site_id","status",lower("listed_name" collate "C"),"person_id");--> statement-breakpoint
CREATE INDEX "orders_by_number_without_case" ON "orders" USING btree ("site_id",lower("number" collate "C"),"id");--> statement-breakpoint
CREATE INDEX "posts_for_members" ON "posts" USING btree ("site_id","status","publish_at","id","visibility");--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("site_id","placed_at","id","number");--> statement-breakpoint
CREATE FUNCTION "keep_listed_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."listed_name" := CASE WHEN NEW."status" IN ('invited', 'removed') THEN '' ELSE coalesce((SELECT "name" FROM "people" WHERE "id" = NEW."person_id"), '') END;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "memberships_listed_name" BEFORE INSERT OR UPDATE OF "status" ON "memberships" FOR EACH ROW EXECUTE FUNCTION "keep_listed_name"();--> statement-breakpoint
CREATE FUNCTION "keep_listed_names"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "memberships" SET "listed_name" = NEW."name" WHERE "person_id" = NEW."id" AND "status" NOT IN ('invited', 'removed');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "people_listed_name" AFTER UPDATE OF "name" ON "people" FOR EACH ROW WHEN (OLD."name" <> NEW."name") EXECUTE FUNCTION "keep_listed_names"();--> statement-breakpoint
UPDATE "memberships" SET "listed_name" = coalesce((SELECT "name" FROM "people" WHERE "people"."id" = "memberships"."person_id"), '') WHERE "status" NOT IN ('invited', 'removed');