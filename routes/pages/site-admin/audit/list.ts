/** The audit log of a school: shows, filters and exports it. */
import type { FastifyInstance } from 'fastify';
import type { AuditEntry, AuditFilter } from '../../../../schema/audit/audit-event.ts';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import { addDays, endOfDay } from '../../../../schema/school/calendar.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import { emptyList, errorSummary, field, linkButton, momentOfEvent, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { filterForm } from '../../kit/list.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { clientFilter, filterOf } from '../client-filter.ts';
import { at, belowSchool, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { detailsOf } from './changes.ts';
import { chosenEvents, eventFilter } from './event-filter.ts';
import { FORMATS, sendExport } from './export.ts';
import { outcomesOf } from './outcome.ts';
import { connectionsIn, throughWhich } from './participants.ts';
import { namedIn, type Reader, sentenceOf, unsaidApp } from './sentences.ts';

export const PATH = '/audit';
const PER_PAGE = 20;
/** The number of an entry. */
export const ENTRY_ID = /^[0-9]{1,15}$/;

/** The conditions in the query; an empty string means any value. */
type Conditions = { event: string; person: string; client: string; from: string; to: string };

/** The requested filter, and whether it can match anything. */
interface RequestedFilter {
  conditions: Conditions;
  filter: AuditFilter;
  badDays: ('from' | 'to')[];
  /** The school knows no such person, so no entry can match. */
  isNobody: boolean;
}

type Shown = Awaited<ReturnType<typeof load>>;

export function auditList(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const place = belowSchool(managers, PATH);

  definePage(app, place, {
    at: SCHOOL + PATH,
    load: (visit) => load(app, visit),
    status: ({ badDays }) => (badDays.length > 0 ? 400 : 200),
    isWrong: ({ badDays }) => badDays.length > 0,
    title: (_shown, { text }) => text.admin.area.pages.audit,
    lead: (_shown, { text: { audit } }) =>
      html`<p>${audit.lead}</p><details><summary>${audit.unlisted}</summary><p class="detail">${audit.unlistedText}</p></details>`,
    body(shown, visit) {
      const { badDays, conditions, entries, nextHref } = shown;
      const { text } = visit;
      const { empty, emptyText, emptyPerson, filter } = text.audit;
      return html`${errorSummary(
        badDays.map((id) => ({ id, label: filter[id] })),
        text,
      )}
${filters(shown, visit)}
${entries.length === 0 ? emptyList(empty, conditions.person === '' ? emptyText : `${emptyText} ${emptyPerson}`) : html`<ul class="rows">${entries.map((entry) => item(entry, shown, visit))}</ul>`}
${nextHref !== undefined && html`<p class="more">${linkButton(nextHref, text.shell.next, 'secondary')}</p>`}
${copies(shown, visit)}`;
    },
  });

  managers.post(`${SCHOOL}${PATH}/export`, async (signedIn, form, reply) => {
    const format = FORMATS.find((one) => one === form.get('format'));
    const requested = await readFilter(app, signedIn, form);
    if (format === undefined || requested.badDays.length > 0) return goTo(reply, at(signedIn, PATH));
    return sendExport(app, signedIn, { format, filter: requested.filter, isVain: isVain(requested) }, reply);
  });
}

async function load(app: FastifyInstance, { signedIn, query, language, timeZone }: Visit<OperatorRequest>) {
  const { log } = app.audit;
  const { siteId } = signedIn.membership;
  const requested = await readFilter(app, signedIn, query);
  const { conditions, filter, badDays } = requested;
  const before = query.get('before');
  const start = before !== undefined && ENTRY_ID.test(before) ? Number(before) : undefined;
  const found = isVain(requested) ? [] : await log.page(siteId, filter, PER_PAGE + 1, start);
  const entries = found.slice(0, PER_PAGE);
  const last = entries.at(-1)?.id;
  const given = Object.entries(conditions).filter(([, value]) => value !== '');
  const next = new URLSearchParams([...given, ['before', String(last)]]);
  return {
    entries,
    conditions,
    badDays,
    /** The names of the entries' targets, if they still exist. */
    names: await log.namesOf(siteId, entries.flatMap(namedIn), last),
    connections: await connectionsIn(app, siteId, entries),
    outcomes: await outcomesOf(app, siteId, entries, { language, timeZone }),
    clients: await app.oauth.connections.clientsOfLog(siteId),
    deletedApps: await log.deletedApps(siteId),
    nextHref: found.length > PER_PAGE ? `${at(signedIn, PATH)}?${next}` : undefined,
  };
}

function filters(
  { conditions, clients, deletedApps, badDays }: Shown,
  { signedIn, text }: Visit<OperatorRequest>,
): Html {
  const base = at(signedIn, PATH);
  const { filter } = text.audit;
  const named = (name: 'person' | 'from' | 'to') => ({
    name,
    label: filter[name],
    autocomplete: 'off',
    optional: true,
    ...(conditions[name] === '' ? {} : { value: conditions[name] }),
  });
  const dayField = (name: 'from' | 'to'): Html =>
    field({ ...named(name), type: 'date', error: badDays.includes(name) ? filter.badDay : undefined });
  const deleted = deletedApps.map(({ id, name }) => ({
    value: id,
    label: filter.deletedApp({ app: displayText(name) }),
  }));
  const isNarrow = Object.values(conditions).some((value) => value !== '');
  const fields = html`${eventFilter(conditions.event, text)}
${field({ ...named('person'), type: 'text', maxLength: 254, hint: filter.personHint })}
${clientFilter({ choices: clients, deleted, value: conditions.client }, text)}
${dayField('from')}
${dayField('to')}`;
  return filterForm(fields, isNarrow, base, text);
}

/** More fields, and longer values, are on the page of the entry. */
const SHOWN = 3;

/** Only where the sentence could be about another connection as well. */
function connection(entry: AuditEntry, { connections }: Shown, text: Text, reader: Reader): Html | false {
  const which = throughWhich(entry, connections, reader);
  return which?.isOneOfSeveral === true && html` · ${text.connections.since}: ${which.since}`;
}

function item(entry: AuditEntry, shown: Shown, { signedIn, text, language, timeZone }: Visit<OperatorRequest>): Html {
  const { names, outcomes } = shown;
  const reader = { language, timeZone };
  const app = unsaidApp(entry, names, text, reader);
  const outcome = outcomes.get(entry.id);
  const details = [...detailsOf(entry, text, SHOWN), ...(outcome === undefined ? [] : [outcome.said])];
  return html`<li><div><p><a href="${at(signedIn, `${PATH}/${entry.id}`)}">${sentenceOf(entry, names, text, reader)}</a></p>${details.map((one) => html`<p class="detail">${one}</p>`)}<p class="detail">${momentOfEvent(entry.at, language, timeZone)}${app !== undefined && html` · ${app}`}${connection(entry, shown, text, reader)}</p></div></li>`;
}

const copies = ({ conditions }: Shown, { csrf, signedIn, text: { audit } }: Visit<OperatorRequest>): Html =>
  html`<section class="stack"><h2>${audit.download}</h2><p class="quiet">${audit.downloadText}</p>
${postForm({
  action: at(signedIn, `${PATH}/export`),
  csrf,
  hidden: conditions,
  body: html`<div class="inline"><button type="submit" class="secondary" name="format" value="csv">${audit.csv}</button>
<button type="submit" class="secondary" name="format" value="jsonl">${audit.lines}</button></div>`,
})}</section>`;

const isVain = ({ badDays, isNobody }: RequestedFilter): boolean => badDays.length > 0 || isNobody;

async function readFilter(
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
function conditionsOf(given: Parameters): Conditions {
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
