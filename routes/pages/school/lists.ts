/** The lists of what a school has published, as declarations. */
import type { PublicContent, PublicList } from '../../../plugins/school/stores.ts';
import { coursePath, eventPath, postPath } from '../../../schema/school/addresses.ts';
import { formatMoney } from '../../../schema/school/money.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { coverImage } from './cover.ts';
import { dayOf, periodOf, type SchoolContext, type Section, type Visit } from './view.ts';

interface ListDeclaration<Row> {
  name: 'courses' | 'events' | 'pastEvents' | 'posts';
  path: string;
  section: Section;
  /** How many the start page shows, and its link to all. */
  onHome?: { first: number; all: 'allCourses' | 'allEvents' | 'allPosts' };
  /** The list that a row is in when it is not in this one. */
  other?: { name: 'events' | 'pastEvents'; path: string };
  read(content: PublicContent, query: Parameters<PublicContent['courses']>[0]): Promise<PublicList<Row>>;
  pathOf(slug: string): string;
  /** Those that are empty are left out. */
  details(row: Row, visit: Visit): readonly (Html | string)[];
  price?(row: Row, visit: Visit): string;
  hasCover?: boolean;
}

export type List = (typeof LISTS)[number];

function list<Row extends { id: string; at: number; slug: string; title: string }>(is: ListDeclaration<Row>) {
  const entry = (row: Row, visit: Visit): Html =>
    html`<li>${is.hasCover && coverImage(visit.base, is.pathOf(row.slug), true)}<div><p class="name"><a href="${visit.base}${is.pathOf(row.slug)}">${displayText(row.title)}</a></p>
${is.details(row, visit).map((detail) => detail !== '' && html`<p class="detail">${detail}</p>`)}</div>${is.price !== undefined && html`<p class="detail">${visit.ours(is.price(row, visit))}</p>`}</li>
`;
  const { name, path, section, onHome, other } = is;
  return {
    name,
    path,
    section,
    onHome,
    other,
    /** Reads a part of the list. */
    async part(visit: Visit, part: Pick<Parameters<typeof is.read>[1], 'first' | 'after' | 'before'>) {
      const { app, now, school } = visit;
      const { rows, ...neighbours } = await is.read(app.school.publicContent, { siteId: school.id, now, ...part });
      const entries = rows.length > 0 ? html`<ul class="rows">${rows.map((row) => entry(row, visit))}</ul>` : undefined;
      return { entries, first: rows[0], last: rows.at(-1), ...neighbours };
    },
  };
}

type ListedItem<Name extends 'courses' | 'events' | 'posts'> = Awaited<ReturnType<PublicContent[Name]>>['rows'][number];

/** How a course is to be had, and what it costs. */
export function accessOf(
  {
    courseType,
    priceAmount,
    priceCurrency,
  }: Pick<ListedItem<'courses'>, 'courseType' | 'priceAmount' | 'priceCurrency'>,
  { publicPages: { access }, formats }: Pick<SchoolContext, 'publicPages' | 'formats'>,
): string {
  const price = formatMoney(priceAmount, priceCurrency, formats);
  if (courseType === 'paid') return price;
  return courseType === 'pre_order' ? access.pre_order({ price }) : access[courseType];
}

export const priceOf = (
  { priceAmount, priceCurrency }: Pick<ListedItem<'events'>, 'priceAmount' | 'priceCurrency'>,
  { publicPages: text, formats }: Pick<SchoolContext, 'publicPages' | 'formats'>,
): string => (priceAmount === 0 ? text.access.free : formatMoney(priceAmount, priceCurrency, formats));

/** How many places an event has left, if their number is limited. */
export function placesText(
  { capacity, registeredCount }: { capacity: number | null; registeredCount: number },
  { full, placesLeft }: SchoolContext['publicPages'],
): string | undefined {
  if (capacity === null) return undefined;
  return registeredCount < capacity ? placesLeft({ count: capacity, left: capacity - registeredCount }) : full;
}

export const placeOf = (
  { kind, location }: Pick<ListedItem<'events'>, 'kind' | 'location'>,
  { ours, publicPages: text }: Pick<SchoolContext, 'ours' | 'publicPages'>,
): Html => html`${ours(text.kinds[kind])}${location !== null && html`: ${displayText(location)}`}`;

const EVENT_LIST = {
  hasCover: true,
  section: '/events',
  pathOf: eventPath,
  details(event: ListedItem<'events'>, visit: Visit) {
    const places = event.startsAt > visit.now ? placesText(event, visit.publicPages) : undefined;
    return [
      periodOf(visit, event.startsAt, event.endsAt, event.timezone),
      placeOf(event, visit),
      places === undefined ? '' : visit.ours(places),
    ];
  },
  price: priceOf,
} as const;

export const LISTS = [
  list<ListedItem<'courses'>>({
    name: 'courses',
    path: '/courses',
    section: '/courses',
    onHome: { first: 6, all: 'allCourses' },
    read: (content, query) => content.courses(query),
    pathOf: coursePath,
    hasCover: true,
    details: ({ subtitle }) => [displayText(subtitle ?? '')],
    price: accessOf,
  }),
  list<ListedItem<'events'>>({
    ...EVENT_LIST,
    name: 'events',
    path: '/events',
    onHome: { first: 3, all: 'allEvents' },
    other: { name: 'pastEvents', path: '/past-events' },
    read: (content, query) => content.events(true, query),
  }),
  list<ListedItem<'events'>>({
    ...EVENT_LIST,
    name: 'pastEvents',
    path: '/past-events',
    other: { name: 'events', path: '/events' },
    read: (content, query) => content.events(false, query),
  }),
  list<ListedItem<'posts'>>({
    name: 'posts',
    path: '/posts',
    section: '/posts',
    onHome: { first: 3, all: 'allPosts' },
    read: (content, query) => content.posts(query),
    pathOf: postPath,
    details: ({ at, excerpt }, visit) => [dayOf(visit, at), displayText(excerpt ?? '')],
  }),
];
