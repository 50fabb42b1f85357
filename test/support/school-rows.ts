/** Ids of things that are there, for calls that name them. */
import type { FastifyInstance } from 'fastify';
import { DEMO_PEOPLE } from '../../scripts/commands/demo/platform.ts';

/** Where the things of a path are kept, and what their list goes by. */
const TABLES = {
  courses: 'createdAt',
  sections: 'createdAt',
  lectures: 'createdAt',
  enrollments: 'startsAt',
  lecturers: 'createdAt',
  orders: 'placedAt',
  membershipPlans: 'createdAt',
  subscriptions: 'createdAt',
  coupons: 'createdAt',
  digitalProducts: 'createdAt',
  events: 'createdAt',
  eventRegistrations: 'registeredAt',
  posts: 'createdAt',
  comments: 'createdAt',
  forms: 'createdAt',
  pages: 'createdAt',
  assets: 'createdAt',
} as const;

export type Kind = keyof typeof TABLES | 'people';

const camelCase = (name: string): string =>
  name.replace(/[-_]([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const isTable = (name: string): name is keyof typeof TABLES => name in TABLES;

const ALIASES: Readonly<Record<string, Kind>> = {
  members: 'people',
  students: 'people',
  progress: 'people',
  registrations: 'eventRegistrations',
  uploads: 'assets',
  storage: 'assets',
  files: 'assets',
  plans: 'membershipPlans',
};

/** What the id in a path is of, by the segment before it. */
export function kindOfSegment(segment: string): Kind | undefined {
  const name = camelCase(segment);
  return ALIASES[segment] ?? (isTable(name) ? name : undefined);
}

/** What an id is of, by the name of the member that holds it: `courseId`, `lecturerIds`, `logoAssetId`. */
export function kindOfMember(name: string): Kind | undefined {
  const stem = /^(?:.*[a-z])?([A-Za-z]+)Ids?$/.exec(name) === null ? undefined : name.replace(/Ids?$/, '');
  if (stem === undefined) return undefined;
  if (/asset$/i.test(stem)) return 'assets';
  if (/^(member|person|author|student)$/.test(stem)) return 'people';
  return kindOfSegment(`${stem}s`);
}

/** Who a test acts on: the members of the site, who are students too. */
const peopleAt = (siteId: string): string[] =>
  DEMO_PEOPLE.filter(({ roles }) => roles.every((one) => one.siteId === siteId && one.role === 'member')).map(
    ({ id }) => id,
  );

/** The latest of a kind at a site. */
export async function idsAt(app: FastifyInstance, siteId: string, kind: Kind, first = 20): Promise<string[]> {
  if (kind === 'people') return peopleAt(siteId);
  const query = { first, after: undefined, sort: TABLES[kind], descending: true, where: {} };
  const { rows } = await app.school.records(kind).page(siteId, query);
  return rows.map(({ id }) => String(id));
}

export type KnownIds = ReadonlyMap<Kind, readonly string[]>;

/** A few of every kind. */
export async function knownIds(app: FastifyInstance, siteId: string): Promise<KnownIds> {
  const kinds = ['people', ...Object.keys(TABLES)] as Kind[];
  const known = await Promise.all(kinds.map(async (kind) => [kind, await idsAt(app, siteId, kind)] as const));
  return new Map(known);
}
