CREATE TABLE "review_requests" (
	"site_id" text NOT NULL,
	"client_id" text NOT NULL,
	"person_id" text NOT NULL,
	"asked_at" bigint NOT NULL,
	"answer" text,
	"answered_at" bigint,
	"reason" text,
	CONSTRAINT "review_requests_site_id_client_id_pk" PRIMARY KEY("site_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "roster_deeds" (
	"roster_id" text NOT NULL,
	"position" bigint NOT NULL,
	"site_id" text NOT NULL,
	"person_id" text,
	"outcome" text NOT NULL,
	"role_before" text,
	"version" bigint,
	"enrollment_id" text,
	"enrollment_version" bigint,
	"expire_date" text,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "roster_deeds_roster_id_position_pk" PRIMARY KEY("roster_id","position")
);
--> statement-breakpoint
CREATE TABLE "roster_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"roster_id" text NOT NULL,
	"position" bigint NOT NULL,
	"sealed" "bytea" NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rosters" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"person_id" text NOT NULL,
	"course_id" text,
	"state" text NOT NULL,
	"ends_missing" boolean DEFAULT false NOT NULL,
	"counts" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"confirmed_at" bigint,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "review_requests_by_client" ON "review_requests" USING btree ("client_id","asked_at");--> statement-breakpoint
CREATE INDEX "review_requests_open" ON "review_requests" USING btree ("asked_at") WHERE "review_requests"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "roster_deeds_by_person" ON "roster_deeds" USING btree ("person_id","site_id");--> statement-breakpoint
CREATE INDEX "roster_deeds_by_expiry" ON "roster_deeds" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "roster_parts_by_roster" ON "roster_parts" USING btree ("roster_id","position");--> statement-breakpoint
CREATE INDEX "roster_parts_by_expiry" ON "roster_parts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rosters_by_site" ON "rosters" USING btree ("site_id","created_at");--> statement-breakpoint
CREATE INDEX "rosters_by_expiry" ON "rosters" USING btree ("expires_at");