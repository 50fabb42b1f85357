/** What people without an account can make the server store or remember, for the manual and for the test that tries it. */
import { RETENTION } from '../../db/maintenance/retention.ts';
import { KEPT_ATTEMPTS } from '../../schema/attempts/connection-attempt.ts';
import { PENDING_REQUESTS, REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import * as throttles from '../../schema/throttle.ts';

export interface Growth {
  readonly what: string;
  /** Where it is stored; none if it is in memory, or no row is ever written. */
  readonly table?: string;
  readonly bound: string;
  readonly kept: string;
  readonly setting: string;
}

const DAY = 86_400_000;
const counted = (count: number): string => count.toLocaleString('en');
const days = (ms: number): string => (ms === DAY ? '1 day' : `${ms / DAY} days`);
const perPeriod = ({ limit, windowMs }: { limit: number; windowMs: number }): string =>
  `${counted(limit)} in ${windowMs / 60_000} minutes`;

export const GROWTH: readonly Growth[] = [
  {
    what: 'registered clients that were never used',
    table: 'clients',
    bound: `${perPeriod(throttles.REGISTRATION_PER_NETWORK)} from a network, 50,000 in all; then the network with the most loses its oldest`,
    kept: days(RETENTION.unusedClients),
    setting: '`REGISTRATION_MAX_UNUSED`, `REGISTRATION=vendors_only` or `off`',
  },
  {
    what: 'authorization requests without an answer',
    table: 'authorization_requests',
    bound: `${counted(PENDING_REQUESTS.perNetwork)} of a network, ${counted(PENDING_REQUESTS.overall)} in all; then the oldest are dropped`,
    kept: '30 minutes and 1 hour',
    setting: '',
  },
  {
    what: 'codes, grants, tokens, consents, sessions',
    bound: 'none without an account, because they begin with a sign-in',
    kept: `codes ${days(RETENTION.codes)}, tokens and grants ${days(RETENTION.tokens)} (grants ended by others: ${days(RETENTION.audit)}), sessions ${days(RETENTION.sessions)} after their end`,
    setting: '`REFRESH_IDLE_DAYS`, `REFRESH_ABSOLUTE_DAYS`',
  },
  {
    what: 'metadata documents',
    bound: `100 in memory, and 1,000 failures; ${REQUESTS_PER_MINUTE.unknownDocuments} unknown ones a minute from a network; stored only after a consent`,
    kept: 'at most 1 day in memory',
    setting: '`CIMD=off`, `CIMD_ALLOWED_HOSTS`',
  },
  {
    what: 'audit events about refused sign-ins and resets',
    table: 'audit_events',
    bound: `failed sign-ins: ${perPeriod(throttles.SIGN_IN_PER_NETWORK)} from a network; resets: ${perPeriod(throttles.RESETS_PER_NETWORK)}`,
    kept: days(RETENTION.audit),
    setting: '',
  },
  {
    what: '*Connection attempts* of schools and of the platform',
    table: 'connection_attempts',
    bound: `${KEPT_ATTEMPTS.perSchool} of a school and ${KEPT_ATTEMPTS.perMinute} a minute per process, and as many more of unproven callers; ${KEPT_ATTEMPTS.perSource} a minute from a network; then the callers with the most lose their oldest`,
    kept: days(KEPT_ATTEMPTS.ms),
    setting: '',
  },
  {
    what: 'answers to forms, in case they are sent again',
    table: 'idempotency_keys',
    bound: 'one for each form that was taken, such as a sign-in or a request for a link; none for one that was refused',
    kept: '10 minutes',
    setting: '',
  },
  {
    what: 'counters over all nodes',
    table: 'throttles',
    bound: 'one for each network, browser and e-mail address tried',
    kept: 'until the period ends, at most 31 days',
    setting: '',
  },
  {
    what: 'counters of a process',
    bound: '50,000 per limit; then the oldest is dropped',
    kept: '1 minute',
    setting: '`RATE_LIMITS`',
  },
  {
    what: 'answered challenges of passkeys, and proofs of possession of a key',
    table: 'spent_challenges',
    bound: `one for each verified sign-in with a passkey; ${REQUESTS_PER_MINUTE.proofs} a minute for each person at a school with tokens that are bound to a key`,
    kept: '10 minutes, until the challenge ends; 15 minutes for proofs',
    setting: '`RATE_LIMITS`',
  },
  {
    what: 'links and e-mails for forgotten passwords',
    table: 'mail_links',
    bound: `${perPeriod(throttles.EMAILS_PER_ADDRESS)} to an address with an account`,
    kept: '30 minutes',
    setting: '`SMTP_URL=off`',
  },
  {
    what: 'e-mails that cannot be sent',
    table: 'outbox',
    bound: 'as above',
    kept: `48 hours, and ${days(RETENTION.failedMessages)} after the last attempt`,
    setting: '',
  },
  {
    what: 'lines of the log',
    bound: 'one or two for each request, with at most 512 characters of the path',
    kept: 'by your log system',
    setting: '`LOG_LEVEL`, `LOG_ADDRESSES`',
  },
];
