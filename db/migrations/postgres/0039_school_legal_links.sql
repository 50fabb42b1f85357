ALTER TABLE "sites" ADD COLUMN "terms_url" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "privacy_url" text;