CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"event" text NOT NULL,
	"site_id" text,
	"person_id" text,
	"client_id" text,
	"target" text,
	"ip" text,
	"user_agent" text,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "authorization_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"parameters" jsonb NOT NULL,
	"signed_in_since" bigint NOT NULL,
	"confirmed_session_id" text,
	"site_id" text,
	"outcome" text,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" text PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"site_id" text,
	"name" text NOT NULL,
	"auth_method" text NOT NULL,
	"secret_hash" "bytea",
	"previous_secret_hash" "bytea",
	"redirect_uris" jsonb NOT NULL,
	"post_logout_redirect_uris" jsonb NOT NULL,
	"scope" text NOT NULL,
	"default_scope" text,
	"may_introspect" boolean NOT NULL,
	"active" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"person_id" text NOT NULL,
	"site_id" text NOT NULL,
	"client_id" text NOT NULL,
	"asked_scope" text NOT NULL,
	"granted_scope" text NOT NULL,
	"decided_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL,
	CONSTRAINT "consents_person_id_site_id_client_id_pk" PRIMARY KEY("person_id","site_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrollments" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"person_id" text NOT NULL,
	"course_id" text NOT NULL,
	"status" text NOT NULL,
	"starts_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"id" bigint PRIMARY KEY NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"code_expires_at" bigint NOT NULL,
	"redeemed_at" bigint,
	"client_id" text NOT NULL,
	"person_id" text NOT NULL,
	"site_id" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"scope" text NOT NULL,
	"audience" text NOT NULL,
	"resource_sent" boolean NOT NULL,
	"code_challenge" text NOT NULL,
	"nonce" text,
	"authenticated_at" bigint NOT NULL,
	"auth_time_requested" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL,
	"revoked_at" bigint,
	"revoked_by" text
);
--> statement-breakpoint
CREATE TABLE "key_blocks" (
	"name" text PRIMARY KEY NOT NULL,
	"next" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"person_id" text NOT NULL,
	"site_id" text NOT NULL,
	"role" text NOT NULL,
	"status" text NOT NULL,
	"joined_at" bigint NOT NULL,
	CONSTRAINT "memberships_person_id_site_id_pk" PRIMARY KEY("person_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"active" boolean NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"hash" "bytea" NOT NULL,
	"person_id" text NOT NULL,
	"authenticated_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"ended_at" bigint,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setup_links" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"sealed_private_key" "bytea" NOT NULL,
	"public_x" text NOT NULL,
	"public_y" text NOT NULL,
	"created_at" bigint NOT NULL,
	"signs_from" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sites" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"active" boolean NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"window_ends_at" bigint NOT NULL,
	"blocked_until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"grant_id" bigint NOT NULL,
	"scope" text NOT NULL,
	"issued_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"revoked_at" bigint,
	"rotated_at" bigint,
	"successor_id" bigint,
	"grace_copy" "bytea"
);
--> statement-breakpoint
CREATE INDEX "audit_events_by_site" ON "audit_events" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "authorization_requests_by_expiry" ON "authorization_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "clients_by_site" ON "clients" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "clients_by_age" ON "clients" USING btree ("origin","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "courses_by_slug" ON "courses" USING btree ("site_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "enrollments_by_person" ON "enrollments" USING btree ("person_id","site_id","course_id");--> statement-breakpoint
CREATE INDEX "grants_by_person" ON "grants" USING btree ("person_id","site_id");--> statement-breakpoint
CREATE INDEX "memberships_by_site" ON "memberships" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_by_email" ON "people" USING btree ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_by_hash" ON "sessions" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "sessions_by_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sites_by_slug" ON "sites" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "throttles_by_end" ON "throttles" USING btree ("window_ends_at");