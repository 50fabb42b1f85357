/**
 * The outbox (`outbox`): messages are stored in the unit of work of the change that causes them, and deleted when they
 * have been sent. Claiming a message postpones it, so that no other node sends it at the same time, but one does later if
 * the node that has claimed it stops. Messages that were given up stay until somebody decides about them.
 */
import { and, asc, desc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import {
  CLAIM_LIFETIME,
  type OutgoingChannel,
  type OutgoingMessage,
  type OutgoingState,
} from '../../schema/data/outgoing-message.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { integer, limit, scalar, text } from '../engine/placeholders.ts';
import { inserting, updating } from '../engine/rows.ts';

/** A message that is due. */
export type DueMessage = OutgoingMessage & Pick<OutgoingState, 'attempts' | 'dueAt' | 'failure'>;

/** A message that was claimed. The number of attempts tells whether another node has claimed it since. */
export type Claim = Pick<DueMessage, 'id' | 'attempts'>;

export type OutboxStore = ReturnType<typeof outboxStore>;

/** Prepares the step that stores a message. A message that is stored already stays unchanged. */
export function outboxStatements(db: Database) {
  const insert = inserting(db, db.tables.outbox);
  return { add: (message: OutgoingMessage): Step => insert({ ...message, attempts: 0, dueAt: message.createdAt }) };
}

/** More messages that were given up, or wait, are not counted for people. */
const MAX_COUNTED_TROUBLES = 1000;

function outboxReads(db: Database) {
  const { outbox: t } = db.tables;
  const state = {
    id: t.id,
    channel: t.channel,
    kind: t.kind,
    createdAt: t.createdAt,
    expiresAt: t.expiresAt,
    attempts: t.attempts,
    dueAt: t.dueAt,
    failedAt: t.failedAt,
    failure: t.failure,
  };
  // Uses the index outbox_by_due.
  const readDue = db.many((q, p: Params<{ channel: string; now: number; first: number }>) =>
    q
      .select({ ...state, sealed: t.sealed })
      .from(t)
      .where(and(eq(t.channel, sql`${text(p.channel)}`), lte(t.dueAt, integer(p.now))))
      .orderBy(asc(t.dueAt), asc(t.id))
      .limit(limit(p.first)),
  );
  const readAll = db.many((q, p: Params<{ first: number }>) =>
    q
      .select({ ...state, sealed: t.sealed })
      .from(t)
      .orderBy(desc(t.createdAt), desc(t.id))
      .limit(limit(p.first)),
  );
  // Uses the primary key.
  const readAfter = db.many((q, p: Params<{ after: string; first: number }>) =>
    q
      .select({ id: t.id, sealed: t.sealed })
      .from(t)
      .where(gt(t.id, text(p.after)))
      .orderBy(asc(t.id))
      .limit(limit(p.first)),
  );
  // Uses the index outbox_by_failure.
  const readFailed = db.many((q, p: Params<{ first: number }>) =>
    q
      .select({ ...state, sealed: t.sealed })
      .from(t)
      .where(isNotNull(t.failedAt))
      .orderBy(desc(t.failedAt), desc(t.id))
      .limit(limit(p.first)),
  );
  const count = db.one((q) =>
    q
      .select({
        all: sql<number>`count(*)`.mapWith(Number),
        failed: sql<number>`count(${t.failedAt})`.mapWith(Number),
      })
      .from(t),
  );
  const oldest = db.one((q) =>
    q
      .select({ since: sql<number | null>`min(${t.createdAt})` })
      .from(t)
      .where(isNotNull(t.dueAt)),
  );
  return { readDue, readAll, readAfter, readFailed, count, oldest };
}

/** Prepares the reads and changes of messages that wait for their next attempt, or are claimed. */
function waitingMessages(db: Database) {
  const { outbox: t } = db.tables;
  // Uses the primary key. Whatever is due later than a claim ends is not claimed, so it is not sent twice.
  const hasten = updating(db, t, (p: Params<{ id: string; later: number }>) =>
    and(eq(t.id, text(p.id)), gt(t.dueAt, integer(p.later))),
  );
  // Uses the index outbox_by_due.
  const hastenAll = updating(db, t, (p: Params<{ later: number }>) =>
    and(sql`${t.channel} in ('security', 'bulk')`, gt(t.dueAt, integer(p.later))),
  );
  return {
    /** Lets a message be tried now. @returns false if it does not wait, or is tried soon, or is being sent */
    hasten: (id: string, now: number): Promise<boolean> =>
      db.atomically(required(hasten({ dueAt: now }, { id, later: now + CLAIM_LIFETIME }))),

    /** Lets all of them be tried now, except what is tried soon or being sent. */
    async hastenAll(now: number): Promise<void> {
      await db.atomically(hastenAll({ dueAt: now }, { later: now + CLAIM_LIFETIME }));
    },
  };
}

/** Prepares the count of e-mails that did not arrive. */
function troubleCount(db: Database) {
  const { outbox: t } = db.tables;
  // Uses the indexes outbox_by_failure and outbox_by_due.
  return db.one((q, p: Params<{ before: number }>) =>
    q
      .select({
        failed: scalar(
          sql`(select count(*) from (select 1 from ${t} where ${t.failedAt} is not null limit ${sql.raw(String(MAX_COUNTED_TROUBLES))}) as failed)`,
        ),
        late: scalar(
          sql`(select count(*) from (select ${t.createdAt} as created_at from ${t}
            where ${t.channel} in ('security', 'bulk') and ${t.dueAt} is not null limit ${sql.raw(String(MAX_COUNTED_TROUBLES))}) as waiting
            where waiting.created_at < ${integer(p.before)})`,
        ),
      })
      .from(sql`(select 1) as one`),
  );
}

export function outboxStore(db: Database) {
  const { outbox: t } = db.tables;
  const { readDue, readAll, readAfter, readFailed, count, oldest } = outboxReads(db);
  const { add } = outboxStatements(db);
  const countTroubles = troubleCount(db);
  // All of the following use the primary key.
  const claim = updating(db, t, (p: Params<{ id: string; seen: number; now: number }>) =>
    and(eq(t.id, text(p.id)), eq(t.attempts, integer(p.seen)), lte(t.dueAt, integer(p.now))),
  );
  const change = updating(db, t, (p: Params<{ id: string; seen: number }>) =>
    and(eq(t.id, text(p.id)), eq(t.attempts, integer(p.seen)), gt(t.dueAt, sql`0`)),
  );
  const revive = updating(db, t, (p: Params<{ id: string }>) => and(eq(t.id, text(p.id)), isNotNull(t.failedAt)));
  const remove = db.write((q, p: Params<{ id: string }>) => q.delete(t).where(eq(t.id, text(p.id))));
  const removeClaimed = db.write((q, p: Params<{ id: string; seen: number }>) =>
    q.delete(t).where(and(eq(t.id, text(p.id)), eq(t.attempts, integer(p.seen)))),
  );
  const removeFailed = db.write((q, p: Params<{ id: string }>) =>
    q.delete(t).where(and(eq(t.id, text(p.id)), isNotNull(t.failedAt))),
  );

  return {
    ...waitingMessages(db),

    /** Stores messages that no other change causes. */
    async post(...messages: readonly OutgoingMessage[]): Promise<void> {
      if (messages.length > 0) await db.atomically(...messages.map(add));
    },

    add,

    due: (channel: OutgoingChannel, now: number, first: number): Promise<DueMessage[]> =>
      readDue({ channel, now, first }),

    /**
     * Claims a message until a time, after which it is due again.
     * @returns nothing if another node has claimed it, or it was sent
     */
    async claim({ id, attempts: seen }: DueMessage, until: number, now: number): Promise<Claim | undefined> {
      const attempts = seen + 1;
      const isMine = await db.atomically(required(claim({ attempts, dueAt: until }, { id, seen, now })));
      return isMine ? { id, attempts } : undefined;
    },

    /** Deletes a message that was sent, whoever has claimed it since. */
    async sent({ id }: Claim): Promise<void> {
      await db.atomically(remove({ id }));
    },

    /**
     * Puts others in the place of a message.
     * @param further steps of the same unit of work
     * @returns false if another node has claimed it since, or a required further step affected no row
     */
    replace: (
      { id, attempts: seen }: Claim,
      messages: readonly OutgoingMessage[],
      further: readonly Step[] = [],
    ): Promise<boolean> => db.atomically(required(removeClaimed({ id, seen })), ...further, ...messages.map(add)),

    /** Postpones a message whose sending failed. */
    async postpone({ id, attempts: seen }: Claim, dueAt: number, failure: string): Promise<void> {
      await db.atomically(change({ dueAt, failure }, { id, seen }));
    },

    /** Keeps a message that was given up. */
    async giveUp({ id, attempts: seen }: Claim, now: number, failure: string): Promise<void> {
      await db.atomically(change({ dueAt: null, failedAt: now, failure }, { id, seen }));
    },

    /** Returns the step that takes a message back. If it is being sent, it may still arrive. */
    withdraw: (id: string): Step => remove({ id }),

    /** Lists messages with their content, the newest first. */
    list: (first: number): Promise<(OutgoingState & Pick<OutgoingMessage, 'sealed'>)[]> => readAll({ first }),

    /** Reads all messages with their content, page by page, in the order of their ids. */
    after: (id: string, first: number): Promise<Pick<OutgoingMessage, 'id' | 'sealed'>[]> =>
      readAfter({ after: id, first }),

    /** Lists messages that were given up, with their content, the latest first. */
    failed: (first: number): Promise<(OutgoingState & Pick<OutgoingMessage, 'sealed'>)[]> => readFailed({ first }),

    async counts(): Promise<{ waiting: number; failed: number }> {
      const { all = 0, failed = 0 } = (await count()) ?? {};
      return { waiting: all - failed, failed };
    },

    /** When the oldest message was stored that was neither sent nor given up. */
    async waitingSince(): Promise<number | undefined> {
      const { since = null } = (await oldest()) ?? {};
      return since === null ? undefined : Number(since);
    },

    /** Counts e-mails that were given up, and those that wait since before a time, each up to 1,000. */
    troubles: async (before: number): Promise<{ failed: number; late: number }> =>
      (await countTroubles({ before })) ?? { failed: 0, late: 0 },

    /** @returns false if there is no such message that was given up */
    retry: (id: string, now: number, expiresAt: number): Promise<boolean> =>
      db.atomically(required(revive({ dueAt: now, expiresAt, failedAt: null, failure: null }, { id }))),

    /** @returns false if there is no such message that was given up */
    drop: (id: string): Promise<boolean> => db.atomically(required(removeFailed({ id }))),
  };
}
