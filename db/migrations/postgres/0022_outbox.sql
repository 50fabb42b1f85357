CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"attempts" bigint NOT NULL,
	"due_at" bigint,
	"failed_at" bigint,
	"failure" text
);
--> statement-breakpoint
CREATE INDEX "outbox_by_due" ON "outbox" USING btree ("channel","due_at");--> statement-breakpoint
CREATE INDEX "outbox_by_failure" ON "outbox" USING btree ("failed_at");