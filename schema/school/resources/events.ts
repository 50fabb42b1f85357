/**
 * Events and the registrations for them. A member has at most one registration per event, which is reused when they
 * register again, and only those with a place count toward the capacity, not those on the waiting list.
 */
import {
  count,
  httpsUrl,
  instant,
  integer,
  line,
  money,
  oneOf,
  optional,
  prose,
  reference,
  shown,
  slug,
  timezone,
  usually,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

export const event = defineResource({
  one: 'event',
  many: 'events',
  table: 'events',
  prefix: 'evt',
  summary: 'The events of the school, drafts and cancelled ones included; from and to narrow by when they start.',
  read: 'events:read',
  write: 'events:write',
  alternateKey: 'slug',
  filters: ['status'],
  range: 'startsAt',
  sorts: ['startsAt', 'createdAt'],
  search: ['title', 'description', 'location'],
  fields: {
    title: line(200, { description: 'What it is called' }),
    slug: slug({ description: 'Its short name in addresses, unique at the school' }),
    description: usually('', prose(20_000, { description: 'Markdown' })),
    kind: usually('online', oneOf(['online', 'in_person', 'hybrid'], { description: 'Where one takes part' })),
    startsAt: instant({ description: 'When it begins' }),
    endsAt: instant({ description: 'When it is over; after it begins' }),
    timezone: timezone({ description: 'The IANA timezone that its times are told in' }),
    location: optional(line(300, { description: 'Where to go' })),
    joinUrl: optional(httpsUrl({ description: 'Where to take part; members see it only while they are registered' })),
    capacity: optional(integer(1, 1_000_000, { description: 'How many places there are; null is any number' })),
    price: usually({ amount: 0, currency: 'EUR' }, money({ description: 'What it costs' })),
    status: shown(oneOf(['draft', 'published', 'cancelled'], { description: 'Changed by publish and cancel' })),
    registrationClosesAt: optional(instant({ description: 'Until when members can register themselves' })),
    registeredCount: count({ description: 'Members who have a place; those who wait for one are not counted' }),
  },
});

export const eventRegistration = defineResource({
  one: 'event_registration',
  many: 'registrations',
  table: 'eventRegistrations',
  prefix: 'reg',
  summary: 'Who comes to an event, who waits for a place, and who has given it up.',
  read: 'events:read',
  write: 'events:write',
  sorts: ['registeredAt'],
  fields: {
    eventId: shown(reference({ description: 'The event' })),
    memberId: shown(reference({ description: 'The member', column: 'personId' })),
    status: shown(
      oneOf(['registered', 'waitlisted', 'cancelled', 'attended'], { description: 'Has a place, waits, or neither' }),
    ),
    registeredAt: shown(instant({ description: 'When the member registered; who registers again begins anew' })),
  },
  times: { updatedAt: shown(instant({ description: 'When it was last changed' })) },
});
