/** The figures of a school for the last days, in its timezone. */
import type { FastifyInstance } from 'fastify';
import type { UsedApps } from '../../../../schema/oauth/connection.ts';
import { roleMayGrant } from '../../../../schema/oauth/scope.ts';
import type { Period } from '../../../../schema/school/analytics.ts';
import { addDays, dateAt, endOfDay } from '../../../../schema/school/calendar.ts';
import { sumOf } from '../../../../schema/school/figures.ts';
import { SIGN_INS } from '../audit/event-filter.ts';
import { at, type OperatorRequest } from '../operator-pages.ts';
import type { SchoolFigures } from './figures-view.ts';

const DAYS = 7;
/** Whoever has one of these scopes can count the members elsewhere, too. */
const COUNTED_BY = ['members:read', 'analytics:read'] as const;

/** The days up to today, oldest first. */
function lastDays(now: number, timezone: string): Period[] {
  const today = dateAt(now, timezone);
  const ends = Array.from({ length: DAYS + 1 }, (_, index) => endOfDay(addDays(today, index - DAYS), timezone));
  return ends.slice(1).map((end, index) => [ends[index] ?? 0, end]);
}

/** @returns `undefined` for staff to whom the school shows neither its members nor its statistics */
export async function figuresOf(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  apps: UsedApps,
): Promise<SchoolFigures | undefined> {
  const { membership, manages } = signedIn;
  if (!COUNTED_BY.some((scope) => roleMayGrant(membership, scope))) return undefined;
  const { siteId, timezone } = membership;
  const { figures } = app.school;
  const days = lastDays(app.clock(), timezone);
  const happened = (event: Parameters<typeof figures.happened>[1]) => figures.happened(siteId, event, days);
  const [members, joined, allowed] = await Promise.all([
    figures.members(siteId),
    figures.joined(siteId, days),
    happened('consent_given'),
  ]);
  const own = {
    members,
    joined,
    apps: apps.count,
    allowed,
    hrefs: roleMayGrant(membership, 'members:read')
      ? { members: at(signedIn, '/members'), apps: at(signedIn, '/connections') }
      : {},
    days: days.map(([first]) => first),
    timezone,
  };
  // The other two are of the audit log, which is for owners and administrators.
  if (!manages) return own;
  const [silent, ...toolCalls] = await Promise.all([
    happened('code_issued_silently'),
    happened('tool_called'),
    happened('tool_failed'),
  ]);
  // An app gets a code each time that somebody signs in with it, with or without a question.
  const hrefs = {
    ...own.hrefs,
    signIns: at(signedIn, `/audit?event=${SIGN_INS}`),
    toolCalls: at(signedIn, '/audit?event=tool_called'),
  };
  return { ...own, hrefs, signIns: sumOf([allowed, silent]), toolCalls: sumOf(toolCalls) };
}
