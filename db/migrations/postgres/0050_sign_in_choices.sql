-- A school that turned the prompts for ChatGPT off chose refusals, as far as the audit log tells. The others chose nothing.
UPDATE "sites" SET "beta_features" = coalesce("beta_features", '[]'::jsonb) || '["status_sign_in"]'::jsonb
WHERE NOT coalesce("beta_features", '[]'::jsonb) @> '["chatgpt_sign_in"]'::jsonb AND EXISTS (
  SELECT 1 FROM "audit_events" "a"
  WHERE "a"."site_id" = "sites"."id" AND "a"."event" = 'beta_feature_off' AND "a"."target" = 'chatgpt_sign_in');
