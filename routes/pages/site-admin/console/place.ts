/** Where the pages of what a school has are: who may see them, and how they run the operations of the admin API. */
import type { FastifyInstance } from 'fastify';
import { roleMayGrant, SCOPES } from '../../../../schema/oauth/scope.ts';
import { schoolPath } from '../../../../schema/school/addresses.ts';
import type { Operation, Operator, RowsBeside } from '../../../../schema/school/operation.ts';
import { scopeOfNames } from '../../../../schema/school/references.ts';
import { coverSource } from '../../kit/cover.ts';
import type { AreaName, Related } from '../../kit/resource/area.ts';
import type { AreaPlace, Row } from '../../kit/resource/place.ts';
import { entryOf, siblingsOf } from '../menu.ts';
import {
  adminFrame,
  at,
  belowSchool,
  type OperatorRequest,
  operatorOf,
  runAs,
  SCHOOL,
  type SiteAdminPages,
} from '../operator-pages.ts';

/** As many as a form lists. */
const MOST_FILES = 8;
/** Names are searched from the newest file on, as far as this. */
const MOST_READ = 20_000;
const READ_AT_ONCE = 500;

/** Returns whether a name contains all words of a search, in any case. */
function nameSearch(words: string): (name: string) => boolean {
  const wanted = words.toLowerCase().split(/\s+/);
  return (name) => wanted.every((one) => name.toLowerCase().includes(one));
}

/** The names of files whose name contains all words, the newest first, behind the chosen one. */
async function filesFound(
  { school }: FastifyInstance,
  siteId: string,
  chosen: readonly string[],
  words: string,
): Promise<ReadonlyMap<string, string>> {
  const assets = school.records('assets');
  const isFound = nameSearch(words);
  const found = (await Promise.all(chosen.slice(0, 1).map((id) => assets.find(siteId, id)))).filter(
    (one) => one !== undefined,
  );
  let after: { at: number; id: string } | undefined;
  for (let read = 0; read < MOST_READ && found.length < MOST_FILES; read += READ_AT_ONCE) {
    const first = Math.min(READ_AT_ONCE, words === '' ? MOST_FILES : READ_AT_ONCE);
    const query = { first, after, where: { status: 'ready' }, sort: 'createdAt', descending: true } as const;
    const { rows, hasMore } = await assets.page(siteId, query);
    found.push(...rows.filter(({ filename }) => isFound(filename)));
    const last = rows.at(-1);
    if (!hasMore || last === undefined) break;
    after = { at: last.createdAt, id: last.id };
  }
  return new Map(found.slice(0, MOST_FILES).map(({ id, filename }) => [id, filename]));
}

export function consolePlace(app: FastifyInstance, pages: SiteAdminPages): AreaPlace<OperatorRequest> {
  const { school } = app;
  const operations = new Map([...school.catalogue, ...school.pageOperations].map((one) => [one.name, one]));
  /** The operator with the scopes that a token of this person could have: they decide which names are seen. */
  const withScopes = ({ membership }: OperatorRequest, operator: Operator): Operator => ({
    ...operator,
    scopes: SCOPES.filter((scope) => roleMayGrant(membership, scope)),
  });

  return {
    path: SCHOOL,
    base: (signedIn) => at(signedIn),
    within: (scopes, menu) => ({
      ...belowSchool(pages.seeing(...scopes), menu),
      frame: (signedIn) => adminFrame(signedIn, entryOf(signedIn, menu)),
    }),
    siblings: (signedIn, menu) => siblingsOf(signedIn, at(signedIn), menu),
    may: ({ membership }, scope) => roleMayGrant(membership, scope),
    operation: (name) => operations.get(name),
    run(signedIn, operation, input, seen) {
      const run: Operation['run'] = (operator, parsed) => operation.run(withScopes(signedIn, operator), parsed);
      return runAs(app, signedIn, { ...operation, run }, input, seen);
    },
    async beside(signedIn, operation, input, next) {
      const run = async (operator: Operator, parsed: object) =>
        operation.beside?.(withScopes(signedIn, operator), { ...parsed }, next);
      return (await runAs(app, signedIn, { ...operation, run }, input)) as RowsBeside | undefined;
    },
    async withNames(signedIn, operation, rows) {
      return (await school.withNames(
        withScopes(signedIn, operatorOf(app, signedIn)),
        operation,
        rows,
      )) as readonly Row[];
    },
    async files(signedIn, chosen, words) {
      if (!roleMayGrant(signedIn.membership, 'storage:write')) return undefined;
      const names = await filesFound(app, signedIn.membership.siteId, chosen, words);
      return { names, uploadHref: at(signedIn, '/assets/new') };
    },
    async labels({ membership: { siteId } }, to, ids) {
      const labels =
        to === 'members' ? await school.members.labels(siteId, ids) : await school.records(to).labels(siteId, ids);
      return new Map([...labels].map(([id, label]) => [id, label.name ?? ('email' in label ? label.email : id)]));
    },
    pageOf(signedIn, to, id) {
      const path = `/${to.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}/${id}`;
      const hasPage = to !== 'sections' && to !== 'lectures';
      return hasPage && roleMayGrant(signedIn.membership, scopeOfNames(to)) ? at(signedIn, path) : undefined;
    },
    async currency({ membership: { siteId } }) {
      return (await school.settings.find(siteId))?.currency ?? '';
    },
    picture: ({ membership: { siteId } }, address) =>
      coverSource(app, siteId, typeof address === 'string' ? address : null),
    async preview({ membership, text }, source) {
      // The parser is loaded for the first text, so that a start does not wait for it.
      const { schoolText } = await import('../../school/school-text.ts');
      const context = { label: text.content.preview, base: schoolPath(membership.slug), baseUrl: app.config.baseUrl };
      return schoolText(source, context).markup;
    },
  };
}

/** The page of something as visitors see it, if they do. @param path as `schema/school/addresses.ts` has it */
export const publicPage = ({ membership, text }: OperatorRequest, path: string, isPublic: boolean): Related[] =>
  isPublic
    ? [{ href: `${schoolPath(membership.slug)}${path}`, label: text.content.publicPage, icon: 'external-link' }]
    : [];

/**
 * A list of what belongs to something, with how much that is, for those who see that list.
 * @param address of the list, if it is not that of its area with the filter
 */
export async function listOf(
  place: AreaPlace<OperatorRequest>,
  signedIn: OperatorRequest,
  name: AreaName,
  filter: Readonly<Record<string, unknown>>,
  address?: string,
): Promise<Related[]> {
  const list = place.operation(name === 'registrations' ? 'list_event_registrations' : `list_${name}`);
  if (list === undefined || !place.may(signedIn, list.scope)) return [];
  const found = await place.beside(signedIn, list, { ...filter, first: 1 }, undefined);
  const texts = Object.entries(filter).map(([key, value]): [string, string] => [key, String(value)]);
  const href = address ?? at(signedIn, `/${name.replaceAll('_', '-')}?${new URLSearchParams(texts).toString()}`);
  return [{ href, label: signedIn.text.content.areas[name].title, ...(found && { count: found.total }) }];
}
