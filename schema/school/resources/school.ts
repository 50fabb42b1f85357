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
  readOnly,
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
  summary: 'The school the access token is for.',
  read: 'school:read',
  write: 'school:write',
  fields: {
    name: line(100, { description: 'Name' }),
    slug: readOnly(slug({ description: 'Subdomain of the school; read-only' })),
    primaryDomain: optional(
      pattern(DOMAIN, 'must be a domain such as school.example', {
        description: "Primary domain of the school's site",
      }),
    ),
    description: prose(1000, { description: 'Short description of the school' }),
    locale: languageTag({ description: 'Default language, a BCP 47 tag' }),
    timezone: timezone({
      description:
        'IANA time zone. Days start and end in it, including the last day of access of enrollments, which is recalculated on change',
    }),
    currency: currency({ description: 'ISO 4217 code. Metrics use it; past orders keep their own currency' }),
    contactEmail: optional(emailAddress({ description: 'Contact e-mail address' })),
    supportUrl: optional(httpsUrl({ description: 'URL of the support page' })),
    termsUrl: optional(
      httpsUrl({ description: 'URL of the terms of use, which pages and e-mails of the school link to' }),
    ),
    privacyUrl: optional(
      httpsUrl({ description: 'URL of the privacy policy, which pages and e-mails of the school link to' }),
    ),
    socialLinks: links(20, { description: 'Social media links, keyed by network' }),
    status: oneOf(['active', 'paused'], {
      description: 'active: open to visitors; paused: closed to visitors, still open to members',
    }),
    betaFeatures: readOnly(strings(100, { description: 'Beta features switched on for the school; read-only' })),
  },
  times: {
    createdAt: readOnly(instant({ description: 'Creation time' })),
    updatedAt: readOnly(instant({ description: 'Time of the last change' })),
  },
});
