/**
 * The list of the applications of a school: searched, sorted, and paged in both directions. All of them are read, because
 * a school makes them one by one.
 */
import type { Language } from '../../../../schema/language.ts';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import type { Parameters } from '../../../../schema/parameters.ts';
import { APPLICATION_SORTS, type ApplicationFilter } from './list-view.ts';

export const APPLICATIONS_PER_PAGE = 25;
const MAX_SEARCH = 100;

type Listed = Pick<StoredApplication, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>;

export interface ApplicationPage<Item> {
  filter: ApplicationFilter;
  total: number;
  applications: readonly Item[];
  /** The queries of the pages before and after this one. */
  previous: string | undefined;
  next: string | undefined;
}

/** What says nothing is ignored, as if it had not been entered. */
function filterOf(query: Parameters): ApplicationFilter {
  const q = (query.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  return { q, sort: APPLICATION_SORTS.find((one) => one === query.get('sort')) ?? 'created' };
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

const queryOf = ({ q, sort }: ApplicationFilter, page: number): string =>
  new URLSearchParams({
    ...(q === '' ? {} : { q }),
    ...(sort === 'created' ? {} : { sort }),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString();

/** @param all the newest first */
function sorted<Item extends Listed>(all: readonly Item[], { sort }: ApplicationFilter, language: Language): Item[] {
  if (sort === 'created') return [...all];
  return all.toSorted((one, other) =>
    sort === 'name'
      ? one.name.localeCompare(other.name, language, { numeric: true })
      : (other.lastUsedAt ?? 0) - (one.lastUsedAt ?? 0),
  );
}

/** @param all the newest first */
export function applicationPage<Item extends Listed>(
  all: readonly Item[],
  query: Parameters,
  language: Language,
): ApplicationPage<Item> {
  const filter = filterOf(query);
  const wanted = folded(filter.q);
  const found = all.filter(({ id, name }) => [id, name].some((text) => folded(text).includes(wanted)));
  const pages = Math.max(1, Math.ceil(found.length / APPLICATIONS_PER_PAGE));
  const given = query.get('page') ?? '1';
  const page = /^[1-9]\d{0,3}$/.test(given) ? Math.min(Number(given), pages) : 1;
  const from = (page - 1) * APPLICATIONS_PER_PAGE;
  return {
    filter,
    total: found.length,
    applications: sorted(found, filter, language).slice(from, from + APPLICATIONS_PER_PAGE),
    previous: page > 1 ? queryOf(filter, page - 1) : undefined,
    next: page < pages ? queryOf(filter, page + 1) : undefined,
  };
}
