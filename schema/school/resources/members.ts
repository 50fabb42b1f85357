/**
 * A member as one school sees them. The id is the person's, so it is the same at every school, while the role, status,
 * tags and notes belong to this school alone; email and name are the person's own and cannot be set here.
 */

import { ROLES } from '../../oauth/scope.ts';
import {
  emailAddress,
  flag,
  instant,
  languageTag,
  line,
  map,
  oneOf,
  optional,
  prose,
  shown,
  strings,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

export const member = defineResource({
  one: 'member',
  many: 'members',
  table: 'memberships',
  prefix: 'usr',
  summary: 'Everybody with a place at the school: owners, staff and students alike, with their role and status.',
  read: 'members:read',
  write: 'members:write',
  filters: ['role', 'status'],
  sorts: ['joinedAt'],
  search: ['name', 'email'],
  fields: {
    email: shown(emailAddress({ description: 'Where to write to' })),
    name: shown(
      optional(
        line(100, {
          description: 'What the person is called, by their own choice; null until they take the invitation',
        }),
      ),
    ),
    role: shown(oneOf(ROLES, { description: 'What the person may do; changed by change_role' })),
    status: shown(
      oneOf(['invited', 'active', 'suspended'], { description: 'Changed by invite, suspend, reinstate and remove' }),
    ),
    locale: optional(languageTag({ description: 'The language to speak to the person in, BCP 47' })),
    marketingConsent: flag({ description: 'May be sent what is not about their own courses' }),
    tags: strings(50, { description: 'What the school sorts its people by' }),
    customFields: map(50, { description: 'What else the school keeps about the person' }),
    note: optional(prose(2000, { description: 'For the school only' })),
    joinedAt: shown(instant({ description: 'Since when the person has the place' })),
    lastSeenAt: shown(optional(instant({ description: 'When the person was last seen here' }))),
  },
  times: { updatedAt: shown(instant({ description: 'When it was last changed' })) },
});
