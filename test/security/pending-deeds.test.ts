// slow
/**
 * What a member orders and what takes effect later ends with the role that allowed it. Every column with a time to come, and
 * every column with the id of who ordered something, is a row here, so that the next one is judged as well.
 */
import { getTableColumns, type Table } from 'drizzle-orm';
import t, { type Test } from 'tap';
import { postgresAsColumns } from '../../db/columns/postgres.ts';
import { defineTables } from '../../db/tables/index.ts';
import { textFor } from '../../routes/words/index.ts';
import { hashCredential, makeMailLinkToken } from '../../schema/credential.ts';
import type { Role } from '../../schema/people/role.ts';
import { emailKey } from '../../schema/text/email.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { BASE, PASSWORD } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { CHIE, MILA } from '../support/interaction.ts';
import { setUpApp, withPassword } from '../support/second-factor.ts';
import { said, signedIn } from '../support/signed-in.ts';

t.setTimeout(300_000);

const HOUR = 3_600_000;
const SITE = RIVERSIDE.id;
const MEMBERS = '/admin/riverside/members';
const OLA = { id: 'usr_ola', email: 'ola@riverside.example' };
const ID = { chie: 'usr_demo_chie', mila: 'usr_demo_mila', tom: 'usr_demo_tom' };
const [NEWCOMER, PLAIN] = ['kei@new.example', 'plain@new.example'];

const fieldOf = ({ body }: Pick<Page, 'body'>, id: string): string =>
  (new RegExp(`id="${id}"[^>]* value="([^"]*)"`).exec(body)?.[1] ?? '').replaceAll('&amp;', '&').replace(BASE, '');

/** Riverside with a second owner, who orders everything, and people who wait for it. */
async function setting(t: Test, nodes = 1) {
  const file = databaseFile(t);
  const made = await adminApp(t, { databaseUrl: file.url, env: { SMTP_URL: 'off' }, nodes });
  const { app, clock, tokenOf } = made;
  const createdAt = clock.now;
  const account = {
    emailVerified: true,
    passwordHash: await app.people.passwords.hash(PASSWORD, 'test'),
    active: true,
  };
  await app.school.platform.add({
    createdAt,
    sites: [],
    people: [{ ...OLA, ...account, emailKey: emailKey(OLA.email), name: 'Ola Berg', createdAt }],
    memberships: [{ personId: OLA.id, siteId: SITE, role: 'owner' }],
  });
  const [ola, ruth] = [await signedIn(app, OLA.email), await signedIn(app, CALLERS.owner.email)];
  const confirm = async (browser: Browser, path: string): Promise<Page> =>
    browser.submit(await browser.get(path), path, { password: PASSWORD });
  const invite = async (by: Browser, email: string, role: Role): Promise<void> => {
    const asked = await by.submit(await by.get(`${MEMBERS}/invite`), '/invite', { email, role });
    if (role !== 'member') await by.submit(asked, '/invite', { password: PASSWORD });
  };
  const idOf = async (email: string) => String(await file.read('select id from people where email = ?', email));
  const join = async (link: string): Promise<void> => {
    const browser = new Browser(app);
    const page = await browser.get(link);
    if (page.status === 200)
      await browser.submit(page, '/invitation', { name: 'Kei', new_password: 'seven quiet rivers' });
  };
  const standing = (personId: string) =>
    file.read("select status || ' ' || role from memberships where site_id = ? and person_id = ?", SITE, personId);
  const answer = async (email: string): Promise<Page> => {
    const browser = await signedIn(app, email);
    const csrf = /name="csrf" value="([^"]*)"/.exec((await browser.get('/account')).body)?.[1] ?? '';
    return browser.post(`/account/invitations/${SITE}/accept`, [['csrf', csrf]]);
  };
  return { app, clock, file, tokenOf, ola, ruth, confirm, invite, idOf, join, standing, answer };
}
type Setting = Awaited<ReturnType<typeof setting>>;

interface Kind {
  /** Whether it takes an owner, somebody who manages the school, or stays the school's. */
  needs: 'owns' | 'manages' | 'school';
  /** What a page says that is about to end it. */
  listed: string;
  order(given: Setting): Promise<void>;
  /** Lets it take effect. @returns whether it did */
  takesEffect(given: Setting): Promise<boolean>;
}

const links = new WeakMap<object, Record<string, string>>();
const keep = (given: Setting, name: string, link: string) =>
  links.set(given.file, { ...links.get(given.file), [name]: link });
const kept = (given: Setting, name: string): string => links.get(given.file)?.[name] ?? '';

const KINDS = {
  'an invitation with a role': {
    needs: 'manages',
    listed: `Invited (Administrator): ${MILA}`,
    order: ({ ola, invite }) => invite(ola, MILA, 'admin'),
    async takesEffect({ answer, standing }) {
      await answer(MILA);
      return (await standing(ID.mila)) === 'active admin';
    },
  },
  'the link of an invitation that was shown': {
    needs: 'manages',
    listed: `Invitation link created: ${NEWCOMER}`,
    async order(given) {
      const { confirm, idOf, invite, ola, ruth } = given;
      await invite(ruth, NEWCOMER, 'member');
      const path = `${MEMBERS}/${await idOf(NEWCOMER)}/invitation-link`;
      keep(given, 'shown', fieldOf(await confirm(ola, path), 'link'));
    },
    async takesEffect(given) {
      await given.join(kept(given, 'shown'));
      return (await given.standing(await given.idOf(NEWCOMER))) === 'active member';
    },
  },
  'an invitation as plain member': {
    needs: 'school',
    listed: 'Invited (Member): ',
    order: ({ ola, invite }) => invite(ola, 'tom@harbour.example', 'member'),
    async takesEffect({ answer, standing }) {
      await answer('tom@harbour.example');
      return (await standing(ID.tom)) === 'active member';
    },
  },
  'a reset of a second factor': {
    needs: 'owns',
    listed: 'Reset the second factor: Chie',
    async order({ app, clock, confirm, ola }) {
      await setUpApp(await signedIn(app, CHIE), clock);
      await confirm(ola, `${MEMBERS}/${ID.chie}/second-factor`);
    },
    async takesEffect({ app, clock }) {
      clock.advance(25 * HOUR);
      return !said(await withPassword(new Browser(app), CHIE)).includes('Code from your');
    },
  },
  'an offer of ownership': {
    needs: 'owns',
    listed: 'Ownership: Noor',
    order: async ({ confirm, ola }) => void (await confirm(ola, `${MEMBERS}/${CALLERS.staff.id}/ownership/share`)),
    async takesEffect({ app, confirm, standing }) {
      const path = `/account/ownership/${SITE}`;
      const noor = await signedIn(app, CALLERS.staff.email);
      if ((await noor.get(path)).status === 200) await confirm(noor, path);
      return (await standing(CALLERS.staff.id)) === 'active owner';
    },
  },
  'a hand-over link': {
    needs: 'manages',
    listed: `${textFor('en').handOver.admin.title}: `,
    async order(given) {
      const path = '/admin/riverside/applications/c_demo_web_app/hand-over';
      keep(given, 'handOver', fieldOf(await given.confirm(given.ola, path), 'link'));
    },
    takesEffect: async (given) => (await new Browser(given.app).get(kept(given, 'handOver'))).status === 200,
  },
} as const satisfies Record<string, Kind>;
type KindName = keyof typeof KINDS;
const ALL: [KindName, Kind][] = Object.entries(KINDS) as [KindName, Kind][];

/** Where each is stored, and what else has a time to come, or names somebody who did something. */
const STORED: Record<string, KindName | `no: ${string}`> = {
  'memberships.invitedBy': 'an invitation with a role',
  'mailLinks.expiresAt': 'the link of an invitation that was shown',
  'secondFactorResets.effectiveAt': 'a reset of a second factor',
  'secondFactorResets.approvedBy': 'a reset of a second factor',
  'ownershipOffers.expiresAt': 'an offer of ownership',
  'ownershipOffers.offeredBy': 'an offer of ownership',
  'handoverLinks.expiresAt': 'a hand-over link',
  'handoverLinks.createdBy': 'a hand-over link',
  ...Object.fromEntries(
    [
      [
        'the person’s own, and judged at each use',
        'authorizationRequests.expiresAt',
        'grants.codeExpiresAt',
        'grants.expiresAt',
        'tokens.expiresAt',
        'sessions.expiresAt',
        'spentChallenges.expiresAt',
        'downloads.linkExpiresAt',
      ],
      [
        'the school’s content or sales, whoever entered them',
        'lectures.releaseAt',
        'enrollments.startsAt',
        'enrollments.expiresAt',
        'subscriptions.currentPeriodEnd',
        'subscriptions.endsAt',
        'coupons.startsAt',
        'coupons.endsAt',
        'events.startsAt',
        'events.endsAt',
        'events.registrationClosesAt',
        'posts.publishAt',
        'assets.uploadedBy',
        'membershipPlans.countedUntil',
        'subscriptions.cancelAtPeriodEnd',
      ],
      [
        'the school’s webhooks and applications, which stay and are listed',
        'clients.previousSecretEndsAt',
        'webhookEndpoints.previousSecretEndsAt',
        'webhookEndpoints.dueAt',
        'webhookEndpoints.notBefore',
        'webhookDeliveries.expiresAt',
        'webhookDeliveries.dueAt',
      ],
      [
        'an import of people, before each part of which the role is read again',
        'rosters.confirmedAt',
        'rosters.expiresAt',
        'rosterParts.expiresAt',
        'rosterDeeds.expiresAt',
        'rosterDeeds.roleBefore',
      ],
      [
        'the school’s provider, which owners see',
        'providers.matchUntil',
        'providers.secretEndsAt',
        'providers.testedAt',
        'providers.testedBy',
      ],
      ['a question to the platform, which decides', 'reviewRequests.askedAt', 'reviewRequests.answeredAt'],
      [
        'read with connection, membership, app and school, and carried out by a call that they allow',
        'approvals.askedAt',
        'approvals.closedAt',
        'approvals.expiresAt',
        'approvals.usableUntil',
      ],
      ['ordered by the platform or its command', 'sites.deleteAt', 'setupLinks.expiresAt', 'signingKeys.signsFrom'],
      [
        'what an e-mail or answer says is judged when it is made',
        'outbox.expiresAt',
        'outbox.dueAt',
        'idempotencyKeys.expiresAt',
      ],
      [
        'the server’s own work',
        'metadataDocuments.freshUntil',
        'throttles.windowEndsAt',
        'throttles.blockedUntil',
        'leases.expiresAt',
      ],
      [
        'says how something happened',
        'grants.authenticatedBy',
        'providerIdentities.linkedBy',
        'sites.signInBy',
        'grants.revokedBy',
        'sessions.authenticatedBy',
        'eventRegistrations.cancelledBy',
      ],
    ].flatMap(([why, ...columns]) => columns.map((column) => [column, `no: ${why}` as const])),
  ),
};

const TO_COME = /(?:At|Until|From|Before|End)$|By$/;
const PAST =
  /^(?:adopted|archived|authenticated|cancelled|changed|completed|created|decided|delivered|ended|erased|failed|fetched|issued|joined|lastSeen|lastUsed|lastWatched|offered|oldest|opened|paid|paused|placed|published|reached|redeemed|redirectUrisChanged|refunded|registered|repeated|revealed|revoked|rotated|started|submitted|tried|updated|used|viewed|watched|withdrawn)At$/;

t.test('whatever takes effect later is ordered by nobody who can lose the right, or is one of these', async (t) => {
  const columns = Object.entries<Table>(defineTables(postgresAsColumns) as never).flatMap(([table, one]) =>
    Object.keys(getTableColumns(one))
      .filter((column) => TO_COME.test(column) && !PAST.test(column))
      .map((column) => `${table}.${column}`),
  );
  t.strictSame(columns.toSorted(), Object.keys(STORED).toSorted());
  const named = new Set(Object.values(STORED));
  for (const [name, { needs }] of ALL) t.ok(needs === 'school' || named.has(name), name);
});

type Losing = (given: Setting) => Promise<unknown>;
const api =
  (method: string, path: string, body?: object): Losing =>
  async ({ app, tokenOf }) =>
    call(app, await tokenOf('owner'), method, `/members/${OLA.id}${path}`, body);
const event = (at: number) => ({ event: 'account_secured', at, personId: OLA.id }) as const;

/** How the right is lost, and which kinds still take effect. */
const LOSSES: Record<string, { lose: Losing; keeps: readonly Kind['needs'][] }> = {
  'who stays': { lose: async () => {}, keeps: ['owns', 'manages', 'school'] },
  'who is removed': { lose: api('DELETE', ''), keeps: ['school'] },
  'who is suspended': { lose: api('POST', '/suspend'), keeps: ['school'] },
  'who is suspended and comes back': {
    async lose(given) {
      await api('POST', '/suspend')(given);
      await api('POST', '/reinstate')(given);
    },
    keeps: ['school'],
  },
  'who becomes staff': { lose: api('POST', '/role', { role: 'staff' }), keeps: ['school'] },
  'who becomes an administrator': { lose: api('POST', '/role', { role: 'admin' }), keeps: ['manages', 'school'] },
  'who steps down': {
    lose: ({ confirm, ola }) => confirm(ola, `${MEMBERS}/${OLA.id}/ownership/step-down`),
    keeps: ['manages', 'school'],
  },
  'whose school the platform hands over': {
    lose: ({ app, clock }) =>
      app.school.sites.handOver(SITE, CALLERS.owner.id, clock.now, [
        { event: 'school_handed_over', at: clock.now, siteId: SITE },
      ]),
    keeps: ['manages', 'school'],
  },
  'whose account is disabled and enabled': {
    async lose({ app, clock }) {
      const at = { at: clock.now, personId: OLA.id };
      await app.people.accountAccess.disable(OLA.id, { ...at, event: 'account_disabled' });
      await app.people.accountAccess.enable(OLA.id, { ...at, event: 'account_enabled' });
    },
    keeps: ['school'],
  },
  'whose account is taken back': {
    async lose({ app, clock }) {
      const hash = hashCredential(makeMailLinkToken());
      const account = { personId: OLA.id, email: OLA.email };
      await app.people.mailLinks.issue({ ...account, hash, purpose: 'secure_account' }, event(clock.now));
      await app.people.accountAccess.secure(hash, { ...account, keepsPasskeys: false }, event(clock.now));
    },
    keeps: ['school'],
  },
  'whose account is erased': {
    lose: ({ app, clock }) =>
      app.people.erasures.erase(
        { personId: OLA.id, messages: [] },
        { event: 'account_erased', at: clock.now, personId: OLA.id },
      ),
    keeps: ['school'],
  },
};

t.test('what a member orders takes effect only while the role for it remains', async (t) => {
  for (const [who, { lose, keeps }] of Object.entries(LOSSES)) {
    await t.test(who, async (t) => {
      const given = await setting(t);
      for (const [, kind] of ALL) await kind.order(given);
      await lose(given);
      for (const [name, kind] of ALL) t.equal(await kind.takesEffect(given), keeps.includes(kind.needs), name);
      const left = "select count(*) from memberships where invited_by = ? and role <> 'member'";
      if (!keeps.includes('manages')) t.equal(await given.file.read(left, OLA.id), 0, 'it ended at once');
    });
  }
});

t.test('the pages that end a role first list what ends with it and what stays', async (t) => {
  const given = await setting(t);
  const { app, clock, ola, ruth } = given;
  for (const [, kind] of ALL) await kind.order(given);
  await given.invite(ola, PLAIN, 'member');
  await given.file.edit(
    "insert into webhook_endpoints (id, site_id, url, events, sealed_secrets, status, created_at, updated_at, not_before, claims, failures) values ('wh_1', ?, 'https://hooks.example/x', '[]', ?, 'active', 0, 0, 0, 0, 0)",
    SITE,
    Buffer.from('x'),
  );
  const page = `${MEMBERS}/${OLA.id}`;
  for (const path of ['/remove', '/suspend', '/role/staff']) {
    const shown = said(await ruth.get(page + path));
    for (const [name, { listed }] of ALL) t.match(shown, listed, `${path}: ${name}`);
    t.match(shown, 'Webhooks: https://hooks.example/x', 'which is the school’s');
  }
  t.match(said(await ruth.get(`${MEMBERS}/selected?action=suspend&member=${OLA.id}`)), 'Ownership: Noor');
  const lowered = said(await ola.get(`${page}/ownership/step-down`));
  for (const [name, { listed, needs }] of ALL) t.equal(lowered.includes(listed), needs === 'owns', name);
  const plain = said(await ruth.get(`${MEMBERS}/${CALLERS.member.id}/remove`));
  t.notMatch(plain, 'what this member started', 'nothing of others');
  await app.school.ownership.stepDown(SITE, OLA.id, [CALLERS.owner.id], 0, event(clock.now));
  const form = await ruth.get(page);
  const asked = await ruth.submit(form, '/role', { role: 'staff' });
  t.match(
    said(asked),
    KINDS['a hand-over link'].listed,
    'an administrator is lowered without a word only if nothing ends',
  );
});

t.test('whoever sends an invitation again, gives it another role or is shown its link answers for it', async (t) => {
  const given = await setting(t);
  const { app, file, idOf, invite, ola, standing, answer } = given;
  await invite(ola, MILA, 'admin');
  await api('DELETE', '')(given);
  await answer(MILA);
  t.equal(await standing(ID.mila), 'invited admin', 'the school still has it');
  t.equal(await app.people.invitations.find(ID.mila, SITE), undefined);
  await call(app, await given.tokenOf('owner'), 'POST', `/members/${ID.mila}/role`, { role: 'staff' });
  t.equal(
    await file.read('select invited_by from memberships where person_id = ? and site_id = ?', ID.mila, SITE),
    CALLERS.owner.id,
  );
  await answer(MILA);
  t.equal(await standing(ID.mila), 'active staff');
  t.equal(
    await file.read('select invited_by from memberships where person_id = ? and site_id = ?', ID.mila, SITE),
    null,
  );

  await invite(given.ruth, NEWCOMER, 'staff');
  const path = `${MEMBERS}/${await idOf(NEWCOMER)}/invitation-link`;
  const link = fieldOf(await given.confirm(given.ruth, path), 'link');
  await given.join(link);
  t.equal(await standing(await idOf(NEWCOMER)), 'active staff');
});

t.test(
  'an invitation that the platform made needs no member, and the link of a withdrawn one is not revived',
  async (t) => {
    const given = await setting(t);
    const { app, confirm, idOf, invite, join, ruth, standing } = given;
    const [school] = await app.school.sites.list('riverside', '', 1);
    if (school === undefined) throw new Error('no school');
    const made = await app.school.schools.handOver(school, 'third@new.example', { name: 'ops' });
    if (typeof made === 'boolean') throw new Error('not invited');
    await join(made.link.replace(BASE, ''));
    t.equal(await standing(await idOf('third@new.example')), 'active owner');

    await invite(ruth, NEWCOMER, 'member');
    const page = `${MEMBERS}/${await idOf(NEWCOMER)}`;
    const link = fieldOf(await confirm(ruth, `${page}/invitation-link`), 'link');
    await confirm(ruth, `${page}/withdraw`);
    await invite(ruth, NEWCOMER, 'admin');
    t.equal((await new Browser(app).get(link)).status, 404, 'with the role of the new one');
  },
);

t.test('if a removal and an acceptance meet on two nodes, one of them was first', async (t) => {
  const given = await setting(t, 2);
  const { app, answer, file, invite, ola, standing } = given;
  const outcomes: unknown[] = [];
  for (let round = 0; round < 4; round += 1) {
    await invite(round === 0 ? ola : await signedIn(app, OLA.email), MILA, 'admin');
    t.equal(await standing(ID.mila), 'invited admin');
    const [removed, page] = await Promise.all([api('DELETE', '')(given), answer(MILA)]);
    t.match(removed, { status: 204 });
    const accepted = page.url.includes('done=accepted');
    t.equal(await standing(ID.mila), accepted ? 'active admin' : 'invited admin');
    await answer(MILA);
    t.equal(await standing(ID.mila), accepted ? 'active admin' : 'invited admin', 'and it stays so');
    outcomes.push(accepted);
    await file.edit(
      "update memberships set status = 'active', role = 'owner' where person_id = ? and site_id = ?",
      OLA.id,
      SITE,
    );
    await file.edit('delete from memberships where person_id = ? and site_id = ?', ID.mila, SITE);
  }
  t.equal(outcomes.length, 4);
});
