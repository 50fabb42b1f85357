/** The events of a school, and below each of them those who have registered. */
import type { FastifyInstance } from 'fastify';
import { eventPath } from '../../../../schema/school/addresses.ts';
import { event, eventRegistration } from '../../../../schema/school/resources/events.ts';
import { resourceArea } from '../../kit/resource/index.ts';
import type { AreaPlace } from '../../kit/resource/place.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import { listOf, publicPage } from './place.ts';

export function eventAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  resourceArea(app, place, {
    resource: event,
    name: 'events',
    subtitle: 'location',
    usual: 'published',
    seenIn: 'published',
    columns: ['startsAt', 'kind', 'price', 'registeredCount', 'capacity'],
    leads: { registeredCount: 'registrations' },
    form: [
      ['title', 'description'],
      ['startsAt', 'endsAt', 'timezone'],
      ['kind', 'location', 'joinUrl'],
      ['capacity', 'price', 'registrationClosesAt'],
      ['slug'],
    ],
    facts: ['status', 'registeredCount', 'createdAt', 'updatedAt'],
    actions: ['publish_event', 'cancel_event'],
    hasCover: true,
    related: async ({ id, slug, status }, signedIn, address) => [
      ...(await listOf(place, signedIn, 'registrations', { id }, `${address}/registrations`)),
      ...publicPage(signedIn, eventPath(String(slug)), status !== 'draft'),
    ],
  });

  resourceArea(app, place, {
    resource: eventRegistration,
    name: 'registrations',
    below: { resource: event, field: 'eventId' },
    list: 'list_event_registrations',
    create: 'register_member',
    usual: 'registered',
    columns: ['registeredAt', 'cancelledBy'],
    facts: ['memberId', 'status', 'registeredAt', 'cancelledBy', 'updatedAt'],
    actions: ['mark_attended', 'cancel_registration'],
  });
}
