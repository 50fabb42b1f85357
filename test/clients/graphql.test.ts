// slow, sqlite
/** The judges of GraphQL over HTTP, and a GraphQL client of the outside world, at the running server. */
import { createHash, randomBytes } from 'node:crypto';
import { Client, fetchExchange, gql, type OperationResult } from '@urql/core';
import { serverAudits } from 'graphql-http';
import t, { type Test } from 'tap';
import { openDatabase } from '../../db/database.ts';
import { schoolContentStore } from '../../db/school/school-content.ts';
import { course, enrollment, event, item, order, registration, times } from '../support/account.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer } from '../support/live-server.ts';

const CALLBACK = 'http://127.0.0.1:49152/callback';
const ANA = { id: 'usr_demo_ana', email: 'ana@riverside.example', siteId: 'site_demo_riverside' };
const ROWS = 45;

const { origin, databaseUrl } = await startServer(t);
const endpoint = `${origin}/account/graphql`;
await addRows();

/** More than a page of everything, beside whatever Ana has already. */
async function addRows(): Promise<void> {
  const db = await openDatabase(databaseUrl);
  const own = { personId: ANA.id };
  await schoolContentStore(db).add(ANA.siteId, {
    courses: times(ROWS, (n) => course(`crs_test_${n}`)),
    enrollments: times(ROWS, (n) => enrollment(`enr_test_${n}`, `crs_test_${n}`, { ...own, startsAt: n })),
    orders: times(ROWS, (n) => order(`ord_test_${n}`, { ...own, placedAt: n })),
    orderItems: times(ROWS, (n) => item(`ord_test_${n}`, 0)),
    events: times(ROWS, (n) => event(`evt_test_${n}`, 4e12)),
    eventRegistrations: times(ROWS, (n) => registration(`reg_test_${n}`, `evt_test_${n}`, { ...own, registeredAt: n })),
  });
  await db.close();
}

async function tokenFor(scope: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const url = new URL('/oauth/authorize', origin);
  const common = { client_id: 'c_demo_cli', redirect_uri: CALLBACK, resource: origin };
  url.search = new URLSearchParams({
    ...common,
    response_type: 'code',
    scope,
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const callback = await new HttpBrowser(origin).authorize(url, { email: ANA.email });
  const code = callback.searchParams.get('code') ?? '';
  const body = new URLSearchParams({ ...common, grant_type: 'authorization_code', code, code_verifier: verifier });
  const response = await fetch(new URL('/api/oauth/token', origin), { method: 'POST', body });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

const token = await tokenFor('openid account:read account:write');

/** As the caller would fetch, with its token on every request. */
const bearing =
  (value: string | undefined): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    if (value !== undefined) headers.set('authorization', `Bearer ${value}`);
    return fetch(input, { ...init, headers });
  };

/** What our specification, or our decisions, see differently from the judge. */
const CONTRADICTED: Record<string, string> = {
  '5A70': 'a query in a URL is a hazard to caches and logs; GET is 405',
  D6D5: 'the same',
  '6A70': 'the same',
};

for (const audit of serverAudits({ url: endpoint, fetchFn: bearing(token) })) {
  t.test(`graphql-http audit ${audit.id} has the expected result: ${audit.name} [A12]`, async (t) => {
    const result = await audit.fn();
    const isObliging = /^(MUST|SHOULD)\b/.test(audit.name);
    const reason = CONTRADICTED[audit.id];
    if (reason !== undefined) {
      t.notOk(isObliging, 'only what may be done is left out');
      t.not(result.status, 'ok', reason);
    } else t.equal(result.status, 'ok', 'reason' in result ? result.reason : audit.name);
  });
}

interface Page {
  nodes: { id: string }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount: number;
}

type Lists = Record<'enrolledCourses' | 'orders' | 'eventRegistrations', Page>;

const clientWith = (value: string | undefined): Client =>
  new Client({
    url: endpoint,
    exchanges: [fetchExchange],
    fetch: bearing(value),
    preferGetMethod: false,
    requestPolicy: 'network-only',
  });

const EVERYTHING = gql`
  query Everything($first: Int!, $courses: String, $orders: String, $registrations: String) {
    viewer {
      id email name locale marketingConsent
      site { id name slug url locale timezone }
      enrolledCourses(first: $first, after: $courses) {
        nodes { id slug title coverImageUrl enrolledAt expireDate hasLifetimeAccess isExpired progressPercent completedAt
          lectureCount url lastWatchedLecture { lectureId title positionSeconds watchedAt url } }
        edges { cursor node { id } }
        ...Rest
      }
      orders(first: $first, after: $orders) {
        nodes { id number status placedAt paidAt couponCode total { amount currency formatted } refunded { amount }
          items { kind title quantity unitPrice { amount currency formatted } } }
        edges { cursor node { id } }
        pageInfo { hasNextPage endCursor } totalCount
      }
      eventRegistrations(first: $first, after: $registrations) {
        nodes { id status registeredAt event { id title slug startsAt endsAt timezone location joinUrl } }
        edges { cursor node { id } }
        pageInfo { hasNextPage endCursor } totalCount
      }
    }
  }
  fragment Rest on EnrolledCourseConnection { pageInfo { hasNextPage endCursor } totalCount }
`;

t.test('urql reads the whole Account API and pages through it with variables [D3]', async (t) => {
  const client = clientWith(token);
  const seen: Record<keyof Lists, string[]> = { enrolledCourses: [], orders: [], eventRegistrations: [] };
  const names = ['enrolledCourses', 'orders', 'eventRegistrations'] as const;
  const after = new Map<keyof Lists, string | null>();
  const isDone = new Set<keyof Lists>();
  for (let pages = 0; isDone.size < names.length && pages < 30; pages += 1) {
    const { data, error } = await client
      .query<{ viewer: Lists & { email: string } }>(EVERYTHING, {
        first: 20,
        courses: after.get('enrolledCourses'),
        orders: after.get('orders'),
        registrations: after.get('eventRegistrations'),
      })
      .toPromise();
    t.equal(error, undefined);
    t.equal(data?.viewer.email, ANA.email);
    for (const name of names) {
      const page = data?.viewer[name];
      if (page === undefined || isDone.has(name)) continue;
      t.strictSame(
        page.edges.map(({ node }) => node.id),
        page.nodes.map(({ id }) => id),
      );
      seen[name].push(...page.nodes.map(({ id }) => id));
      after.set(name, page.pageInfo.endCursor);
      if (page.pageInfo.hasNextPage) continue;
      isDone.add(name);
      t.equal(new Set(seen[name]).size, page.totalCount, `every row of ${name} once`);
      t.equal(seen[name].length, page.totalCount);
      t.equal(seen[name].filter((id) => id.includes('_test_')).length, ROWS);
    }
  }
  t.equal(isDone.size, 3);
});

t.test('urql changes the profile and reads the change back [D3]', async (t) => {
  const client = clientWith(token);
  const rename = gql`mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { id name locale } }`;
  const input = { name: 'Ana de Lima', locale: 'pt-BR' };
  const changed = await client.mutation(rename, { input }).toPromise();
  t.equal(changed.error, undefined);
  t.hasStrict(changed.data?.updateProfile, input);
  const { data } = await client.query(gql`{ viewer { id name locale } }`, {}).toPromise();
  t.hasStrict(data?.viewer, input);
});

const statusOf = ({ error }: OperationResult): unknown => error?.response?.status;

async function refused(t: Test, result: OperationResult, status: number, code: string): Promise<void> {
  t.equal(statusOf(result), status);
  t.notOk(result.data);
  t.equal(result.error?.networkError, undefined, 'it understood the answer');
  t.strictSame(
    result.error?.graphQLErrors.map(({ extensions }) => extensions.code),
    [code],
  );
  const response: Response | undefined = result.error?.response;
  t.match(response?.headers.get('www-authenticate'), /^Bearer error="/);
}

t.test('urql reports why a token is refused, with the status and the challenge [spec 7]', async (t) => {
  const viewer = gql`{ viewer { id } }`;
  for (const value of [undefined, 'x', token.slice(0, -1)]) {
    await refused(t, await clientWith(value).query(viewer, {}).toPromise(), 401, 'UNAUTHENTICATED');
  }
  const reading = await tokenFor('account:read');
  const rename = gql`mutation { updateProfile(input: { name: "Eve" }) { id } }`;
  await refused(t, await clientWith(reading).mutation(rename, {}).toPromise(), 403, 'FORBIDDEN');
  const wrong = await clientWith(token).query(gql`{ viewer { orders(first: 500) { totalCount } } }`, {}).toPromise();
  t.equal(wrong.error?.graphQLErrors[0]?.extensions.code, 'BAD_USER_INPUT');
});
