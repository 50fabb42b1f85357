ALTER TABLE "memberships" ADD COLUMN "invited_by" text;--> statement-breakpoint
CREATE INDEX "memberships_by_inviter" ON "memberships" USING btree ("invited_by","site_id") WHERE "memberships"."invited_by" is not null;--> statement-breakpoint
CREATE INDEX "second_factor_resets_by_site" ON "second_factor_resets" USING btree ("site_id","approved_by");--> statement-breakpoint
-- Whoever invited, sent the invitation again last, or was shown its link answers for it, as far as the audit log tells.
UPDATE memberships SET invited_by = (
  SELECT e.person_id FROM audit_events AS e
  WHERE e.site_id = memberships.site_id AND e.target = 'member/' || memberships.person_id AND e.target LIKE 'member/%'
    AND e.event IN ('resource_created', 'invitation_sent', 'invitation_link_created') AND e.person_id <> memberships.person_id
  ORDER BY e.id DESC LIMIT 1
) WHERE status = 'invited' AND role <> 'owner';
