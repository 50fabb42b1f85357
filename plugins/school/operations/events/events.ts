/**
 * Admin operations for events. Seats that are added go to the members who have waited longest. The operations for the
 * registrations themselves are in `registrations.ts`.
 */
import type { FastifyInstance } from 'fastify';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { event } from '../../../../schema/school/resources/events.ts';
import { auditEventOf } from '../engine/audit-events.ts';
import type { Check } from '../engine/crud.ts';
import { defaultPrice } from '../engine/default-price.ts';
import { resourceOperations } from '../engine/resource-operations.ts';
import { registrationOperations } from './registrations.ts';

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

/** When and where an event takes place. Those who have a place at it are told when this changes. */
const ANNOUNCED = ['startsAt', 'endsAt', 'timezone', 'location', 'joinUrl'] as const;

export const eventsOperations = (app: FastifyInstance) => {
  const events = resourceOperations(app, event);
  return [
    events.list('list_events'),
    events.get('get_event'),
    events.create('create_event', {
      check,
      initial: async (operator, row) => ({ status: 'draft', ...(await defaultPrice(app, operator, row)) }),
    }),
    events.update('update_event', {
      description:
        'Members who are registered or on the waiting list are notified by e-mail when the times, the venue or the link for attending change.',
      check,
      async onUpdate(operator, row, before) {
        if (row.capacity === before.capacity) return [];
        const auditEvent = auditEventOf(operator, 'resource_changed', `event/${row.id}`);
        return app.school.eventRegistrations.resettle({ siteId: operator.siteId, eventId: row.id }, auditEvent);
      },
      onUpdated({ siteId, now }, after, before) {
        if (after.status !== 'published' || after.endsAt <= now) return;
        if (after.capacity !== before.capacity) app.school.notices.movedUp(siteId, after.id, now);
        if (ANNOUNCED.some((column) => after[column] !== before[column])) app.school.notices.eventMoved(after);
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
      description:
        'Cancels a published event permanently, with all its registrations and its waiting list, and notifies those members by e-mail. Registrations of an event that is over stay as they are. Drafts are deleted instead.',
      isDestructive: true,
      async decide(operator, { id, status, endsAt }) {
        if (status === 'cancelled') return undefined;
        if (status === 'draft') throw new ProblemError('conflict', 'the event is a draft; delete it instead');
        if (endsAt <= operator.now) return { columns: { status: 'cancelled' } };
        const auditEvent = auditEventOf(operator, 'resource_changed', `event/${id}`);
        const eventKey = { siteId: operator.siteId, eventId: id };
        return {
          columns: { status: 'cancelled' },
          further: await app.school.eventRegistrations.cancelAll(eventKey, auditEvent),
          onSaved: (event) => app.school.notices.eventCancelled(event, operator.now),
        };
      },
    }),
    ...registrationOperations(app, events),
  ];
};
