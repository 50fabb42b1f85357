ALTER TABLE "provider_identities" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "match_until" bigint;--> statement-breakpoint
UPDATE "provider_identities" SET "client_id" = (SELECT p.client_id FROM "providers" AS p WHERE p.site_id = "provider_identities"."site_id" AND p.issuer = "provider_identities"."issuer");