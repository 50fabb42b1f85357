/** Verifies the hash chains of audit events (`audit_chains`), while other processes seal and delete events. */
import { and, asc, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { type ChainFault, chainHash, PLATFORM_CHAIN, type StoredAuditEvent } from '../../schema/audit/audit-chain.ts';
import type { Database, Params, RowOf } from '../engine/engine.ts';
import { integer } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';
import { chainReads } from './audit-chains.ts';

type Chain = RowOf<Tables['auditChains']>;

/** How often a chain is verified again because retention deleted events of it meanwhile. */
const MOST_ATTEMPTS = 5;
/** No event has a lower sequence number, even if somebody changed it. */
const LOWEST = Number.MIN_SAFE_INTEGER;

/** What was found out about one chain. */
export interface ChainReport {
  /** The id of the school, or empty for the events without one. */
  readonly chain: string;
  /** The newest sealed event. Whoever keeps these values elsewhere can compare them later. */
  readonly sequence: number;
  readonly hash: string;
  /** The number of events that were verified. Those before them were deleted after the retention period. */
  readonly verified: number;
  readonly fault: ChainFault | undefined;
}

export type AuditVerification = ReturnType<typeof auditVerification>;

export function auditVerification(db: Database) {
  const { auditChains, auditEvents: t } = db.tables;
  const read = chainReads(db);
  const readChains = db.many((q) => q.select({ id: auditChains.id }).from(auditChains).orderBy(asc(auditChains.id)));
  // Reads the whole log.
  const readSites = db.many((q) =>
    q.select({ siteId: t.siteId }).from(t).where(isNotNull(t.sequence)).groupBy(t.siteId),
  );
  const countUnsealed = db.one((q, p: Params<{ before: number }>) =>
    q
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(t)
      .where(and(isNull(t.sequence), lt(t.at, integer(p.before)))),
  );

  /** Follows the chain from its anchor to its head. @returns the first event that is not as it was sealed */
  async function follow(
    chain: Chain,
    onEvents: (count: number) => void,
  ): Promise<{ verified: number; fault: ChainFault | undefined }> {
    const [early] = await read.after(chain.id, LOWEST, 1);
    if (early !== undefined && Number(early.sequence) <= chain.anchorSequence) {
      return { verified: 0, fault: fault('inserted', early) };
    }
    let end: End = { sequence: chain.anchorSequence, hash: chain.anchorHash, eventId: undefined };
    for (;;) {
      // The last event is read again, so that another one with its number is found too.
      const batch = await read.after(chain.id, end.sequence - 1);
      const next = batch.filter(({ id, sequence }) => id !== end.eventId && Number(sequence) <= chain.sequence);
      const result = next.length === 0 ? faultOfEnd(end, chain) : extended(end, next);
      if (result === undefined || 'problem' in result) {
        return { verified: end.sequence - chain.anchorSequence, fault: result };
      }
      end = result;
      onEvents(end.sequence - chain.anchorSequence);
    }
  }

  /** Finds an event beyond the head of a chain. The head is read again, because it moves. */
  async function beyond({ id, sequence }: Chain): Promise<ChainFault | undefined> {
    const next = await read.after(id, sequence, 1);
    const [late] = next.length === 0 ? next : await read.after(id, (await read.chain(id))?.sequence ?? 0, 1);
    return late && fault('inserted', late);
  }

  async function verify(id: string, onEvents: (count: number) => void): Promise<ChainReport> {
    for (let attempt = 1; ; attempt += 1) {
      const chain = await read.chain(id);
      if (chain === undefined) return { chain: id, sequence: 0, hash: '', verified: 0, fault: missing(1) };
      const found = await follow(chain, onEvents);
      const now = await read.chain(id);
      if (now?.anchorSequence !== chain.anchorSequence && attempt < MOST_ATTEMPTS) continue;
      return {
        chain: id,
        sequence: chain.sequence,
        hash: chain.hash,
        ...found,
        fault: found.fault ?? (await beyond(chain)),
      };
    }
  }

  return {
    /**
     * Verifies every chain, one after the other.
     * @param onEvents is called with the number of events of a chain so far; an error of it ends the work
     */
    async *verify(onEvents: (count: number) => void = () => undefined): AsyncGenerator<ChainReport> {
      const ids = [
        ...(await readChains()).map(({ id }) => id),
        ...(await readSites()).map(({ siteId }) => siteId ?? PLATFORM_CHAIN),
      ];
      for (const id of new Set(ids)) yield verify(id, onEvents);
    },

    /** Counts the events before a time (milliseconds since the epoch) that are not sealed yet. */
    unsealed: async (before: number): Promise<number> => (await countUnsealed({ before }))?.count ?? 0,
  };
}

const fault = (problem: ChainFault['problem'], { id, sequence }: StoredAuditEvent): ChainFault => ({
  problem,
  sequence: Number(sequence),
  eventId: id,
});

/** The last event that was verified. */
interface End {
  readonly sequence: number;
  readonly hash: string;
  readonly eventId: number | undefined;
}

/** Verifies the next events of a chain. @returns the new end, or the first fault */
function extended(end: End, events: readonly StoredAuditEvent[]): End | ChainFault {
  let { sequence, hash, eventId } = end;
  for (const event of events) {
    if (event.sequence === sequence) return fault('inserted', event);
    sequence += 1;
    if (event.sequence !== sequence) return missing(sequence);
    hash = chainHash(hash, sequence, event);
    if (hash !== event.hash) return fault('changed', event);
    eventId = event.id;
  }
  return { sequence, hash, eventId };
}

function faultOfEnd({ sequence, hash, eventId }: End, head: Chain): ChainFault | undefined {
  if (sequence < head.sequence) return missing(sequence + 1);
  return hash === head.hash ? undefined : { problem: 'head_changed', sequence, eventId };
}

const missing = (sequence: number): ChainFault => ({ problem: 'missing', sequence, eventId: undefined });
