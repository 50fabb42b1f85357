/**
 * Admin operations for events and their registrations, including the waiting list. A place that becomes free, by
 * cancellation or added capacity, goes to whoever has waited longest.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeIdentifier } from '../../../../schema/credential.ts';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { event, eventRegistration } from '../../../../schema/school/resources/events.ts';
import { auditEventOf } from '../engine/audit-events.ts';
import { nextVersion, requireVersion, retryOnConflict } from '../engine/conflicts.ts';
import { type Check, keyOf } from '../engine/crud.ts';
import { requireReferences } from '../engine/references.ts';
import { resourceOperations } from '../engine/resource-operations.ts';
import type { ResourceRows, RowFor } from '../engine/resource-rows.ts';

const check: Check<typeof event> = async (_operator, { startsAt, endsAt, capacity }, before) => {
  if (startsAt !== undefined && endsAt !== undefined && endsAt <= startsAt) {
    throw invalidInput([{ path: 'endsAt', code: 'too_early', message: 'must be later than startsAt' }]);
  }
  if (before === undefined || capacity == null || capacity === before.capacity) return;
  const taken = before.registeredCount;
  if (capacity < taken) {
    throw new ProblemError('conflict', `${taken} members are already registered; cancel some registrations first`);
  }
};

export const eventsOperations = (app: FastifyInstance) => {
  const { eventRegistrations } = app.school;
  const events = resourceOperations(app, event);
  return [
    events.list('list_events'),
    events.get('get_event'),
    events.create('create_event', { check, initial: () => ({ status: 'draft' }) }),
    events.update('update_event', {
      check,
      async onUpdate(operator, row, before) {
        if (row.capacity === before.capacity) return [];
        const seats = { siteId: operator.siteId, eventId: row.id };
        return eventRegistrations.resettle(seats, auditEventOf(operator, 'resource_changed', `event/${row.id}`));
      },
    }),
    events.delete('delete_event', {
      description: 'Only drafts can be deleted; cancel a published event instead.',
      whyNotDeletable: async (_operator, { status }) =>
        status === 'draft' ? undefined : `only drafts can be deleted, and this event is ${status}; cancel it instead`,
    }),
    events.action('publish_event', {
      path: 'publish',
      description:
        'Publishes a draft event: visitors can see it and members can register. A cancelled event cannot be published.',
      decide(_operator, { status }) {
        if (status === 'published') return undefined;
        if (status === 'cancelled') throw new ProblemError('conflict', 'the event is cancelled');
        return { columns: { status: 'published' } };
      },
    }),
    events.action('cancel_event', {
      path: 'cancel',
      description: 'Cancels a published event permanently. Registrations are unchanged. Drafts are deleted instead.',
      isDestructive: true,
      decide(_operator, { status }) {
        if (status === 'cancelled') return undefined;
        if (status === 'draft') throw new ProblemError('conflict', 'the event is a draft; delete it instead');
        return { columns: { status: 'cancelled' } };
      },
    }),
    ...registrationOperations(app, events),
  ];
};

type RegistrationRow = RowFor<typeof eventRegistration>;

const seatOf = ({ siteId }: Operator, { id, eventId, updatedAt: seen }: RegistrationRow) => ({
  siteId,
  eventId,
  id,
  seen,
});

function registrationOperations(app: FastifyInstance, events: ResourceRows<typeof event>) {
  const { eventRegistrations } = app.school;
  const registrations = resourceOperations(app, eventRegistration);
  const { find, show, store, eventOf } = registrations;

  /** Changes a registration by a unit of work of its own, and judges it anew when somebody else was faster. */
  async function changed(
    operator: Operator,
    id: string,
    status: 'cancelled' | 'attended',
    apply: typeof eventRegistrations.cancel,
    refusal: (row: RegistrationRow) => string | undefined,
  ) {
    return retryOnConflict('registration', async () => {
      const row = await find(operator, id);
      requireVersion(operator, 'registration', row);
      if (row.status === status) return show(operator, row);
      const why = refusal(row);
      if (why !== undefined) throw new ProblemError('conflict', why);
      const updatedAt = nextVersion(operator, row);
      const trail = eventOf(operator, 'resource_changed', row.id, {
        before: row,
        after: { ...row, status, updatedAt },
      });
      if (await apply(seatOf(operator, row), updatedAt, trail)) return show(operator, await find(operator, id));
      return undefined;
    });
  }

  return [
    registrations.list('list_event_registrations', {
      summary: 'List the registrations of an event',
      path: '/events/:id/registrations',
      input: keyOf(event),
      parentFilter: async (operator, { id }) => ({ eventId: (await events.find(operator, id)).id }),
    }),
    registrations.get('get_event_registration'),
    defineOperation({
      name: 'register_member',
      summary: 'Register a member for an event',
      description:
        'Registers a member for a published event that has not ended, or adds them to the waiting list if it is full; see status in the response. Works even after registrationClosesAt. No notification is sent.',
      scope: 'events:write',
      input: z.strictObject({
        ...keyOf(event),
        memberId: z.string().min(1).max(64).describe('The id of the member'),
      }),
      output: eventRegistration.output,
      rest: { method: 'POST', path: '/events/:id/registrations', status: 201 },
      async run(operator, { id: eventKey, memberId: personId }) {
        const { siteId, now } = operator;
        return retryOnConflict('event', async (tries) => {
          const { id: eventId, ...event } = await events.find(operator, eventKey);
          if (event.status !== 'published') throw new ProblemError('conflict', `the event is ${event.status}`);
          if (event.endsAt <= now) throw new ProblemError('conflict', 'the event has ended');
          await requireReferences(app, siteId, [{ path: 'memberId', to: 'members', id: personId }]);
          if ((await app.school.members.find(siteId, personId))?.status === 'suspended') {
            throw new ProblemError('conflict', 'the member is suspended');
          }
          const before = await store.findBy(siteId, { eventId, personId });
          if (before !== undefined && before.status !== 'cancelled') {
            throw new ProblemError('conflict', `the member is already ${before.status}`);
          }
          // Nothing comes of it should the last place go, or one come free, meanwhile; then it is the other of the two.
          const hasRoom = event.capacity === null || event.registeredCount < event.capacity;
          const status = hasRoom === (tries % 2 === 0) ? ('registered' as const) : ('waitlisted' as const);
          const updatedAt = nextVersion({ now }, before ?? { updatedAt: 0 });
          const id = before?.id ?? makeIdentifier('reg');
          const registrant = { siteId, eventId, personId, id, status, updatedAt };
          const after = { ...registrant, registeredAt: now };
          const trail = before
            ? eventOf(operator, 'resource_changed', id, { before, after })
            : eventOf(operator, 'resource_created', id, { after });
          const seen = before?.updatedAt ?? now;
          if (await eventRegistrations.register(registrant, { now, seen }, trail)) {
            return show(operator, await find(operator, registrant.id));
          }
          return undefined;
        });
      },
    }),
    defineOperation({
      name: 'cancel_registration',
      summary: 'Cancel a registration',
      description:
        "Cancels a member's registration or waiting-list entry. A freed seat goes to the member who has waited longest.",
      scope: 'events:write',
      input: z.strictObject({ id: z.string().min(1).max(100).describe('The id of the registration') }),
      output: eventRegistration.output,
      rest: { method: 'POST', path: '/registrations/:id/cancel', status: 200 },
      isDestructive: true,
      isIdempotent: true,
      isConditional: true,
      run: (operator, { id }) =>
        changed(operator, id, 'cancelled', eventRegistrations.cancel, ({ status }) =>
          status === 'attended' ? 'the member has already attended' : undefined,
        ),
    }),
    defineOperation({
      name: 'mark_attended',
      summary: 'Mark a registration as attended',
      description: 'Marks a registration as attended. The member must hold a seat, so the status must be registered.',
      scope: 'events:write',
      input: z.strictObject({ id: z.string().min(1).max(100).describe('The id of the registration') }),
      output: eventRegistration.output,
      rest: { method: 'POST', path: '/registrations/:id/attended', status: 200 },
      isIdempotent: true,
      isConditional: true,
      run: (operator, { id }) =>
        changed(operator, id, 'attended', eventRegistrations.attend, ({ status }) =>
          status === 'registered' ? undefined : `the registration is ${status}, so the member holds no seat`,
        ),
    }),
  ];
}
