// slow
/**
 * What a school may do to the account of a member, by page, REST and tool: nothing, if the person may do more elsewhere
 * than the school decides about. The deeds come from the routes and the operations, so that a new one is tried as well.
 */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import type { Role } from '../../schema/people/role.ts';
import { adminApp, CALLERS, call, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, type TestClock, temporaryFolder, testApp } from '../support/app.ts';
import { Browser, formsOf } from '../support/browser.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { ask } from '../support/mcp.ts';
import { routesOf } from '../support/routes.ts';
import { setUpApp, withPassword } from '../support/second-factor.ts';
import { said, signedIn } from '../support/signed-in.ts';

t.setTimeout(120_000);

const { id: ANA, email } = CALLERS.member;
const MEMBER = '/admin/:school/members/:member';
const pathOf = (path: string): string => path.replace(':school', RIVERSIDE.slug).replace(':member', ANA);
const HOUR = 3_600_000;

type Give = (app: FastifyInstance, file: DatabaseFile) => Promise<void>;

const join = (role: Role, status: 'active' | 'suspended' | 'invited'): Give => {
  const membership = { personId: ANA, siteId: HARBOUR.id, role, status } as const;
  return (app) => app.school.platform.add({ createdAt: app.clock(), sites: [], people: [], memberships: [membership] });
};

const OUTSIDE: Record<string, Give> = {
  'an owner elsewhere': join('owner', 'active'),
  'an administrator elsewhere': join('admin', 'active'),
  'a suspended administrator elsewhere': join('admin', 'suspended'),
  'a teacher elsewhere': join('instructor', 'active'),
  'a member elsewhere who is offered to own that school': async (app, file) => {
    await join('member', 'active')(app, file);
    await file.edit(
      'insert into ownership_offers (person_id, site_id, offered_by, hands_over, offered_at, expires_at) values (?, ?, ?, ?, ?, ?)',
      ANA,
      HARBOUR.id,
      CALLERS.foreignOwner.id,
      true,
      app.clock(),
      app.clock() + 100 * HOUR,
    );
  },
};
/** Made by the configuration. */
const RUNS_PLATFORM = 'who runs the platform';
const NOT_OUTSIDE: Record<string, Give> = {
  'a member of this school alone': async () => {},
  'who is invited elsewhere, which anybody can be': join('admin', 'invited'),
};

interface Setting {
  app: FastifyInstance;
  clock: TestClock;
  file: DatabaseFile;
  owner: Browser;
  tokenOf: Awaited<ReturnType<typeof adminApp>>['tokenOf'];
}

async function setting(t: Test, named = 'nobody@riverside.example', dataDir = temporaryFolder(t)): Promise<Setting> {
  const file = databaseFile(t);
  const env = { PLATFORM_OPERATORS: named, SMTP_URL: 'off' };
  const { app, clock, tokenOf } = await adminApp(t, { databaseUrl: file.url, dataDir, env });
  return { app, clock, file, tokenOf, owner: await signedIn(app, CALLERS.owner.email) };
}

/** All that an account consists of, and what is ordered to change it. */
async function account(file: DatabaseFile): Promise<string> {
  const tables = {
    people: 'select * from people where id = ?',
    app: 'select * from authenticators where person_id = ?',
    codes: 'select person_id from recovery_codes where person_id = ?',
    passkeys: 'select * from passkeys where person_id = ?',
    sessions: 'select id, ended_at from sessions where person_id = ? order by id',
    resets: 'select * from second_factor_resets where person_id = ?',
    shown: "select purpose from mail_links where person_id = ? and email = ''",
  };
  const rows = Object.entries(tables).map(async ([name, sql]) => [name, await file.rows(sql, ANA)]);
  return JSON.stringify(Object.fromEntries(await Promise.all(rows)));
}

/** The forms on and below the page of a member. */
const formPaths = (app: FastifyInstance): string[] => [
  ...new Set(
    routesOf(app)
      .filter(({ method, path }) => method === 'POST' && /^\/admin\/:\w+\/members\/:\w+\//.test(path))
      .map(({ path }) => path.replace(/^\/admin\/:\w+\/members\/:\w+/, MEMBER).replace(/:role$/, 'staff')),
  ),
];

async function sendForm({ owner }: Setting, path: string): Promise<void> {
  const url = pathOf(path);
  const page = await owner.get(url);
  const form = formsOf(page.body).find(({ action }) => action.endsWith(url));
  const csrf = formsOf((await owner.get(pathOf(MEMBER))).body).flatMap(({ fields }) =>
    fields.filter(([name]) => name === 'csrf'),
  );
  const fields = (form?.fields ?? csrf.slice(0, 1)).filter(([name]) => name !== 'password');
  await owner.post(url, [...fields, ['password', PASSWORD]]);
}

const ofMember = (app: FastifyInstance) =>
  Object.values(app.school.operations).filter(({ scope }) => scope === 'members:write');
const INPUT: Record<string, object> = {
  invite_member: { email },
  tag_members: { memberIds: [ANA], add: ['tag'] },
  change_role: { id: ANA, role: 'staff' },
  update_member: { id: ANA, note: 'note' },
};

/** Every way in which a school acts on a member, by a name. */
const deedsAt = (app: FastifyInstance): [string, (given: Setting) => Promise<unknown>][] => [
  ...formPaths(app).map((path): [string, (given: Setting) => Promise<unknown>] => [
    path,
    (given) => sendForm(given, path),
  ]),
  ...ofMember(app).flatMap(({ name, rest }): [string, (given: Setting) => Promise<unknown>][] => {
    const { id: _, ...body } = { id: ANA, ...INPUT[name] };
    return [
      [
        `REST ${name}`,
        async (given) =>
          call(given.app, await given.tokenOf('owner'), rest.method, rest.path.replace(':id', ANA), body),
      ],
      [
        `tool ${name}`,
        async (given) =>
          ask(
            given.app,
            'tools/call',
            { name, arguments: { id: ANA, ...INPUT[name] } },
            { token: await given.tokenOf('owner') },
          ),
      ],
    ];
  }),
];

/** @returns the deeds that change the account of a person */
async function whatChanges(t: Test, give: Give, named?: string): Promise<string[]> {
  const given = await setting(t, named);
  const member = await signedIn(given.app, email);
  await setUpApp(member, given.clock);
  await give(given.app, given.file);
  await given.tokenOf('owner');
  const changing: string[] = [];
  for (const [name, act] of deedsAt(given.app)) {
    const before = await account(given.file);
    await act(given);
    if ((await account(given.file)) !== before) changing.push(name);
    await given.file.run(
      "update memberships set status = 'active', role = 'member' where person_id = ? and site_id = ?",
      ANA,
      RIVERSIDE.id,
    );
    await given.file.run('delete from second_factor_resets');
  }
  return changing;
}

/** What reaches beyond the school. Whatever else does has to be judged by `powersOutside`, or reach no further. */
const REACHES_ACCOUNT = [`${MEMBER}/second-factor`, `${MEMBER}/sign-out`].sort();

t.test('these deeds of a school reach the account of its member, and no other does', async (t) => {
  const { app } = await setting(t);
  const names = deedsAt(app).map(([name]) => name);
  t.ok(names.length >= 25, `${names.length} deeds`);
  for (const name of REACHES_ACCOUNT) t.ok(names.includes(name), name);
  t.strictSame((await whatChanges(t, async () => {})).sort(), REACHES_ACCOUNT);
});

t.test(
  'no action of a school, by page, REST or tool, reaches the account of someone with rights elsewhere',
  async (t) => {
    for (const [who, give] of Object.entries({ [RUNS_PLATFORM]: async () => {}, ...OUTSIDE })) {
      t.strictSame(await whatChanges(t, give, who === RUNS_PLATFORM ? email : undefined), [], who);
    }
  },
);

/** Orders a reset, lets something happen, and signs in a day later. @returns whether the password was enough */
async function isResetAfter(t: Test, give: Give, named?: string): Promise<boolean> {
  const dataDir = temporaryFolder(t);
  const { app, clock, file, owner } = await setting(t, undefined, dataDir);
  await setUpApp(await signedIn(app, email), clock);
  const path = pathOf(`${MEMBER}/second-factor`);
  await owner.submit(await owner.get(path), path, { password: PASSWORD });
  t.equal(await file.read('select count(*) from second_factor_resets'), 1);
  await give(app, file);
  clock.advance(25 * HOUR);
  const later =
    named === undefined
      ? app
      : (await testApp(t, { databaseUrl: file.url, dataDir, env: { PLATFORM_OPERATORS: named }, now: clock.now })).app;
  return !said(await withPassword(new Browser(later), email)).includes('Code from your');
}

t.test('a reset that was ordered asks again when it takes effect', async (t) => {
  for (const [who, give] of Object.entries(NOT_OUTSIDE)) t.equal(await isResetAfter(t, give), true, who);
  for (const [who, give] of Object.entries(OUTSIDE)) t.equal(await isResetAfter(t, give), false, who);
  t.equal(await isResetAfter(t, async () => {}, email), false, RUNS_PLATFORM);
});
