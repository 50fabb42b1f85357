ALTER TABLE "authorization_requests" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "authorization_requests_by_network" ON "authorization_requests" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "consents_by_client" ON "consents" USING btree ("client_id","decided_at");