/**
 * The school itself, of which there is one per access token. Its timezone decides when days begin and end, and its
 * currency applies to reports only: past sales keep their own.
 */
import {
  currency,
  emailAddress,
  httpsUrl,
  instant,
  languageTag,
  line,
  links,
  oneOf,
  optional,
  pattern,
  prose,
  shown,
  slug,
  strings,
  timezone,
} from '../fields.ts';
import { defineResource } from '../resource.ts';

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export const school = defineResource({
  one: 'school',
  many: 'schools',
  table: 'sites',
  prefix: 'site',
  summary: 'The school that the access token is for.',
  read: 'school:read',
  write: 'school:write',
  fields: {
    name: line(100, { description: 'What it is called' }),
    slug: shown(slug({ description: 'Its subdomain' })),
    primaryDomain: optional(
      pattern(DOMAIN, 'must be a domain such as school.example', { description: 'Where visitors find it' }),
    ),
    description: prose(1000, { description: 'What it is about' }),
    locale: languageTag({ description: 'The language it speaks, BCP 47' }),
    timezone: timezone({
      description: 'IANA. Its days begin and end by it, the last days of enrollments among them: they follow a change',
    }),
    currency: currency({ description: 'ISO 4217. What figures are in; what was sold before keeps its own' }),
    contactEmail: optional(emailAddress({ description: 'Where to write to' })),
    supportUrl: optional(httpsUrl({ description: 'Where to get help' })),
    socialLinks: links(20, { description: 'Where else it is, by the name of the place' }),
    status: oneOf(['active', 'paused'], { description: 'Shown to visitors; a paused school keeps its members' }),
    betaFeatures: shown(strings(100, { description: 'What it tries out' })),
  },
  times: {
    createdAt: shown(instant({ description: 'When it was made' })),
    updatedAt: shown(instant({ description: 'When it was last changed' })),
  },
});
