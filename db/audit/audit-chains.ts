/**
 * Seals audit events into hash chains (`audit_chains`), one for each school and one for the events without a school.
 * Events are written without a place in a chain, so that requests never wait for each other. Maintenance seals them a
 * few seconds later, and any number of nodes may do so at the same time: the head of a chain is advanced only from the
 * state that was read, so one of them succeeds.
 */
import { and, asc, eq, gt, isNull, lt, lte } from 'drizzle-orm';
import { chainHash, FIRST_HASH, PLATFORM_CHAIN, type StoredAuditEvent } from '../../schema/audit/audit-chain.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { preparedPerShape } from '../engine/lists.ts';
import { integer, limit, text, value } from '../engine/placeholders.ts';
import { inserting, updating } from '../engine/rows.ts';
import { pacing } from '../running/pace.ts';
import type { Tables } from '../tables/index.ts';

type Chain = RowOf<Tables['auditChains']>;

/** Events per read. */
const BATCH = 500;
/** Age in milliseconds at which an event is sealed. By then, the transactions that began before it have ended. */
const SEALED_AFTER = 5000;
const chainOf = ({ siteId }: Pick<StoredAuditEvent, 'siteId'>): string => siteId ?? PLATFORM_CHAIN;

/** Prepares the reads of chains and of their events. */
export function chainReads(db: Database) {
  const { auditChains, auditEvents: t } = db.tables;

  // Uses the primary key.
  const chain = db.one((q, p: Params<{ id: string }>) =>
    q
      .select()
      .from(auditChains)
      .where(eq(auditChains.id, text(p.id))),
  );
  // Uses the index audit_events_unsealed.
  const unsealed = db.many((q, p: Params<{ before: number; rows: number }>) =>
    q
      .select()
      .from(t)
      .where(and(isNull(t.sequence), lt(t.at, integer(p.before))))
      .orderBy(asc(t.at), asc(t.id))
      .limit(limit(p.rows)),
  );
  // Uses the index audit_events_by_chain.
  const after = preparedPerShape((isPlatform: boolean) =>
    db.many((q, p: Params<{ id: string; after: number; first: number }>) =>
      q
        .select()
        .from(t)
        .where(and(isPlatform ? isNull(t.siteId) : eq(t.siteId, text(p.id)), gt(t.sequence, integer(p.after))))
        .orderBy(asc(t.sequence), asc(t.id))
        .limit(limit(p.first)),
    ),
  );

  // Uses the index audit_chains_by_age.
  const expired = db.one((q, p: Params<{ before: number }>) =>
    q
      .select()
      .from(auditChains)
      .where(lt(auditChains.oldestAt, integer(p.before)))
      .orderBy(asc(auditChains.oldestAt))
      .limit(1),
  );
  // There are as many rows as schools, and it runs only if the log is shipped.
  const unshipped = db.many((q) =>
    q
      .select({ id: auditChains.id, shipped: auditChains.shippedSequence, sequence: auditChains.sequence })
      .from(auditChains)
      .where(lt(auditChains.shippedSequence, auditChains.sequence))
      .orderBy(asc(auditChains.id))
      .limit(BATCH),
  );

  return {
    expired,
    unshipped,
    chain: (id: string) => chain({ id }),
    unsealed,
    /** Reads the sealed events of a chain that follow a sequence number, in order. */
    after: (id: string, sequence: number, first = BATCH): Promise<StoredAuditEvent[]> =>
      after(id === PLATFORM_CHAIN)({ id, after: sequence, first }),
  };
}

/** Prepares the changes of chains. */
function chainWrites(db: Database) {
  const { auditChains, auditEvents } = db.tables;
  // All statements use primary keys, except for the deletion, which uses the index audit_events_by_chain.
  const begin = inserting(db, auditChains);
  const advance = updating(db, auditChains, (p: Params<{ id: string; seen: number }>) =>
    and(eq(auditChains.id, text(p.id)), eq(auditChains.sequence, integer(p.seen))),
  );
  const anchor = updating(db, auditChains, (p: Params<{ id: string; seen: number; seenAnchor: number }>) =>
    and(
      eq(auditChains.id, text(p.id)),
      eq(auditChains.sequence, integer(p.seen)),
      eq(auditChains.anchorSequence, integer(p.seenAnchor)),
    ),
  );
  const ship = updating(db, auditChains, (p: Params<{ id: string; shipped: number }>) =>
    and(eq(auditChains.id, text(p.id)), lt(auditChains.shippedSequence, integer(p.shipped))),
  );
  const place = db.write((q, p: Params<{ id: number; sequence: number; hash: string }>) =>
    q
      .update(auditEvents)
      .set({ sequence: value(p.sequence), hash: value(p.hash) })
      .where(and(eq(auditEvents.id, integer(p.id)), isNull(auditEvents.sequence))),
  );
  const forget = preparedPerShape((isPlatform: boolean) =>
    db.write((q, p: Params<{ id: string; to: number }>) =>
      q
        .delete(auditEvents)
        .where(
          and(
            isPlatform ? isNull(auditEvents.siteId) : eq(auditEvents.siteId, text(p.id)),
            lte(auditEvents.sequence, integer(p.to)),
          ),
        ),
    ),
  );

  /** Returns the steps that append events to a chain, which must still be as it was read. */
  function append({ chain, events }: Growth): Step[] {
    const { sequence, hash, at } = events.at(-1) ?? { ...chain, at: 0 };
    const oldestAt = chain.oldestAt ?? events[0]?.at ?? at;
    return [
      ...(chain.sequence === 0 ? [begin(emptyChain(chain.id))] : []),
      required(advance({ sequence, hash, oldestAt }, { id: chain.id, seen: chain.sequence })),
      ...events.map((event) => required(place({ id: event.id, sequence: event.sequence, hash: event.hash }))),
    ];
  }

  return { append, anchor, ship, forget };
}

export type AuditChainStore = ReturnType<typeof auditChainStore>;

/** A group of events that one step of sealing appends to a chain. */
interface Growth {
  readonly chain: Chain;
  readonly events: readonly { id: number; at: number; sequence: number; hash: string }[];
}

/** Computes the places and hashes of new events of a chain. */
function growthOf(chain: Chain, events: readonly StoredAuditEvent[]): Growth {
  let { sequence, hash } = chain;
  const sealed = events.map((event) => {
    sequence += 1;
    hash = chainHash(hash, sequence, event);
    return { id: event.id, at: event.at, sequence, hash };
  });
  return { chain, events: sealed };
}

const emptyChain = (id: string): Chain => ({
  id,
  sequence: 0,
  hash: FIRST_HASH,
  anchorSequence: 0,
  anchorHash: FIRST_HASH,
  oldestAt: null,
  shippedSequence: 0,
});

export function auditChainStore(db: Database) {
  const read = chainReads(db);
  const write = chainWrites(db);
  // A larger batch would delay the commits of requests.
  const [sealing, pruning] = [pacing(), pacing()];

  return {
    /**
     * Seals a batch of the events that are a few seconds old, all or none of them.
     * @returns whether there may be more; false also if another node was faster
     */
    async seal(now: number): Promise<boolean> {
      const { rows } = sealing;
      const events = await read.unsealed({ before: now - SEALED_AFTER, rows });
      if (events.length === 0) return false;
      // Every node takes the chains in the same order, so that none waits for another in a circle.
      const ids = [...new Set(events.map(chainOf))].sort();
      const growths: Growth[] = [];
      for (const id of ids) {
        const chain = (await read.chain(id)) ?? emptyChain(id);
        growths.push(
          growthOf(
            chain,
            events.filter((event) => chainOf(event) === id),
          ),
        );
      }
      const { applied, heldMs } = await db.measured(...growths.flatMap(write.append));
      sealing.took(heldMs);
      return applied && events.length === rows;
    },

    /**
     * Deletes a batch of sealed events that are older than `before`, from the beginning of one chain, and keeps the hash
     * of the last one.
     * @returns whether there were any, and how long it held up others
     */
    async prune(before: number): Promise<{ isBusy: boolean; heldMs: number }> {
      const chain = await read.expired({ before });
      if (chain === undefined) return { isBusy: false, heldMs: 0 };
      const { rows } = pruning;
      const { id, anchorSequence: seenAnchor } = chain;
      const events = await read.after(id, seenAnchor, rows + 1);
      const firstKept = events.findIndex(({ at }) => at >= before);
      const gone = events.slice(0, firstKept < 0 ? rows : Math.min(firstKept, rows));
      const last = gone.at(-1);
      // The chain is damaged if it has no such events, and verification says so.
      const anchorSequence = last?.sequence ?? seenAnchor;
      const anchorHash = last?.hash ?? chain.anchorHash;
      const oldestAt = events[gone.length]?.at ?? null;
      const { applied, heldMs } = await db.measured(
        required(write.anchor({ anchorSequence, anchorHash, oldestAt }, { id, seen: chain.sequence, seenAnchor })),
        write.forget(id === PLATFORM_CHAIN)({ id, to: anchorSequence }),
      );
      pruning.took(heldMs);
      return { isBusy: applied, heldMs };
    },

    /** Returns the chains with events that were not shipped yet, the last one that was, and the newest one. */
    unshipped: (): Promise<{ id: string; shipped: number; sequence: number }[]> => read.unshipped(),

    after: read.after,

    /** Notes that the events of a chain were shipped up to a sequence number. */
    async shipped(id: string, sequence: number): Promise<void> {
      await db.atomically(write.ship({ shippedSequence: sequence }, { id, shipped: sequence }));
    },
  };
}
