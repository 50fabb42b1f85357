/**
 * Calls of apps that wait for a person's decision (`approvals`). They end with the connection, the membership, the app and
 * the school: a row is read and decided together with them, so nothing has to be closed when one of them ends.
 */
import { and, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { Role } from '../../schema/people/role.ts';
import {
  APPROVAL_LIMITS,
  type ApprovalDecision,
  type ApprovalPolicy,
  UNALLOWED,
} from '../../schema/school/approval.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { encoded, integer, rowOf, text, value } from '../engine/placeholders.ts';
import { sessionStatements } from '../people/sessions.ts';
import type { Tables } from '../tables/index.ts';
import { isLiveApproval } from '../tables/live-approval.ts';
import {
  type ApprovalRow,
  approvalPolicies,
  approvalsOfConnection,
  approvalsOfPerson,
  type OpenApproval,
} from './approval-reads.ts';

export type { ApprovalRow, OpenApproval } from './approval-reads.ts';

type Grant = { grantId: number };
type Member = { siteId: string; personId: string };

const isMember = ({ memberships }: Tables, p: Params<Member>): SQL | undefined =>
  and(eq(memberships.personId, text(p.personId)), eq(memberships.siteId, text(p.siteId)));

/** The steps that ask, within the limits. */
function askSteps(db: Database) {
  const { approvals: t, grants, memberships } = db.tables;
  const insert = db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p)).onConflictDoNothing());
  const openRows = (p: Params<{ now: number }>, whose: SQL) =>
    sql`(select count(*) from ${t} as waiting where ${whose} and waiting.closed_at is null and waiting.decided_at is null and waiting.expires_at > ${integer(p.now)})`;
  const { ofConnection, ofPerson, declined, windowMs } = APPROVAL_LIMITS;
  const unallowed = (p: Params<Grant & { now: number }>, ms: number) =>
    sql`(select count(*) from ${t} as asked where asked.grant_id = ${integer(p.grantId)} and coalesce(asked.decision, '') <> 'allowed' and asked.asked_at > ${integer(p.now)} - ${sql.raw(String(ms))})`;
  const lockMember = lockRow(db, memberships, (p: Params<Member>) => isMember(db.tables, p));
  // Evaluated while the row is locked, so that parallel calls cannot pass the limits together.
  const withinLimits = lockRow(db, memberships, (p: Params<Member & Grant & { now: number }>) =>
    and(
      isMember(db.tables, p),
      eq(memberships.status, 'active'),
      sql`exists (select 1 from ${grants} as held where held.id = ${integer(p.grantId)} and held.revoked_at is null)`,
      sql`${openRows(p, sql`waiting.grant_id = ${integer(p.grantId)}`)} < ${sql.raw(String(ofConnection))}`,
      sql`${openRows(p, sql`waiting.person_id = ${text(p.personId)}`)} < ${sql.raw(String(ofPerson))}`,
      sql`(select count(*) from ${t} as refused where refused.grant_id = ${integer(p.grantId)} and refused.decision = 'declined' and refused.decided_at > ${integer(p.now)} - ${sql.raw(String(windowMs))}) < ${sql.raw(String(declined))}`,
      ...UNALLOWED.map(({ most, ms }) => sql`${unallowed(p, ms)} < ${sql.raw(String(most))}`),
    ),
  );

  /** What nobody can decide or carry out any more makes room for the same call. */
  const closeOver = db.write((q, p: Params<Grant & { digest: string; now: number }>) =>
    q
      .update(t)
      .set({ closedAt: value(p.now) })
      .where(
        and(
          eq(t.grantId, integer(p.grantId)),
          eq(t.digest, text(p.digest)),
          isNull(t.closedAt),
          or(
            and(isNull(t.decidedAt), sql`${t.expiresAt} <= ${integer(p.now)}`),
            sql`${t.usableUntil} <= ${integer(p.now)}`,
          ),
        ),
      ),
  );
  return { insert, lockMember, withinLimits, closeOver };
}

/** The steps that decide and carry out. They use the primary keys. */
function decisionSteps(db: Database) {
  const { approvals: t, memberships } = db.tables;
  const live = isLiveApproval(db.tables);
  const decide = db.write(
    (
      q,
      p: Params<{
        id: string;
        personId: string;
        now: number;
        decision: ApprovalDecision;
        usableUntil: number | null;
        closedAt: number | null;
      }>,
    ) =>
      q
        .update(t)
        .set({
          decidedAt: value(p.now),
          decision: value(p.decision),
          usableUntil: value(p.usableUntil),
          closedAt: value(p.closedAt),
        })
        .where(
          and(
            eq(t.id, text(p.id)),
            eq(t.personId, text(p.personId)),
            isNull(t.decidedAt),
            isNull(t.closedAt),
            gt(t.expiresAt, integer(p.now)),
            live,
          ),
        ),
  );
  const lockUsable = lockRow(db, t, (p: Params<{ id: string; now: number }>) =>
    and(eq(t.id, text(p.id)), eq(t.decision, 'allowed'), isNull(t.closedAt), gt(t.usableUntil, integer(p.now)), live),
  );
  const close = db.write((q, p: Params<{ id: string; now: number }>) =>
    q
      .update(t)
      .set({ closedAt: value(p.now) })
      .where(and(eq(t.id, text(p.id)), isNull(t.closedAt))),
  );
  const lockRole = lockRow(db, memberships, (p: Params<Member & { role: Role }>) =>
    and(isMember(db.tables, p), eq(memberships.status, 'active'), eq(memberships.role, text(p.role))),
  );
  return { decide, lockUsable, close, lockRole };
}

/** The steps that choose what is asked for. They use the primary keys. */
function choiceSteps(db: Database) {
  const { clients, sites } = db.tables;
  const setPolicy = db.write((q, p: Params<{ siteId: string; policy: ApprovalPolicy }>) =>
    q
      .update(sites)
      .set({ approvalPolicy: value(p.policy) })
      .where(eq(sites.id, text(p.siteId))),
  );
  const setAlone = db.write((q, p: Params<{ siteId: string; clientId: string; runsAlone: boolean }>) =>
    q
      .update(clients)
      .set({ runsAlone: encoded(p.runsAlone) })
      .where(and(eq(clients.id, text(p.clientId)), eq(clients.siteId, text(p.siteId)), ne(clients.authMethod, 'none'))),
  );
  return { setPolicy, setAlone };
}

export function approvalStore(db: Database, audit: AuditTrail) {
  const { ofCall, closedOf, declinedOf, unallowed } = approvalsOfConnection(db);
  const { openOf, ofPerson } = approvalsOfPerson(db);
  const { policy, ofSite } = approvalPolicies(db);
  const ask = askSteps(db);
  const settle = decisionSteps(db);
  const choose = choiceSteps(db);
  const sessions = sessionStatements(db);

  return {
    policy,

    /** What a school has chosen. */
    policyOf: async (siteId: string): Promise<ApprovalPolicy> =>
      (await ofSite({ siteId }))?.approvalPolicy ?? 'changes',

    /** The approval of a call that is open, otherwise the newest one. */
    find: (grantId: number, digest: string): Promise<ApprovalRow | undefined> => ofCall({ grantId, digest }),

    /** What a connection was allowed to call, or was not, and is over, newest first. */
    closedOf: (grantId: number, operation: string): Promise<ApprovalRow[]> => closedOf({ grantId, operation }),

    declinedOf: async (grantId: number, since: number): Promise<number> =>
      (await declinedOf({ grantId, since }))?.times ?? 0,

    /** When calls of a connection were asked about that were not allowed, the latest first. */
    unallowedAt: async (grantId: number, since: number): Promise<number[]> =>
      (await unallowed({ grantId, since })).map(({ askedAt }) => askedAt),

    /** What waits for a person at any school, newest first. */
    waitingFor: (personId: string, now: number): Promise<OpenApproval[]> => openOf({ personId, now }),

    /** What waits for this person, by its id. */
    waiting: (id: string, personId: string, now: number): Promise<OpenApproval | undefined> =>
      ofPerson({ id, personId, now }),

    /** @returns false if the same call waits already, or if nobody may be asked for more */
    async ask(row: ApprovalRow, event: AuditEvent): Promise<boolean> {
      const { siteId, personId, grantId, digest, askedAt: now } = row;
      return db.atomically(
        ask.lockMember({ siteId, personId }),
        ask.closeOver({ grantId, digest, now }),
        required(ask.withinLimits({ siteId, personId, grantId, now })),
        required(ask.insert(row)),
        ...(await audit.steps(event)),
      );
    },

    /**
     * Stores the decision of a person, once, if the session lasts and the person still has the role.
     * @returns false if nothing was decided
     */
    async decide(
      { id, siteId, personId }: Pick<ApprovalRow, 'id' | 'siteId' | 'personId'>,
      decision: { is: ApprovalDecision; now: number; usableUntil: number },
      by: { sessionId: string; role: Role },
      event: AuditEvent,
    ): Promise<boolean> {
      const { is, now, usableUntil } = decision;
      const isAllowed = is === 'allowed';
      return db.atomically(
        sessions.stillOpen(by.sessionId, personId),
        required(settle.lockRole({ siteId, personId, role: by.role })),
        required(
          settle.decide({
            id,
            personId,
            now,
            decision: is,
            usableUntil: isAllowed ? usableUntil : null,
            closedAt: isAllowed ? null : now,
          }),
        ),
        ...(await audit.steps(event)),
      );
    },

    /** Requires, for the unit of work of a claim, that something is allowed and can be carried out. */
    usable: (id: string, now: number): Step => required(settle.lockUsable({ id, now })),

    /** @returns false if it is closed already */
    close: (id: string, now: number): Promise<boolean> => db.atomically(required(settle.close({ id, now }))),

    /** @returns false if the school does not exist */
    setPolicy: async (siteId: string, policy: ApprovalPolicy, event: AuditEvent): Promise<boolean> =>
      db.atomically(required(choose.setPolicy({ siteId, policy })), ...(await audit.steps(event))),

    /** Says of an application of a school, if it has a secret, whether no person stands behind its calls. */
    setAlone: async (siteId: string, clientId: string, runsAlone: boolean, event: AuditEvent): Promise<boolean> =>
      db.atomically(required(choose.setAlone({ siteId, clientId, runsAlone })), ...(await audit.steps(event))),
  };
}
