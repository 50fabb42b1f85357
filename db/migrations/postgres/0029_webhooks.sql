CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"person_id" text,
	"name" text NOT NULL,
	"payload" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"attempts" bigint NOT NULL,
	"due_at" bigint,
	"tried_at" bigint,
	"delivered_at" bigint,
	"failed_at" bigint,
	"status" bigint,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"sealed_secrets" "bytea" NOT NULL,
	"previous_secret_ends_at" bigint,
	"status" text NOT NULL,
	"stop" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"due_at" bigint,
	"not_before" bigint NOT NULL,
	"claims" bigint NOT NULL,
	"failures" bigint NOT NULL,
	"failing_since" bigint
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"at" bigint NOT NULL,
	"name" text NOT NULL,
	"person_id" text,
	"data" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_due" ON "webhook_deliveries" USING btree ("endpoint_id","due_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_person" ON "webhook_deliveries" USING btree ("site_id","person_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_by_site" ON "webhook_endpoints" USING btree ("site_id","status");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_by_due" ON "webhook_endpoints" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "webhook_events_by_time" ON "webhook_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "webhook_events_by_site" ON "webhook_events" USING btree ("site_id");--> statement-breakpoint
CREATE FUNCTION "note_webhook_event"("of_site" text, "of_name" text, "of_person" text, "of_data" jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "webhook_events" ("id", "site_id", "at", "name", "person_id", "data")
    SELECT 'evt_' || replace(gen_random_uuid()::text, '-', ''), "of_site", floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint, "of_name", "of_person", "of_data"::text
    WHERE EXISTS (SELECT 1 FROM "webhook_endpoints" WHERE "site_id" = "of_site" AND "status" = 'active');
$$;--> statement-breakpoint
CREATE FUNCTION "note_webhook_memberships_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'member.added', NEW."person_id", jsonb_build_object('person_id', NEW."person_id", 'role', NEW."role"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_memberships_inserted" AFTER INSERT ON "memberships" FOR EACH ROW WHEN (NEW."status" = 'active') EXECUTE FUNCTION "note_webhook_memberships_inserted"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_memberships_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'member.added', NEW."person_id", jsonb_build_object('person_id', NEW."person_id", 'role', NEW."role"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_memberships_added" AFTER UPDATE OF "status" ON "memberships" FOR EACH ROW WHEN (NEW."status" = 'active' AND OLD."status" <> 'active') EXECUTE FUNCTION "note_webhook_memberships_added"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_memberships_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'member.removed', NEW."person_id", jsonb_build_object('person_id', NEW."person_id", 'role', NEW."role", 'status', NEW."status"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_memberships_removed" AFTER UPDATE OF "status" ON "memberships" FOR EACH ROW WHEN (NEW."status" IN ('removed', 'suspended') AND (OLD."status" = 'active' OR (OLD."status" = 'suspended' AND NEW."status" = 'removed'))) EXECUTE FUNCTION "note_webhook_memberships_removed"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_memberships_role"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'member.role_changed', NEW."person_id", jsonb_build_object('person_id', NEW."person_id", 'role', NEW."role", 'previous_role', OLD."role"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_memberships_role" AFTER UPDATE OF "role" ON "memberships" FOR EACH ROW WHEN (NEW."status" = 'active' AND OLD."status" = 'active' AND NEW."role" <> OLD."role") EXECUTE FUNCTION "note_webhook_memberships_role"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_enrollments_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'enrollment.created', NEW."person_id", jsonb_build_object('enrollment_id', NEW."id", 'course_id', NEW."course_id", 'person_id', NEW."person_id", 'source', NEW."source"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_enrollments_inserted" AFTER INSERT ON "enrollments" FOR EACH ROW WHEN (NEW."status" = 'active' AND NEW."source" <> 'subscription') EXECUTE FUNCTION "note_webhook_enrollments_inserted"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_enrollments_opened"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'enrollment.created', NEW."person_id", jsonb_build_object('enrollment_id', NEW."id", 'course_id', NEW."course_id", 'person_id', NEW."person_id", 'source', NEW."source"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_enrollments_opened" AFTER UPDATE OF "status", "source" ON "enrollments" FOR EACH ROW WHEN (NEW."status" = 'active' AND NEW."source" <> 'subscription' AND NOT (OLD."status" = 'active' AND OLD."source" <> 'subscription')) EXECUTE FUNCTION "note_webhook_enrollments_opened"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_enrollments_ended"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'enrollment.ended', NEW."person_id", jsonb_build_object('enrollment_id', NEW."id", 'course_id', NEW."course_id", 'person_id', NEW."person_id", 'status', NEW."status"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_enrollments_ended" AFTER UPDATE OF "status" ON "enrollments" FOR EACH ROW WHEN (NEW."status" IN ('expired', 'revoked') AND OLD."status" = 'active' AND OLD."source" <> 'subscription') EXECUTE FUNCTION "note_webhook_enrollments_ended"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_enrollments_completed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'course.completed', NEW."person_id", jsonb_build_object('enrollment_id', NEW."id", 'course_id', NEW."course_id", 'person_id', NEW."person_id"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_enrollments_completed" AFTER UPDATE OF "completed_at" ON "enrollments" FOR EACH ROW WHEN (NEW."completed_at" IS NOT NULL AND OLD."completed_at" IS NULL) EXECUTE FUNCTION "note_webhook_enrollments_completed"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_watch_positions_inserted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'lecture.completed', "of"."person_id", jsonb_build_object('enrollment_id', NEW."enrollment_id", 'lecture_id', NEW."lecture_id", 'person_id', "of"."person_id")) FROM "enrollments" AS "of" WHERE "of"."id" = NEW."enrollment_id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_watch_positions_inserted" AFTER INSERT ON "watch_positions" FOR EACH ROW WHEN (NEW."completed_at" IS NOT NULL) EXECUTE FUNCTION "note_webhook_watch_positions_inserted"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_watch_positions_completed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'lecture.completed', "of"."person_id", jsonb_build_object('enrollment_id', NEW."enrollment_id", 'lecture_id', NEW."lecture_id", 'person_id', "of"."person_id")) FROM "enrollments" AS "of" WHERE "of"."id" = NEW."enrollment_id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_watch_positions_completed" AFTER UPDATE OF "completed_at" ON "watch_positions" FOR EACH ROW WHEN (NEW."completed_at" IS NOT NULL AND OLD."completed_at" IS NULL) EXECUTE FUNCTION "note_webhook_watch_positions_completed"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_orders_created"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'order.created', NEW."person_id", jsonb_build_object('order_id', NEW."id", 'person_id', NEW."person_id", 'status', NEW."status"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_orders_created" AFTER INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION "note_webhook_orders_created"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_orders_refunded"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'order.refunded', NEW."person_id", jsonb_build_object('order_id', NEW."id", 'person_id', NEW."person_id", 'status', NEW."status"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_orders_refunded" AFTER UPDATE OF "refunded_amount" ON "orders" FOR EACH ROW WHEN (NEW."refunded_amount" > OLD."refunded_amount") EXECUTE FUNCTION "note_webhook_orders_refunded"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_subscriptions_started"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'subscription.started', NEW."person_id", jsonb_build_object('subscription_id', NEW."id", 'plan_id', NEW."plan_id", 'person_id', NEW."person_id"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_subscriptions_started" AFTER INSERT ON "subscriptions" FOR EACH ROW WHEN (NEW."status" IN ('trialing', 'active')) EXECUTE FUNCTION "note_webhook_subscriptions_started"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_subscriptions_ended"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'subscription.ended', NEW."person_id", jsonb_build_object('subscription_id', NEW."id", 'plan_id', NEW."plan_id", 'person_id', NEW."person_id"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_subscriptions_ended" AFTER UPDATE OF "status" ON "subscriptions" FOR EACH ROW WHEN (NEW."status" IN ('cancelled', 'expired') AND OLD."status" NOT IN ('cancelled', 'expired')) EXECUTE FUNCTION "note_webhook_subscriptions_ended"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_membership_plans_counted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'subscription.ended', "of"."person_id", jsonb_build_object('subscription_id', "of"."id", 'plan_id', "of"."plan_id", 'person_id', "of"."person_id")) FROM "subscriptions" AS "of" WHERE "of"."site_id" = NEW."site_id" AND "of"."plan_id" = NEW."id" AND "of"."status" NOT IN ('cancelled', 'expired') AND "of"."ends_at" > OLD."counted_until" AND "of"."ends_at" <= NEW."counted_until";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_membership_plans_counted" AFTER UPDATE OF "counted_until" ON "membership_plans" FOR EACH ROW WHEN (NEW."counted_until" > OLD."counted_until") EXECUTE FUNCTION "note_webhook_membership_plans_counted"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_events_cancelled"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'event.cancelled', NULL, jsonb_build_object('event_id', NEW."id"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_events_cancelled" AFTER UPDATE OF "status" ON "events" FOR EACH ROW WHEN (NEW."status" = 'cancelled' AND OLD."status" <> 'cancelled') EXECUTE FUNCTION "note_webhook_events_cancelled"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_consents_given"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'application.connected', NEW."person_id", jsonb_build_object('client_id', NEW."client_id", 'person_id', NEW."person_id"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_consents_given" AFTER INSERT ON "consents" FOR EACH ROW EXECUTE FUNCTION "note_webhook_consents_given"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_consents_ended"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(OLD."site_id", 'application.disconnected', OLD."person_id", jsonb_build_object('client_id', OLD."client_id", 'person_id', OLD."person_id"));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_consents_ended" AFTER DELETE ON "consents" FOR EACH ROW EXECUTE FUNCTION "note_webhook_consents_ended"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_adoptions_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(NEW."site_id", 'application.reviewed', NULL, jsonb_build_object('client_id', NEW."client_id", 'decision', 'adopted'));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_adoptions_added" AFTER INSERT ON "adoptions" FOR EACH ROW EXECUTE FUNCTION "note_webhook_adoptions_added"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_adoptions_ended"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"(OLD."site_id", 'application.reviewed', NULL, jsonb_build_object('client_id', OLD."client_id", 'decision', 'released'));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_adoptions_ended" AFTER DELETE ON "adoptions" FOR EACH ROW EXECUTE FUNCTION "note_webhook_adoptions_ended"();--> statement-breakpoint
CREATE FUNCTION "note_webhook_documents_reviewed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_webhook_event"("of"."site_id", 'application.reviewed', NULL, jsonb_build_object('client_id', NEW."client_id", 'decision', NEW."review")) FROM (SELECT "site_id" FROM "consents" WHERE "client_id" = NEW."client_id" UNION SELECT "site_id" FROM "adoptions" WHERE "client_id" = NEW."client_id") AS "of" WHERE true;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_documents_reviewed" AFTER UPDATE OF "review" ON "metadata_documents" FOR EACH ROW WHEN (NEW."review" IN ('approved', 'blocked') AND NEW."review" <> OLD."review") EXECUTE FUNCTION "note_webhook_documents_reviewed"();