/**
 * A school class behind one address: everybody signs in with the password, connects an app and works with it, all within
 * a few minutes and with the default limits. One in five mistypes the password first.
 */
import { argon2Sync } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { formsOf } from '../../scripts/commands/doctor/forms.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { CALLBACK, challengeOf, DEMO, MEMBER_SCOPE, makeVerifier } from '../support/oauth-client.ts';
import { type Answer, type Settings, send } from '../support/server-process.ts';
import { PASSWORD } from '../support/settings.ts';
import { check, inParallel, percentile, type Report } from './report.ts';

const WRONG_FIRST = 5;
const ITEMS_READ = 3;

/** Statuses of every response that a member of the class got. */
type Statuses = Map<number, number>;

/** @param minutes within which everybody begins, at even intervals */
export async function connectClass(
  settings: Settings,
  origin: string,
  { people, minutes }: { people: number; minutes: number },
): Promise<Report> {
  enroll(settings, people);
  const issuer = settings.BASE_URL ?? origin;
  const statuses: Statuses = new Map();
  const times: number[] = [];
  const begin = performance.now();
  const everybody = Array.from({ length: people }, (_, number) => number);
  const connected = await inParallel(everybody, people, async (number) => {
    await delay((number / people) * minutes * 60_000);
    const started = performance.now();
    const isConnected = await connect(issuer, origin, number, statuses);
    times.push(performance.now() - started);
    return isConnected;
  });
  const refused = [429, 503].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
  return {
    checks: [
      check('people who are connected', connected.filter(Boolean).length, people),
      check('responses 429 or 503', refused, 0),
    ],
    figures: {
      people,
      seconds: Math.round((performance.now() - begin) / 1000),
      'each p50 ms': percentile(times, 0.5),
      'each p99 ms': percentile(times, 0.99),
      responses: [...statuses.values()].reduce((sum, count) => sum + count, 0),
    },
  };
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const emailOf = (number: number): string => `pupil-${number}@riverside.example`;

/** Everybody has the same password, with a hash that costs as much to verify as those of the product. */
function enroll({ DATABASE_URL = '' }: Settings, people: number): void {
  const database = new Sqlite(DATABASE_URL.slice('file:'.length), { timeout: 30_000 });
  const siteId = database.prepare('select id from sites where slug = ?').pluck().get('riverside');
  const addPerson = database.prepare(
    'insert into people (id, email, email_key, email_verified, name, password_hash, active, created_at) values (?, ?, ?, 1, ?, ?, 1, ?)',
  );
  const addMember = database.prepare(
    "insert into memberships (person_id, site_id, role, status, joined_at, marketing_consent) values (?, ?, 'member', 'active', ?, 0)",
  );
  const hash = passwordHash();
  database.transaction(() => {
    for (let number = 0; number < people; number += 1) {
      const [id, email, now] = [`usr_pupil_${number}`, emailOf(number), Date.now()];
      addPerson.run(id, email, email, `Pupil ${number}`, hash, now);
      addMember.run(id, siteId, now);
    }
  })();
  database.close();
}

function passwordHash(): string {
  const nonce = Buffer.from('salt of a school class');
  const cost = { memory: 19_456, passes: 2, parallelism: 1 };
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, ...cost, tagLength: 32 });
  const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${encode(nonce)}$${encode(tag)}`;
}

/** Signs in, consents, exchanges the code and reads. @returns whether everything succeeded */
async function connect(issuer: string, origin: string, number: number, statuses: Statuses): Promise<boolean> {
  const seen = <Response extends { status: number }>(response: Response): Response => {
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return response;
  };
  const verifier = makeVerifier();
  const browser = new HttpBrowser(origin, issuer);
  let page = seen(await browser.get(authorizePath(issuer, verifier)));
  const passwords = number % WRONG_FIRST === 0 ? ['mistyped password', PASSWORD] : [PASSWORD];
  for (const password of passwords) {
    if (!hasForm(page.body, '/sign-in')) return false;
    page = seen(await browser.submit(page, '/sign-in', { email: emailOf(number), password }));
  }
  if (!hasForm(page.body, '/decision')) return false;
  page = seen(await browser.submit(page, '/decision', { decision: 'allow' }));
  const code = page.leavesFor?.searchParams.get('code');
  if (code === undefined || code === null) return false;
  return work(issuer, origin, code, verifier, seen);
}

async function work(
  issuer: string,
  origin: string,
  code: string,
  verifier: string,
  seen: (answer: Answer) => Answer,
): Promise<boolean> {
  const client = { client_id: DEMO.cli.id };
  const redeem = { ...client, grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier };
  const exchange = seen(await send(`${origin}/api/oauth/token`, { form: { ...redeem, resource: issuer } }));
  if (exchange.status !== 200) return false;
  const { access_token, refresh_token } = JSON.parse(exchange.body) as Record<string, string>;
  const headers = { authorization: `Bearer ${access_token}` };
  const answers = [seen(await send(`${origin}/api/oauth/userinfo`, { headers }))];
  for (let count = 0; count < ITEMS_READ; count += 1) {
    answers.push(seen(await send(`${origin}/account/graphql`, { headers, json: { query: '{ viewer { name } }' } })));
  }
  const form = { ...client, grant_type: 'refresh_token', refresh_token: refresh_token ?? '' };
  answers.push(seen(await send(`${origin}/api/oauth/token`, { form })));
  return answers.every(({ status }) => status === 200);
}

const hasForm = (body: string, end: string): boolean => formsOf(body).some(({ action }) => action.endsWith(end));

function authorizePath(issuer: string, verifier: string): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: DEMO.cli.id,
    redirect_uri: CALLBACK,
    scope: MEMBER_SCOPE,
    state: 'state',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    resource: issuer,
  });
  return `/oauth/authorize?${query}`;
}
