/** Two schools of a test's own, with people whose rows a test fills in, and a GraphQL client for the Account API. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Test } from 'tap';
import type { SchoolContent } from '../../db/school/school-content.ts';
import { MEMBER_SCOPES } from '../../schema/oauth/scope.ts';
import type { Role } from '../../schema/people/role.ts';
import { emailKey } from '../../schema/text/email.ts';
import { PASSWORD, type TestApp, type TestAppOptions, testApp } from './app.ts';
import { Browser } from './browser.ts';
import { CALLBACK, obtainTokens, type TestClient } from './oauth-client.ts';

export const ENDPOINT = '/account/graphql';
export const SECOND = 1000;
export const HOUR = 3600 * SECOND;
export const DAY = 24 * HOUR;

/** Every row of its own school or person carries the mark of that school or person somewhere in each of its strings. */
export const NORTH = { id: 'site_north', slug: 'north', name: 'North School', timezone: 'Europe/Berlin', locale: 'de' };
export const SOUTH = { id: 'site_south', slug: 'south', name: 'South School' };

export const ADA = { id: 'usr_ada', email: 'ada@north.example', name: 'Ada Byron' };
export const BOB = { id: 'usr_bob', email: 'bob@north.example', name: 'Bob Bright' };
export const CYD = { id: 'usr_cyd', email: 'cyd@south.example', name: 'Cyd Clark' };

export type Person = typeof ADA;

const clientOf = (siteId: string): TestClient => ({ id: `c_${siteId}`, redirectUri: CALLBACK, secret: undefined });

export interface Schools extends TestApp {
  tokenOf(person: Person, scope?: string, siteId?: string): Promise<string>;
}

/** Ada and Bob are at North, Cyd at South, and Ada at both. */
export async function schools(t: Test, options: TestAppOptions = {}): Promise<Schools> {
  const made = await testApp(t, { seed: false, ...options });
  const { app } = made;
  await addSchools(app);
  const browsers = new Map<string, Browser>();
  return {
    ...made,
    async tokenOf(person, scope = 'openid account:read account:write', siteId = homeOf(person)) {
      const browser = browsers.get(person.id) ?? new Browser(app);
      browsers.set(person.id, browser);
      const walk = { email: person.email, site: siteId, browser };
      return (await obtainTokens(app, clientOf(siteId), { scope }, walk)).access_token;
    },
  };
}

export const homeOf = (person: Person): string => (person === CYD ? SOUTH.id : NORTH.id);

async function addSchools(app: FastifyInstance): Promise<void> {
  const createdAt = app.clock();
  const passwordHash = await app.people.passwords.hash(PASSWORD, 'test');
  const member = (personId: string, siteId: string, role: Role = 'member') => ({ personId, siteId, role });
  await app.school.platform.add({
    createdAt,
    sites: [NORTH, { ...SOUTH, primaryDomain: 'north.example' }],
    people: [ADA, BOB, CYD].map((person) => ({
      ...person,
      emailKey: emailKey(person.email),
      emailVerified: true,
      passwordHash,
      active: true,
      createdAt,
    })),
    memberships: [
      member(ADA.id, NORTH.id),
      member(BOB.id, NORTH.id, 'admin'),
      member(CYD.id, SOUTH.id),
      member(ADA.id, SOUTH.id),
    ],
  });
  for (const { id: siteId, name } of [NORTH, SOUTH]) {
    await app.oauth.clients.create(
      {
        id: clientOf(siteId).id,
        origin: 'site_application',
        siteId,
        name: `${name} reader`,
        authMethod: 'none',
        redirectUris: ['http://127.0.0.1/callback'],
        scopes: ['openid', 'profile', 'email', 'courses:read', ...MEMBER_SCOPES],
        createdAt,
      },
      { event: 'client_created', at: createdAt, siteId },
    );
  }
}

export interface GraphqlError {
  message: string;
  path?: (string | number)[];
  locations?: { line: number; column: number }[];
  extensions: { code: string };
}

export interface GraphqlBody {
  // The data of whatever was asked: tests pick from it by path.
  data?: Tree | null;
  errors?: GraphqlError[];
  error?: string;
}

/** A JSON value to walk into; what is not there is `undefined`. */
export interface Tree {
  readonly [name: string]: Tree & readonly Tree[];
}

export interface Asking {
  variables?: Record<string, unknown>;
  headers?: Record<string, string>;
  operationName?: string | null;
}

export const post = (
  app: FastifyInstance,
  token: string | undefined,
  payload: string | Buffer,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url: ENDPOINT,
    payload,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });

export const ask = (
  app: FastifyInstance,
  token: string | undefined,
  query: string,
  { headers, ...rest }: Asking = {},
): Promise<LightMyRequestResponse> => post(app, token, JSON.stringify({ query, ...rest }), headers);

/** @throws {Error} when the answer has errors */
export async function dataOf(app: FastifyInstance, token: string, query: string, asking: Asking = {}): Promise<Tree> {
  const { data, errors } = (await ask(app, token, query, asking)).json<GraphqlBody>();
  if (errors !== undefined || data == null) throw new Error(`${query}: ${JSON.stringify(errors)}`);
  return data;
}

/** The codes of all errors of an answer. */
export const codesOf = (response: LightMyRequestResponse): string[] =>
  (response.json<GraphqlBody>().errors ?? []).map(({ extensions }) => extensions.code);

/** What a course, an order and so on hold when a test does not say. */
type Row<Table extends keyof SchoolContent> = NonNullable<SchoolContent[Table]>[number];

export const course = (id: string, more: Partial<Row<'courses'>> = {}): Row<'courses'> => ({
  id,
  slug: id.replaceAll('_', '-'),
  title: `Course ${id}`,
  createdAt: 0,
  ...more,
});

export const lecture = (id: string, courseId: string, more: Partial<Row<'lectures'>> = {}): Row<'lectures'> => ({
  id,
  courseId,
  sectionId: `${courseId}_s`,
  title: `Lecture ${id}`,
  kind: 'video',
  durationSeconds: 600,
  contentMarkdown: '',
  freePreview: false,
  position: 0,
  status: 'published',
  createdAt: 0,
  updatedAt: 0,
  ...more,
});

export const enrollment = (
  id: string,
  courseId: string,
  more: Partial<Row<'enrollments'>> = {},
): Row<'enrollments'> => ({ id, courseId, personId: ADA.id, status: 'active', startsAt: 0, ...more });

export const order = (id: string, more: Partial<Row<'orders'>> = {}): Row<'orders'> => ({
  id,
  number: `N-${id}`,
  personId: ADA.id,
  status: 'paid',
  subtotal: 1000,
  discount: 0,
  tax: 0,
  total: 1000,
  currency: 'EUR',
  paymentMethod: 'card',
  placedAt: 0,
  refundedAmount: 0,
  ...more,
});

export const item = (orderId: string, position: number, more: Partial<Row<'orderItems'>> = {}): Row<'orderItems'> => ({
  orderId,
  position,
  kind: 'course',
  refId: 'crs_x',
  title: `Item ${position} of ${orderId}`,
  quantity: 1,
  unitAmount: 500,
  ...more,
});

export const event = (id: string, startsAt: number, more: Partial<Row<'events'>> = {}): Row<'events'> => ({
  id,
  slug: id.replaceAll('_', '-'),
  title: `Event ${id}`,
  description: '',
  kind: 'online',
  startsAt,
  endsAt: startsAt + HOUR,
  timezone: 'Europe/Berlin',
  joinUrl: `https://meet.example/${id}`,
  priceAmount: 0,
  priceCurrency: 'EUR',
  status: 'published',
  createdAt: 0,
  updatedAt: 0,
  ...more,
});

export const registration = (
  id: string,
  eventId: string,
  more: Partial<Row<'eventRegistrations'>> = {},
): Row<'eventRegistrations'> => ({
  id,
  eventId,
  personId: ADA.id,
  status: 'registered',
  registeredAt: 0,
  updatedAt: 0,
  ...more,
});

export const times = <Result>(count: number, make: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => make(index));
