/** What became of what an entry of the audit log records: whether a tool call failed, and how the reset of a factor ended. */
import type { FastifyInstance } from 'fastify';
import { type AuditEntry, EFFECTIVE_AT, readFieldValues } from '../../../../schema/audit/audit-event.ts';
import { endOfReset } from '../../../../schema/people/second-factor.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import { memberIn } from './involved.ts';
import { failedCall, namedIn, type Reader, sentenceOf } from './sentences.ts';

/** A sentence, and the id of the entry that says it. */
export interface Outcome {
  said: string;
  entryId?: number;
}

/** The events with which a reset ends. */
const ENDS = ['second_factor_reset_cancelled', 'second_factor_removed'] as const;
/** More resets of one person than that are not ordered within eight days. */
const MOST_ENDS = 50;

export async function outcomeOf(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  entry: AuditEntry,
  reader: Reader,
): Promise<Outcome | undefined> {
  const { log } = app.audit;
  const { siteId } = signedIn.membership;
  const failure = (await log.failedCalls(siteId, [entry])).get(entry.id);
  if (failure !== undefined) return { said: failedCall(failure, signedIn.text), entryId: failure.id };
  const personId = memberIn(entry.target ?? '');
  const effectiveAt = Date.parse(String(readFieldValues(entry.after)?.[EFFECTIVE_AT]));
  if (entry.event !== 'second_factor_reset_approved' || personId === undefined || Number.isNaN(effectiveAt)) {
    return undefined;
  }
  return outcomeOfReset(app, signedIn, { id: entry.id, at: entry.at, personId, effectiveAt }, reader);
}

async function outcomeOfReset(
  { audit, clock, people }: FastifyInstance,
  { membership: { siteId }, text }: OperatorRequest,
  ordered: { id: number; at: number; personId: string; effectiveAt: number },
  reader: Reader,
): Promise<Outcome> {
  const { barred, lapsed, over, pending } = text.audit.change.resetOutcomes;
  const { at: from, effectiveAt, personId } = ordered;
  const until = endOfReset(ordered);
  const hasLapsed = until <= clock();
  const reset = await people.secondFactorResets.find(personId);
  if (reset?.siteId === siteId && reset.effectiveAt === effectiveAt && !hasLapsed) {
    return { said: (await people.secondFactor.isResettableAt(siteId, personId)) ? pending : barred };
  }
  const found = await Promise.all(
    ENDS.map((event) => audit.log.page(siteId, { event, personId, from, to: until }, MOST_ENDS)),
  );
  const [end] = found
    .flat()
    .filter(({ id }) => id > ordered.id)
    .sort((a, b) => a.id - b.id);
  if (end === undefined) return { said: hasLapsed ? lapsed : over };
  const names = await audit.log.namesOf(siteId, namedIn(end), end.id);
  return { said: sentenceOf(end, names, text, reader), entryId: end.id };
}
