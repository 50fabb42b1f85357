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
import { logoTile } from '../../kit/client.ts';
import { day, linkButton, optionsOf, searchField, select } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type Column, type FilteredPortion, listPage } from '../../kit/list.ts';
import type { Visit } from '../../kit/page.ts';
import { namesOf, selectedRows } from '../../kit/selected.ts';
import { at, type OperatorRequest, type Place, SCHOOL } from '../operator-pages.ts';
import { APPLICATIONS, stateBadge } from './application.ts';

const SORTS = ['created', 'name', 'used'] as const;
const ACTIONS = ['disable', 'remove'] as const;
const PER_PAGE = 25;
const MAX_SEARCH = 100;

type Filter = { q: string; sort: (typeof SORTS)[number] };
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
    filters: ({ filter }, { text }) => filterFields(filter, text),
    count: ({ total }, { text }) => text.applications.list.total({ count: total }),
    columns,
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

function columns({ signedIn, language, text, timeZone }: Visit<OperatorRequest>): readonly Column<Row>[] {
  const { form, kind, list, one } = text.applications;
  const nameCell = (row: Row): Html => {
    const about = html`<div><a href="${address(signedIn)}/${row.id}">${nameOf(row)}</a>
<span class="detail">${row.id}</span>
<span class="detail">${kind[kindOf(row)]} · ${list.scopes({ count: row.scopes.length })}</span></div>`;
    return row.logo === undefined ? about : html`<div class="asker">${logoTile(row.logo)}${about}</div>`;
  };
  return [
    { head: form.name, cell: nameCell },
    { head: one.state, cell: ({ active }) => stateBadge(active, text.applications) },
    { head: one.grants, cell: ({ grants }) => list.grants({ count: grants }) },
    {
      head: one.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? text.shell.never : day(lastUsedAt, language, timeZone)),
      isLabelled: true,
    },
  ];
}

function filterFields({ q, sort }: Filter, { members, applications }: Text): readonly Html[] {
  const { list } = applications;
  return [
    searchField({ label: list.q, optional: true, maxLength: MAX_SEARCH }, q),
    select({ name: 'sort', label: members.filter.sort, options: optionsOf(SORTS, list.sorts), value: sort }),
  ];
}

const queryOf = ({ q, sort }: Filter, page: number): string =>
  new URLSearchParams({
    ...(q === '' ? {} : { q }),
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
function sliceOf(
  all: readonly Row[],
  query: Parameters,
  language: Language,
): FilteredPortion<Row> & { filter: Filter } {
  const q = beginningOf((query.get('q') ?? '').trim(), MAX_SEARCH);
  const filter: Filter = { q, sort: SORTS.find((one) => one === query.get('sort')) ?? 'created' };
  const wanted = folded(q);
  const found = all.filter(({ id, name }) => [id, name].some((text) => folded(text).includes(wanted)));
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const pageNumber = query.get('page') ?? '1';
  const page = /^[1-9]\d{0,3}$/.test(pageNumber) ? Math.min(Number(pageNumber), pages) : 1;
  const from = (page - 1) * PER_PAGE;
  return {
    rows: sorted(found, filter, language).slice(from, from + PER_PAGE),
    filter,
    total: found.length,
    isFiltered: q !== '',
    previous: page > 1 ? queryOf(filter, page - 1) : undefined,
    next: page < pages ? queryOf(filter, page + 1) : undefined,
  };
}
