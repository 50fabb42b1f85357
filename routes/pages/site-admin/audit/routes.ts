/** The audit log of a school: shows, filters and exports it. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuditFilter } from '../../../../schema/audit/audit-event.ts';
import { type Parameters, readParameters } from '../../../../schema/parameters.ts';
import { addDays, endOfDay } from '../../../../schema/school/calendar.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { filterOf } from '../connections/routes.ts';
import { adminFrame, at, missing, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { FORMATS, sendCopy } from './copy.ts';
import { chosenEvents } from './event-filter.ts';
import { pagesOf } from './involved.ts';
import { type AuditConditions, auditPage } from './list-view.ts';
import { outcomesOf } from './outcome.ts';
import { memberTarget, namedIn, type Reader } from './sentences.ts';
import { connectionsIn } from './through.ts';
import { auditEntryPage } from './view.ts';

const PAGE = 20;
const PATH = '/audit';
const ID = /^[0-9]{1,15}$/;

/** The requested filter, and whether it can match anything. */
interface RequestedFilter {
  conditions: AuditConditions;
  filter: AuditFilter;
  badDays: ('from' | 'to')[];
  /** The school knows no such person, so no entry can match. */
  isNobody: boolean;
}

export function audit(app: FastifyInstance, pages: SiteAdminPages): void {
  const { log: auditLog } = app.audit;

  pages.managers.get(SCHOOL + PATH, async (signedIn, reply) => {
    const query = readParameters(signedIn.request.query);
    const requested = await read(app, signedIn, query);
    const { conditions, filter, badDays } = requested;
    const before = query.get('before');
    const start = before !== undefined && ID.test(before) ? Number(before) : undefined;
    const found = isVain(requested) ? [] : await auditLog.page(signedIn.membership.siteId, filter, PAGE + 1, start);
    const entries = found.slice(0, PAGE);
    const base = at(signedIn, PATH);
    const given = Object.entries(conditions).filter(([, value]) => value !== '');
    const next = new URLSearchParams([...given, ['before', String(entries.at(-1)?.id)]]);
    const page = auditPage(adminFrame(signedIn, PATH), {
      entries,
      names: await auditLog.namesOf(signedIn.membership.siteId, entries.flatMap(namedIn), entries.at(-1)?.id),
      connections: await connectionsIn(app, signedIn.membership.siteId, entries),
      outcomes: await outcomesOf(app, signedIn.membership.siteId, entries, readerOf(signedIn)),
      conditions,
      clients: await app.oauth.connections.clientsOfLog(signedIn.membership.siteId),
      deletedApps: await auditLog.deletedApps(signedIn.membership.siteId),
      badDays,
      base,
      timeZone: signedIn.membership.timezone,
      csrf: signedIn.csrf,
      nextHref: found.length > PAGE ? `${base}?${next}` : undefined,
    });
    return sendPage(badDays.length > 0 ? reply.code(400) : reply, page, 'own');
  });

  pages.managers.get(`${SCHOOL}${PATH}/:entry`, async (signedIn, reply) => {
    const { siteId, timezone } = signedIn.membership;
    const id = pathParameter(signedIn.request, 'entry');
    const [entry] = ID.test(id) ? await auditLog.page(siteId, {}, 1, Number(id) + 1) : [];
    if (entry === undefined || entry.id !== Number(id)) return missing(signedIn, reply);
    const itsPages = await pagesOf(app, signedIn, entry);
    const page = auditEntryPage(adminFrame(signedIn, PATH), {
      entry,
      names: await auditLog.namesOf(
        siteId,
        [...namedIn(entry), ...(itsPages.ended?.people ?? []).map(({ id }) => memberTarget(id))],
        entry.id,
      ),
      connections: await connectionsIn(app, siteId, [entry]),
      outcome: (await outcomesOf(app, siteId, [entry], readerOf(signedIn))).get(entry.id),
      base: at(signedIn, PATH),
      pages: itsPages,
      timeZone: timezone,
    });
    return sendPage(reply, page, 'own');
  });

  pages.managers.post(`${SCHOOL}${PATH}/export`, async (signedIn, form, reply) => copy(signedIn, form, reply));

  async function copy(signedIn: OperatorRequest, form: Parameters, reply: FastifyReply): Promise<FastifyReply> {
    const format = FORMATS.find((one) => one === form.get('format'));
    const requested = await read(app, signedIn, form);
    if (format === undefined || requested.badDays.length > 0) return goTo(reply, at(signedIn, PATH));
    return sendCopy(app, signedIn, { format, filter: requested.filter, isVain: isVain(requested) }, reply);
  }
}

const readerOf = ({ frame, membership }: OperatorRequest): Reader => ({
  language: frame.language,
  timeZone: membership.timezone,
});

const isVain = ({ badDays, isNobody }: RequestedFilter): boolean => badDays.length > 0 || isNobody;

async function read(
  { school: { members } }: FastifyInstance,
  { membership }: OperatorRequest,
  given: Parameters,
): Promise<RequestedFilter> {
  const asked = conditionsOf(given);
  const known = asked.person === '' ? undefined : await knownAs(asked.person);
  const conditions = { ...asked, person: known?.email ?? asked.person };
  const [from, to] = [
    conditions.from && instantOf(conditions.from, membership.timezone, -1),
    conditions.to && instantOf(conditions.to, membership.timezone, 0),
  ];
  return {
    conditions,
    filter: {
      ...chosenEvents(conditions.event),
      ...(known === undefined ? {} : { personId: known.id }),
      ...(conditions.client === '' ? {} : { clientId: conditions.client }),
      ...(typeof from === 'number' ? { from } : {}),
      ...(typeof to === 'number' ? { to } : {}),
    },
    badDays: [...(from === undefined ? ['from' as const] : []), ...(to === undefined ? ['to' as const] : [])],
    isNobody: conditions.person !== '' && known === undefined,
  };

  /** A person who has left is found by the id in the log, and by the address that the school keeps. */
  async function knownAs(person: string): Promise<{ id: string; email?: string } | undefined> {
    const { siteId } = membership;
    if (!person.startsWith('usr_')) return idOf(person);
    // The field asks for an address, so it shows that of a person, if it finds the same person.
    const email =
      (await members.labels(siteId, [person])).get(person)?.email ?? (await members.addressOfRemoved(siteId, person));
    const isFound = email !== undefined && (await idOf(email))?.id === person;
    return isFound ? { id: person, email } : { id: person };
  }

  /** A member goes before those who had the same address. */
  async function idOf(email: string): Promise<{ id: string } | undefined> {
    const { siteId } = membership;
    return (await members.findKnown(siteId, email)) ?? members.findRemoved(siteId, email);
  }
}

/** Returns the conditions for the form. Unknown event names are dropped. */
function conditionsOf(given: Parameters): AuditConditions {
  const event = given.get('event') ?? '';
  return {
    event: chosenEvents(event) === undefined ? '' : event,
    person: filterOf(given.get('person')),
    client: filterOf(given.get('client')),
    from: given.get('from') ?? '',
    to: given.get('to') ?? '',
  };
}

/** Returns the end of the day that is `offset` days after a date; `undefined` if the date is invalid. */
function instantOf(date: string, timezone: string, offset: number): number | undefined {
  try {
    return endOfDay(addDays(date, offset), timezone);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
