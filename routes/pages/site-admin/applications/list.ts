/**
 * The list of the applications of a school, and what can be done to several of them. All are read, because a school makes
 * them one by one.
 */
import type { FastifyInstance } from 'fastify';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import { MAX_COUNTED_CONNECTIONS } from '../../../../schema/oauth/connection.ts';
import { kindOf, type StoredApplication } from '../../../../schema/oauth/site-application.ts';
import { folded } from '../../../../schema/text/folding.ts';
import type { Language } from '../../../../schema/text/language.ts';
import { beginningOf } from '../../../../schema/text/readable.ts';
import type { Text } from '../../../words/index.ts';
import { aloneBadge, logoTile } from '../../kit/client.ts';
import { ago, linkButton, optionsOf } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type Chosen, type Column, type FilteredPortion, listPage } from '../../kit/list.ts';
import type { Visit } from '../../kit/page.ts';
import { at, type OperatorRequest, type Place, SCHOOL } from '../operator-pages.ts';
import { namesOf, selectedRows } from '../selected.ts';
import { APPLICATIONS, stateBadge } from './application.ts';

const SORTS = ['created', 'name', 'used'] as const;
const ACTIONS = ['disable', 'remove'] as const;
const PER_PAGE = 25;
const MAX_SEARCH = 100;

type Filter = { q: string; sort: (typeof SORTS)[number]; isOff: boolean };
type Found = FilteredPortion<Row> & { filter: Filter; counts: Record<'all' | 'off', number> };
/** An application with the number of its connections. */
type Row = StoredApplication & { grants: number };
type Action = (typeof ACTIONS)[number];

const address = (signedIn: OperatorRequest): string => at(signedIn, APPLICATIONS);
const nameOf = ({ name }: StoredApplication): string => displayText(name);
const nameAndId = (one: StoredApplication): Html => html`${nameOf(one)} <code>${one.id}</code>`;

export function applicationList(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const { siteApplications } = app.oauth;

  /** The newest first. */
  async function all({ membership: { siteId } }: OperatorRequest): Promise<Row[]> {
    const [stored, uses] = await Promise.all([
      siteApplications.ofSite(siteId),
      siteApplications.uses(siteId, app.clock()),
    ]);
    return stored.map((one) => ({ ...one, grants: uses.get(one.id) ?? 0 }));
  }

  listPage(app, place, {
    at: `${SCHOOL}${APPLICATIONS}`,
    address,
    load: async ({ signedIn, query, language }) => sliceOf(await all(signedIn), query, language),
    title: (_found, { text }) => text.applications.list.title,
    lead: (_found, { text }) => html`<p>${text.applications.list.lead}</p>`,
    done: ({ text: { applications } }) => ({
      deleted: applications.done.deleted,
      none: applications.list.selected.none,
    }),
    add: ({ signedIn, text }) => linkButton(`${address(signedIn)}/new`, text.applications.list.create),
    filters: (found, { signedIn, text }) => chosenOf(found, address(signedIn), text),
    columns: (visit, { filter }) => columns(visit, filter),
    selecting: ({ text: { applications } }) => ({
      name: 'application',
      idOf: (row) => ({ id: row.id, name: nameOf(row) }),
      actions: optionsOf(ACTIONS, applications.one),
    }),
    empty({ text }) {
      const { empty, emptyText, noneFound } = text.applications.list;
      const none = { title: empty, text: emptyText };
      return { none, noneFound: { title: noneFound, text: text.connections.noneFoundText } };
    },
  });

  selectedRows<OperatorRequest, Action, Row>(app, place, {
    at: `${SCHOOL}${APPLICATIONS}`,
    address,
    name: 'application',
    most: PER_PAGE,
    actions: ACTIONS,
    find: async (signedIn, ids) => (await all(signedIn)).filter(({ id }) => ids.includes(id)),
    fits: (_signedIn, { active }, action) => active || action === 'remove',
    nameOf,
    describe({ text }, { action, fitting, others }) {
      const { list, one } = text.applications;
      const { ask, consequences, already } = list.selected;
      const sum = fitting.reduce((grants, row) => grants + row.grants, 0);
      const grants = Math.min(sum, MAX_COUNTED_CONNECTIONS + 1);
      return {
        title: ask[action]({ count: fitting.length }),
        consequences: html`${namesOf(fitting, nameAndId)}<p>${consequences[action]}</p>${grants > 0 && html`<p>${text.connections.total({ count: grants })}</p>`}
${others.length > 0 && html`<p>${already}</p>${namesOf(others, nameAndId)}`}`,
        submit: one[action],
      };
    },
    change: (signedIn, action, one) =>
      action === 'disable'
        ? siteApplications.disable(one, signedIn.event('client_disabled', { clientId: one.id }))
        : siteApplications.remove(one, signedIn.event('client_deleted', { clientId: one.id })),
    report: ({ text: { applications, members } }, action) => ({
      title: applications.list.selected.title,
      changed: applications.list.selected.done[action],
      refused: members.selected.refused,
      back: applications.list.title,
    }),
  });
}

function columns(
  { signedIn, language, now, text, timeZone }: Visit<OperatorRequest>,
  filter: Filter,
): readonly Column<Row>[] {
  const { form, kind, list, one } = text.applications;
  const sort = (name: Filter['sort'], direction: 'ascending' | 'descending') =>
    filter.sort === name ? { direction } : { href: `${address(signedIn)}?${queryOf({ ...filter, sort: name })}` };
  const nameCell = (row: Row): Html => {
    const about = html`<div><a href="${address(signedIn)}/${row.id}">${nameOf(row)}</a>${!row.active && stateBadge(false, text.applications)}${aloneBadge(row, text)}
<span class="detail">${row.id}</span>
<span class="detail">${kind[kindOf(row)]} · ${list.scopes({ count: row.scopes.length })}</span></div>`;
    return row.logo === undefined ? about : html`<div class="asker">${logoTile(row.logo)}${about}</div>`;
  };
  return [
    { head: form.name, cell: nameCell, sort: sort('name', 'ascending') },
    { head: one.grants, cell: ({ grants }) => list.grants({ count: grants }), isNumber: true },
    {
      head: one.lastUsed,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === undefined ? '–' : ago(lastUsedAt, now, language, { unit: 'minute', timeZone }),
      sort: sort('used', 'descending'),
      isLabelled: true,
      isNumber: true,
    },
  ];
}

function chosenOf({ counts, filter }: Found, here: string, { members, applications }: Text): Chosen {
  const { isOff, q, sort } = filter;
  const to = (label: string, count: number, off: boolean) => {
    const query = queryOf({ q, sort, isOff: off });
    return { label, count, href: query === '' ? here : `${here}?${query}`, isCurrent: isOff === off };
  };
  return {
    label: applications.list.q,
    q,
    hidden: { ...(sort === 'created' ? {} : { sort }), ...(isOff ? { state: 'off' } : {}) },
    chips: [
      [
        to(members.filter.any, counts.all, false),
        ...(counts.off > 0 || isOff ? [to(applications.state.disabled, counts.off, true)] : []),
      ],
    ],
  };
}

const queryOf = ({ q, sort, isOff }: Filter, page = 1): string =>
  new URLSearchParams({
    ...(q === '' ? {} : { q }),
    ...(isOff ? { state: 'off' } : {}),
    ...(sort === 'created' ? {} : { sort }),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString();

/** @param all the newest first */
function sorted(all: readonly Row[], { sort }: Filter, language: Language): readonly Row[] {
  if (sort === 'created') return all;
  return all.toSorted((one, other) =>
    sort === 'name'
      ? one.name.localeCompare(other.name, language, { numeric: true })
      : (other.lastUsedAt ?? 0) - (one.lastUsedAt ?? 0),
  );
}

/** A page number that means nothing is ignored, as if it had not been entered. */
function sliceOf(all: readonly Row[], query: Parameters, language: Language): Found {
  const q = beginningOf((query.get('q') ?? '').trim(), MAX_SEARCH);
  const filter: Filter = {
    q,
    sort: SORTS.find((one) => one === query.get('sort')) ?? 'created',
    isOff: query.get('state') === 'off',
  };
  const wanted = folded(q);
  const named = all.filter(({ id, name }) => [id, name].some((text) => folded(text).includes(wanted)));
  const off = named.filter(({ active }) => !active);
  const found = filter.isOff ? off : named;
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const pageNumber = query.get('page') ?? '1';
  const page = /^[1-9]\d{0,3}$/.test(pageNumber) ? Math.min(Number(pageNumber), pages) : 1;
  const from = (page - 1) * PER_PAGE;
  return {
    rows: sorted(found, filter, language).slice(from, from + PER_PAGE),
    filter,
    total: found.length,
    start: from,
    counts: { all: named.length, off: off.length },
    isFiltered: q !== '' || filter.isOff,
    previous: page > 1 ? queryOf(filter, page - 1) : undefined,
    next: page < pages ? queryOf(filter, page + 1) : undefined,
  };
}
