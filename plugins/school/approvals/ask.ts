/** Asks a person about a call, within the limits. */
import type { FastifyInstance } from 'fastify';
import { fieldValues } from '../../../schema/audit/audit-event.ts';
import { makeIdentifier } from '../../../schema/credential.ts';
import {
  APPROVAL_LIMITS,
  APPROVAL_TIMES,
  ApprovalNeeded,
  MAX_ARGUMENTS,
  minuteOf,
  SEALED_ARGUMENTS,
  UNALLOWED,
} from '../../../schema/school/approval.ts';
import type { Input, Operator } from '../../../schema/school/operation.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { shownLine } from '../../../schema/text/readable.ts';
import { auditEventOf } from '../operations/engine/audit-events.ts';
import type { ApprovalRow } from '../stores.ts';
import type { Call, FoundObject } from './call.ts';
import type { Seen } from './rehearsal.ts';

/** The approval that waits, as an app is told of it. */
export async function approvalNeeded(
  app: FastifyInstance,
  { id, siteId, personId, expiresAt }: ApprovalRow,
  scopes: Operator['scopes'],
): Promise<ApprovalNeeded> {
  const person = scopes?.includes('profile') ? await app.school.members.find(siteId, personId) : undefined;
  const name = shownLine(person?.name ?? '');
  return new ApprovalNeeded(`${app.config.baseUrl}/approvals/${id}`, expiresAt, name === '' ? 'a person' : name);
}

const NAMES = ['name', 'title', 'number', 'code', 'email'] as const;

/** The own name of an object, or the names of what it connects. */
async function nameOf(app: FastifyInstance, operator: Operator, { getter, output }: FoundObject): Promise<string> {
  const own = NAMES.map((name) => output[name]).find((value) => typeof value === 'string' && value !== '');
  if (own !== undefined) return String(own);
  const fields = Object.entries((await app.school.withNames(operator, getter, output)) as Input);
  const others = fields.filter(([name, value]) => /(?:Name|Title)$/.test(name) && typeof value === 'string');
  return others.map(([, value]) => String(value)).join(', ');
}

/** When a connection can ask again whose calls were not allowed too often; `undefined` if it can now. */
async function askableAt({ school }: FastifyInstance, grantId: number, now: number): Promise<number | undefined> {
  const longest = Math.max(...UNALLOWED.map(({ ms }) => ms));
  const asked = await school.approvals.unallowedAt(grantId, now - longest);
  const ends = UNALLOWED.map(({ most, ms }) => (asked[most - 1] ?? 0) + ms).filter((end) => end > now);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** Asks a person about a call, and always throws. */
export async function askPerson(app: FastifyInstance, call: Call, seen: Seen): Promise<never> {
  const { approvals } = app.school;
  const { operation, operator, digest, input } = call;
  const { siteId, personId, clientId, grantId, now } = operator;
  const shown = Buffer.from(JSON.stringify(input));
  if (shown.length > MAX_ARGUMENTS) {
    throw new ProblemError('conflict', 'the arguments are too long for a person to decide about; send them in parts');
  }
  const id = makeIdentifier('apr');
  const name = call.object === undefined ? '' : await nameOf(app, operator, call.object);
  const row: ApprovalRow = {
    id,
    siteId,
    personId,
    clientId,
    grantId,
    operation: operation.name,
    digest,
    ...seen,
    effect: name === '' ? seen.effect : { name, ...seen.effect },
    sealedArguments: app.keyRing.seal(SEALED_ARGUMENTS, shown),
    askedAt: now,
    expiresAt: now + APPROVAL_TIMES.decide,
    decidedAt: null,
    decision: null,
    usableUntil: null,
    closedAt: null,
  };
  const { idempotencyKeys: _, ...event } = auditEventOf(operator, 'approval_asked', operation.name);
  const letter = app.people.mailer.outgoing({ order: 'approval_asked', siteId, personId, id });
  const asked = { ...event, after: fieldValues({ approval: id, digest }), outgoing: letter };
  if (await approvals.ask(row, asked)) throw await approvalNeeded(app, row, operator.scopes);
  const present = await approvals.find(grantId, digest);
  if (present?.closedAt === null && present.decision === null && present.expiresAt > now)
    throw await approvalNeeded(app, present, operator.scopes);
  if ((await approvals.declinedOf(grantId, now - APPROVAL_LIMITS.windowMs)) >= APPROVAL_LIMITS.declined) {
    throw new ProblemError(
      'approval-declined',
      'the person declined several calls; nothing is asked of them for an hour',
    );
  }
  const until = await askableAt(app, grantId, now);
  if (until !== undefined) {
    throw new ProblemError(
      'approval-declined',
      `the person has allowed too few of the calls that this connection asked about; nothing is asked of them before ${minuteOf(until)}`,
    );
  }
  const where = `${app.config.baseUrl}/account`;
  throw new ProblemError('conflict', `too many calls wait for the person already, who decides about them at ${where}`);
}
