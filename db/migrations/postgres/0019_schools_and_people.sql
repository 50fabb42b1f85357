ALTER TABLE "people" ADD COLUMN "erase_at" bigint;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "erased_at" bigint;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "delete_at" bigint;--> statement-breakpoint
CREATE INDEX "comments_by_person" ON "comments" USING btree ("site_id","person_id","created_at","id");--> statement-breakpoint
CREATE INDEX "form_submissions_by_person" ON "form_submissions" USING btree ("site_id","person_id");--> statement-breakpoint
CREATE INDEX "people_by_erasure" ON "people" USING btree ("erase_at");