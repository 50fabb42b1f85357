/** Reads of approvals (`approvals`), always together with what they end with. */
import { and, count, desc, eq, getTableColumns, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database, Params, RowOf } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';
import { isLiveApproval } from '../tables/live-approval.ts';

export type ApprovalRow = RowOf<Tables['approvals']>;

/** An approval with what the page says of it. */
export interface OpenApproval extends ApprovalRow {
  readonly slug: string;
  readonly siteName: string;
  readonly clientName: string;
  readonly connectedAt: number;
}

type Grant = { grantId: number };
type Person = { personId: string };

/** Reads of one connection. They use the index approvals_by_grant, whose rows of one connection are few. */
export function approvalsOfConnection(db: Database) {
  const { approvals: t } = db.tables;
  const live = isLiveApproval(db.tables);
  const ofCall = db.one((q, p: Params<Grant & { digest: string }>) =>
    q
      .select()
      .from(t)
      .where(and(eq(t.grantId, integer(p.grantId)), eq(t.digest, text(p.digest)), live))
      .orderBy(sql`${t.closedAt} is not null`, desc(t.askedAt), desc(t.id))
      .limit(1),
  );
  const closedOf = db.many((q, p: Params<Grant & { operation: string }>) =>
    q
      .select()
      .from(t)
      .where(and(eq(t.grantId, integer(p.grantId)), eq(t.operation, text(p.operation)), isNotNull(t.closedAt), live))
      .orderBy(desc(t.askedAt)),
  );
  const declinedOf = db.one((q, p: Params<Grant & { since: number }>) =>
    q
      .select({ times: count() })
      .from(t)
      .where(and(eq(t.grantId, integer(p.grantId)), eq(t.decision, 'declined'), gt(t.decidedAt, integer(p.since)))),
  );
  const unallowed = db.many((q, p: Params<Grant & { since: number }>) =>
    q
      .select({ askedAt: t.askedAt })
      .from(t)
      .where(
        and(
          eq(t.grantId, integer(p.grantId)),
          gt(t.askedAt, integer(p.since)),
          sql`coalesce(${t.decision}, '') <> 'allowed'`,
        ),
      )
      .orderBy(desc(t.askedAt)),
  );
  return { ofCall, closedOf, declinedOf, unallowed };
}

/** Reads of what waits for a person, with what the page says of it. */
export function approvalsOfPerson(db: Database) {
  const { approvals: t, clients, grants, sites } = db.tables;
  const live = isLiveApproval(db.tables);
  const isWaiting = (p: Params<{ now: number }>) =>
    and(isNull(t.closedAt), isNull(t.decidedAt), gt(t.expiresAt, integer(p.now)));

  // Uses the index approvals_by_person.
  const shown = {
    ...getTableColumns(t),
    slug: sites.slug,
    siteName: sites.name,
    clientName: clients.name,
    connectedAt: grants.createdAt,
  };
  const openOf = db.many((q, p: Params<Person & { now: number }>) =>
    q
      .select(shown)
      .from(t)
      .innerJoin(sites, eq(sites.id, t.siteId))
      .innerJoin(clients, eq(clients.id, t.clientId))
      .innerJoin(grants, eq(grants.id, t.grantId))
      .where(and(eq(t.personId, text(p.personId)), isWaiting(p), live))
      .orderBy(desc(t.askedAt)),
  );
  // Uses the primary key.
  const ofPerson = db.one((q, p: Params<Person & { id: string; now: number }>) =>
    q
      .select(shown)
      .from(t)
      .innerJoin(sites, eq(sites.id, t.siteId))
      .innerJoin(clients, eq(clients.id, t.clientId))
      .innerJoin(grants, eq(grants.id, t.grantId))
      .where(and(eq(t.id, text(p.id)), eq(t.personId, text(p.personId)), isWaiting(p), live)),
  );
  return { openOf, ofPerson };
}

/** Reads of what a school and an app demand. They use the primary keys. */
export function approvalPolicies(db: Database) {
  const { clients, sites } = db.tables;
  const policy = db.one((q, p: Params<{ siteId: string; clientId: string }>) =>
    q
      .select({
        approvalPolicy: sites.approvalPolicy,
        runsAlone:
          sql<boolean>`(${clients.runsAlone} and ${clients.origin} = 'site_application' and ${clients.authMethod} <> 'none')`.mapWith(
            Boolean,
          ),
      })
      .from(sites)
      .innerJoin(clients, eq(clients.id, text(p.clientId)))
      .where(eq(sites.id, text(p.siteId))),
  );
  const ofSite = db.one((q, p: Params<{ siteId: string }>) =>
    q
      .select({ approvalPolicy: sites.approvalPolicy })
      .from(sites)
      .where(eq(sites.id, text(p.siteId))),
  );
  return { policy, ofSite };
}
