/**
 * Admin operations for events. Seats that are added go to the members who have waited longest. The operations for the
 * registrations themselves are in `registrations.ts`.
 */
import type { FastifyInstance } from 'fastify';
import { PUBLIC } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { event } from '../../../../schema/school/resources/events.ts';
import type { RowIn } from '../../stores.ts';
import { auditEventOf } from '../engine/audit-events.ts';
import { type Check, resourceOperations } from '../engine/crud.ts';
import { defaultPrice } from '../engine/default-price.ts';
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

/** The facts about an event for its registrants. */
const announced = ({ id, title, startsAt, timezone, location }: RowIn<'events'>) => ({
  id,
  title,
  startsAt,
  timezone,
  location,
});

export const eventsOperations = (app: FastifyInstance) => {
  const { school } = app;
  const events = resourceOperations(app, event);
  return [
    events.list('list_events'),
    events.get('get_event'),
    events.create('create_event', {
      check,
      initial: async (operator, row) => ({ status: 'draft', ...(await defaultPrice(app, operator, row)) }),
    }),
    events.update('update_event', {
      personDecidesOn: PUBLIC,
      description:
        'Members who are registered or on the waiting list are notified by e-mail when the times, the venue or the link for attending change.',
      check,
      async onUpdate(operator, row, before) {
        const { siteId, now } = operator;
        const isComing = row.status === 'published' && row.endsAt > now;
        const isMoved = isComing && ANNOUNCED.some((column) => row[column] !== before[column]);
        const moved = isMoved ? school.noticeSteps({ order: 'event_moved', siteId, event: announced(row) }) : [];
        if (row.capacity === before.capacity) return moved;
        const auditEvent = auditEventOf(operator, 'resource_changed', `event/${row.id}`);
        const settled = await school.eventRegistrations.resettle({ siteId, eventId: row.id }, auditEvent);
        const seats = isComing ? school.noticeSteps({ order: 'event_seat', siteId, eventId: row.id, at: now }) : [];
        return [...settled, ...seats, ...moved];
      },
    }),
    events.delete('delete_event', {
      from: ['draft'],
      description: 'Only drafts can be deleted; cancel a published event instead.',
      whyNotDeletable: async (_operator, { status }) =>
        status === 'draft' ? undefined : `only drafts can be deleted, and this event is ${status}; cancel it instead`,
    }),
    events.action('publish_event', {
      path: 'publish',
      from: ['draft'],
      effect: 'seen_by_strangers',
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
      from: ['published'],
      description:
        'Cancels a published event permanently, with all its registrations and its waiting list, and notifies those members by e-mail. Registrations of an event that is over stay as they are. Drafts are deleted instead.',
      isDestructive: true,
      async decide(operator, row) {
        const { id, status, endsAt } = row;
        if (status === 'cancelled') return undefined;
        if (status === 'draft') throw new ProblemError('conflict', 'the event is a draft; delete it instead');
        if (endsAt <= operator.now) return { columns: { status: 'cancelled' } };
        const auditEvent = auditEventOf(operator, 'resource_changed', `event/${id}`);
        const { siteId, now: at } = operator;
        const ended = await school.eventRegistrations.cancelAll({ siteId, eventId: id }, auditEvent);
        const notices = school.noticeSteps({ order: 'event_cancelled', siteId, event: announced(row), at });
        return { columns: { status: 'cancelled' }, further: [...ended, ...notices] };
      },
    }),
    ...registrationOperations(app, events),
  ];
};
