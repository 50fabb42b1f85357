/** What became of what entries of the audit log record: whether a tool call failed, and how the reset of a factor ended. */
import type { FastifyInstance } from 'fastify';
import { type AuditEntry, type AuditEventName, effectiveAtIn } from '../../../../schema/audit/audit-event.ts';
import { endOfReset } from '../../../../schema/people/second-factor.ts';
import { textFor } from '../../../words/index.ts';
import { memberIn } from './participants.ts';
import { failedCall, namedIn, type Reader, sentenceOf } from './sentences.ts';

/** A sentence, and the id of the entry that says it. */
export interface Outcome {
  said: string;
  entryId?: number;
}

/** By the id of the entry. */
export type Outcomes = ReadonlyMap<number, Outcome>;

export async function outcomesOf(
  app: FastifyInstance,
  siteId: string,
  entries: readonly AuditEntry[],
  reader: Reader,
): Promise<Outcomes> {
  const text = textFor(reader.language);
  const failures = await app.audit.log.failedCalls(siteId, entries);
  const ofCalls = [...failures].map(
    ([id, failure]) => [id, { said: failedCall(failure, text), entryId: failure.id }] as const,
  );
  return new Map<number, Outcome>([...ofCalls, ...(await outcomesOfResets(app, siteId, entries, reader))]);
}

type Ordered = { id: number; personId: string; effectiveAt: number };

function orderIn({ event, id, target, after }: AuditEntry): Ordered[] {
  const personId = memberIn(target ?? '');
  const effectiveAt = effectiveAtIn(after);
  return event !== 'second_factor_reset_approved' || personId === undefined || effectiveAt === undefined
    ? []
    : [{ id, personId, effectiveAt }];
}

async function outcomesOfResets(
  app: FastifyInstance,
  siteId: string,
  entries: readonly AuditEntry[],
  reader: Reader,
): Promise<[number, Outcome][]> {
  const text = textFor(reader.language);
  const orders = entries.flatMap(orderIn);
  if (orders.length === 0) return [];
  const { log } = app.audit;
  const ends = await endsSince(app, siteId, Math.min(...orders.map(({ id }) => id)));
  const names = await log.namesOf(siteId, ends.flatMap(namedIn));
  const outcomes: [number, Outcome][] = [];
  for (const order of orders) {
    const end = ends.find((one) => isEndOf(one, order));
    const outcome =
      end === undefined
        ? { said: text.audit.change.resetOutcomes[await stateOf(app, siteId, order)] }
        : { said: sentenceOf(end, names, text, reader), entryId: end.id };
    outcomes.push([order.id, outcome]);
  }
  return outcomes;
}

/** Only one reset of a person is pending at a time, so it ended with the first of these events. */
const isEndOf = ({ at, id, personId, target }: AuditEntry, order: Ordered): boolean =>
  id > order.id &&
  at <= endOfReset(order) &&
  (personId === order.personId || memberIn(target ?? '') === order.personId);

const ENDS: readonly AuditEventName[] = ['second_factor_reset_cancelled', 'second_factor_removed'];
const READ_AT_ONCE = 200;

/** Returns the ends of resets after an entry, the oldest first. They are few. */
async function endsSince({ audit }: FastifyInstance, siteId: string, since: number): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  for (const event of ENDS) {
    for await (const entries of audit.log.pages(siteId, { event }, READ_AT_ONCE)) {
      found.push(...entries.filter(({ id }) => id > since));
      if ((entries.at(-1)?.id ?? 0) <= since) break;
    }
  }
  return found.sort((a, b) => a.id - b.id);
}

/** What became of an order that no event ended. */
async function stateOf({ clock, people }: FastifyInstance, siteId: string, order: Ordered) {
  if (endOfReset(order) <= clock()) return 'lapsed';
  const reset = await people.secondFactorResets.find(order.personId);
  if (reset?.siteId !== siteId || reset.effectiveAt !== order.effectiveAt) return 'over';
  return (await people.secondFactor.isResettableAt(siteId, order.personId)) ? 'pending' : 'barred';
}
