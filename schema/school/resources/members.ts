/**
 * A member as one school sees them. The id is the person's, so it is the same at every school, while the role, status,
 * tags and notes belong to this school alone; email and name are the person's own and cannot be set here.
 */
import { ROLES } from '../../people/role.ts';
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
  readOnly,
  strings,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

export const member = defineResource({
  one: 'member',
  many: 'members',
  table: 'memberships',
  prefix: 'usr',
  summary: 'Lists everyone with a membership in the school, from owners and staff to students, with role and status.',
  read: 'members:read',
  write: 'members:write',
  filters: ['role', 'status'],
  comparisons: {
    tag: { field: 'tags', compare: 'lists', description: 'Filters by a tag; it is compared exactly as written' },
  },
  sorts: ['joinedAt', 'lastSeenAt', 'name'],
  search: ['name', 'email'],
  fields: {
    email: readOnly(emailAddress({ description: 'E-mail address' })),
    name: readOnly(
      optional(
        line(100, {
          description:
            'Full name, chosen by the person; until they accept the invitation, the one that the school wrote, or null',
        }),
      ),
    ),
    role: readOnly(oneOf(ROLES, { description: 'Role at the school; changed by change_role' })),
    status: readOnly(
      oneOf(['invited', 'active', 'suspended'], {
        description: 'Read-only; changed by suspend_member and reinstate_member, and when an invitation is accepted',
      }),
    ),
    locale: optional(languageTag({ description: 'Preferred language of the member, a BCP 47 tag' })),
    marketingConsent: flag({ description: 'Whether the member may be sent marketing messages' }),
    tags: strings(50, { description: 'Tags' }),
    customFields: map(50, { description: 'Custom fields, as names and values' }),
    note: optional(prose(2000, { description: 'Internal note, not shown to the member' })),
    joinedAt: readOnly(instant({ description: 'Start of the membership' })),
    lastSeenAt: readOnly(optional(instant({ description: 'Time of the last activity at the school, to the hour' }))),
  },
  times: { updatedAt: readOnly(instant({ description: 'Time of the last change' })) },
});
