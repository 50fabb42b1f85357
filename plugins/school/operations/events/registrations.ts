/**
 * Admin operations for the registrations of an event, including its waiting list. A seat that a cancellation frees goes
 * to the member who has waited longest.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeIdentifier } from '../../../../schema/credential.ts';
import { reference } from '../../../../schema/school/fields.ts';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import type { OutputOf } from '../../../../schema/school/resource.ts';
import { event, eventRegistration } from '../../../../schema/school/resources/events.ts';
import { nextVersion, requireVersion, retryOnConflict } from '../engine/conflicts.ts';
import { resourceOperations } from '../engine/crud.ts';
import { requireReferences } from '../engine/references.ts';
import { keyOf, type ResourceRows, type RowFor } from '../engine/resource-rows.ts';

type EventRow = RowFor<typeof event>;
type Events = ResourceRows<typeof event>;
type RegistrationRow = RowFor<typeof eventRegistration>;
type Registrations = ResourceRows<typeof eventRegistration>;

export function registrationOperations(app: FastifyInstance, events: Events) {
  const registrations = resourceOperations(app, eventRegistration);
  return [
    registrations.list('list_event_registrations', {
      summary: 'List the registrations of an event',
      path: '/events/:id/registrations',
      input: keyOf(event),
      parentFilter: async (operator, { id }) => ({ eventId: (await events.find(operator, id)).id }),
    }),
    registrations.get('get_event_registration'),
    registerOperation(app, events, registrations),
    cancelOperation(app, registrations),
    attendOperation(app, registrations),
  ];
}

function registerOperation(app: FastifyInstance, events: Events, registrations: Registrations) {
  return defineOperation({
    name: 'register_member',
    summary: 'Register a member for an event',
    description:
      'Registers a member for a published event that has not ended, or adds them to the waiting list if it is full; see status in the response. Works even after registrationClosesAt. The member gets no e-mail about it.',
    scope: 'events:write',
    input: z.strictObject({
      ...keyOf(event),
      memberId: z.string().min(1).max(64).describe('The id of the member'),
    }),
    output: eventRegistration.output,
    rest: { method: 'POST', path: '/events/:id/registrations', status: 201 },
    from: ['published'],
    pageFields: { memberId: reference({ description: 'The id of the member' }) },
    run: (operator, { id: eventKey, memberId }) =>
      retryOnConflict('event', async (failures) => {
        const { siteId, now } = operator;
        const event = await findOpenEvent(events, operator, eventKey);
        await requireUnsuspendedMember(app, operator, memberId);
        const earlier = await findCancelled(registrations, operator, event.id, memberId);
        const registrant = {
          id: earlier?.id ?? makeIdentifier('reg'),
          siteId,
          eventId: event.id,
          personId: memberId,
          status: expectedStatus(event, failures),
          updatedAt: nextVersion(operator, earlier ?? { updatedAt: 0 }),
        };
        const after = { ...registrant, registeredAt: now };
        const auditEvent = earlier
          ? registrations.eventOf(operator, 'resource_changed', registrant.id, { before: earlier, after })
          : registrations.eventOf(operator, 'resource_created', registrant.id, { after });
        const seen = earlier?.updatedAt ?? now;
        if (!(await app.school.eventRegistrations.register(registrant, { now, seen }, auditEvent))) return undefined;
        return registrations.show(operator, await registrations.find(operator, registrant.id));
      }),
  });
}

/** @throws {ProblemError} `not-found`; `conflict` if the event is not published, or has ended */
async function findOpenEvent(events: Events, operator: Operator, key: string): Promise<EventRow> {
  const event = await events.find(operator, key);
  if (event.status !== 'published') throw new ProblemError('conflict', `the event is ${event.status}`);
  if (event.endsAt <= operator.now) throw new ProblemError('conflict', 'the event has ended');
  return event;
}

/** @throws {ProblemError} `invalid-input` if the person is no member, `conflict` if the member is suspended */
async function requireUnsuspendedMember(app: FastifyInstance, { siteId }: Operator, personId: string): Promise<void> {
  await requireReferences(app, siteId, [{ path: 'memberId', to: 'members', id: personId }]);
  if ((await app.school.members.find(siteId, personId))?.status === 'suspended') {
    throw new ProblemError('conflict', 'the member is suspended');
  }
}

/**
 * Finds the cancelled registration of a member who registers again.
 * @throws {ProblemError} `conflict` if the member has a registration that is not cancelled
 */
async function findCancelled(
  { store }: Registrations,
  { siteId }: Operator,
  eventId: string,
  personId: string,
): Promise<RegistrationRow | undefined> {
  const earlier = await store.findBy(siteId, { eventId, personId });
  if (earlier !== undefined && earlier.status !== 'cancelled') {
    throw new ProblemError('conflict', `the member is already ${earlier.status}`);
  }
  return earlier;
}

/**
 * The status that a new registration is expected to get. The transaction fails if it would get the other one, because the
 * last seat has been taken or a seat has become free. Every second attempt therefore expects the other status.
 */
function expectedStatus({ capacity, registeredCount }: EventRow, failures: number): 'registered' | 'waitlisted' {
  const hasSeat = capacity === null || registeredCount < capacity;
  return hasSeat === (failures % 2 === 0) ? 'registered' : 'waitlisted';
}

const registrationKey = { id: z.string().min(1).max(100).describe('The id of the registration') };

const cancelOperation = ({ school }: FastifyInstance, registrations: Registrations) =>
  defineOperation({
    name: 'cancel_registration',
    summary: 'Cancel a registration',
    description:
      "Cancels a member's registration or waiting-list entry. A freed seat goes to the member who has waited longest, who is notified by e-mail.",
    scope: 'events:write',
    input: z.strictObject(registrationKey),
    output: eventRegistration.output,
    rest: { method: 'POST', path: '/registrations/:id/cancel', status: 200 },
    isDestructive: true,
    isIdempotent: true,
    isConditional: true,
    from: ['registered', 'waitlisted'],
    run: (operator, { id }) =>
      changeStatus(registrations, operator, id, {
        status: 'cancelled',
        apply(registration, now, auditEvent) {
          const { siteId, eventId } = registration;
          const notice = school.notice({ order: 'event_seat', siteId, eventId, at: now });
          return school.eventRegistrations.cancel(registration, now, { ...auditEvent, ...notice });
        },
        whyNot: ({ status }) => (status === 'attended' ? 'the member has already attended' : undefined),
      }),
  });

const attendOperation = ({ school }: FastifyInstance, registrations: Registrations) =>
  defineOperation({
    name: 'mark_attended',
    summary: 'Mark a registration as attended',
    description: 'Marks a registration as attended. The member must hold a seat, so the status must be registered.',
    scope: 'events:write',
    input: z.strictObject(registrationKey),
    output: eventRegistration.output,
    rest: { method: 'POST', path: '/registrations/:id/attended', status: 200 },
    isIdempotent: true,
    isConditional: true,
    from: ['registered'],
    run: (operator, { id }) =>
      changeStatus(registrations, operator, id, {
        status: 'attended',
        apply: school.eventRegistrations.attend,
        whyNot: ({ status }) =>
          status === 'registered' ? undefined : `the registration is ${status}, so the member holds no seat`,
      }),
  });

interface StatusChange {
  readonly status: 'cancelled' | 'attended';
  /** Stores the change, in a transaction of its own. */
  readonly apply: FastifyInstance['school']['eventRegistrations']['cancel' | 'attend'];
  /** The reason for refusing the change, if there is one. */
  whyNot(row: RegistrationRow): string | undefined;
}

/** Changes the status of a registration, and decides again if another request changed it first. */
async function changeStatus(
  { eventOf, find, show }: Registrations,
  operator: Operator,
  id: string,
  { status, apply, whyNot }: StatusChange,
): Promise<OutputOf<typeof eventRegistration>> {
  return retryOnConflict('registration', async () => {
    const before = await find(operator, id);
    requireVersion(operator, 'registration', before);
    if (before.status === status) return show(operator, before);
    const why = whyNot(before);
    if (why !== undefined) throw new ProblemError('conflict', why);
    const updatedAt = nextVersion(operator, before);
    const auditEvent = eventOf(operator, 'resource_changed', before.id, {
      before,
      after: { ...before, status, cancelledBy: status === 'cancelled' ? ('school' as const) : null, updatedAt },
    });
    const { siteId, eventId, updatedAt: seen } = before;
    if (!(await apply({ siteId, eventId, id: before.id, seen }, updatedAt, auditEvent))) return undefined;
    return show(operator, await find(operator, id));
  });
}
