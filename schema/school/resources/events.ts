/**
 * Events and the registrations for them. A member has at most one registration per event, which is reused when they
 * register again. The waiting list does not count toward the capacity.
 */
import {
  asMarkdown,
  count,
  httpsUrl,
  instant,
  integer,
  line,
  money,
  oneOf,
  optional,
  prose,
  readOnly,
  reference,
  slug,
  timezone,
  withDefault,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

export const event = defineResource({
  one: 'event',
  many: 'events',
  table: 'events',
  prefix: 'evt',
  summary: "Lists the school's events, including drafts and cancelled ones; from and to filter by start time.",
  read: 'events:read',
  write: 'events:write',
  alternateKey: 'slug',
  filters: ['status'],
  range: 'startsAt',
  sorts: ['startsAt', 'createdAt', 'title'],
  search: ['title', 'description', 'location'],
  fields: {
    title: line(200, { description: 'Title' }),
    slug: slug({ description: 'URL slug, unique within the school' }),
    description: withDefault('', asMarkdown(prose(20_000, { description: 'Markdown' }))),
    kind: withDefault(
      'online',
      oneOf(['online', 'in_person', 'hybrid'], {
        description: 'Whether people attend online, in person or either way',
      }),
    ),
    startsAt: instant({ description: 'Start time', in: 'timezone' }),
    endsAt: instant({ description: 'End time, later than startsAt', in: 'timezone' }),
    timezone: timezone({ description: "IANA time zone in which the event's times are shown" }),
    location: optional(line(300, { description: 'Venue' })),
    joinUrl: optional(httpsUrl({ description: 'Link for attending online; members see it only while registered' })),
    capacity: optional(integer(1, 1_000_000, { description: 'Maximum number of seats; null for unlimited' })),
    price: withDefault(null, money({ description: "Price; 0 in the school's currency by default" })),
    status: readOnly(
      oneOf(['draft', 'published', 'cancelled'], {
        description: 'Read-only; changed by publish_event and cancel_event',
      }),
    ),
    registrationClosesAt: optional(
      instant({ description: 'Deadline for members to register themselves', in: 'timezone' }),
    ),
    registeredCount: count({ description: 'Number of members who hold a seat, not counting the waiting list' }),
  },
});

export const eventRegistration = defineResource({
  one: 'event_registration',
  many: 'registrations',
  table: 'eventRegistrations',
  prefix: 'reg',
  summary: 'Lists the registrations for an event, including those on the waiting list and cancelled ones.',
  read: 'events:read',
  write: 'events:write',
  filters: ['status'],
  sorts: ['registeredAt'],
  fields: {
    eventId: readOnly(reference({ description: 'Event id' })),
    memberId: readOnly(reference({ description: 'Member id', column: 'personId' })),
    status: readOnly(
      oneOf(['registered', 'waitlisted', 'cancelled', 'attended'], {
        description: 'registered: holds a seat; waitlisted: waiting for a seat',
      }),
    ),
    cancelledBy: readOnly(
      optional(
        oneOf(['school', 'member'], {
          description: 'Who cancelled the registration; null unless it is cancelled. Cancelling an event does, too',
        }),
      ),
    ),
    registeredAt: readOnly(instant({ description: 'Time of registration; reset when a member registers again' })),
  },
  times: { updatedAt: readOnly(instant({ description: 'Time of the last change' })) },
});
