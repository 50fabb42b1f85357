/**
 * Every form that does something once, by the area of its pages: how it comes about, filled in, in the browser of the person
 * who sends it. Decisions about the access of an app are elsewhere, as they have an answer of their own.
 */
import type { Test } from 'tap';
import { hashCredential, makeMailLinkToken } from '../../schema/credential.ts';
import type { MailLinkPurpose } from '../../schema/people/mail-link.ts';
import { addAdmin, CALLERS, RIVERSIDE } from './admin.ts';
import { PASSWORD } from './app.ts';
import { Browser } from './browser.ts';
import { CHIE, MILA, NOOR, RUTH } from './interaction.ts';
import { DEMO } from './oauth-client.ts';
import { codeAt, secretOn, setUpApp } from './second-factor.ts';
import type { Step, Walk } from './sent-twice.ts';
import { addEndpoint } from './webhooks.ts';
import { pathOf, signedIn, withEmails } from './with-emails.ts';

const [BEN, HUGO] = ['ben@riverside.example', 'hugo@harbour.example'];
const ADMIN = '/admin/riverside';
const MEMBERS = `${ADMIN}/members`;
const PROVEN = { password: PASSWORD };
const NEW_PASSWORD = 'seven quiet rivers';

export async function world(t: Test) {
  const env = { PLATFORM_OPERATORS: RUTH, SECOND_FACTOR: 'off' };
  const made = await withEmails(t, { env, housekeeping: false });
  const { app, clock } = made;
  await addAdmin(app);
  const [ruth, stranger] = [await signedIn(app, RUTH), await signedIn(app, BEN)];
  return {
    ...made,
    ruth,
    stranger,
    /** The path of a link as an e-mail would bring it. */
    async link(purpose: MailLinkPurpose, path: string, personId: string, email: string): Promise<string> {
      const token = makeMailLinkToken();
      const link = { hash: hashCredential(token), purpose, personId, email };
      await app.people.mailLinks.issue(link, { event: 'password_reset', at: clock.now, personId });
      return `${path}?token=${token}`;
    },
    async invite(email: string): Promise<void> {
      await ruth.submit(await ruth.get(`${MEMBERS}/invite`), '/invite', { email, role: 'member' });
    },
    idOf: async (email: string) => String(await made.file.read('select id from people where email = ?', email)),
    /** Offers the ownership of Riverside to somebody. @returns a browser where that person is signed in */
    async offer(email: string): Promise<Browser> {
      const id = String(await made.file.read('select id from people where email = ?', email));
      const path = `${MEMBERS}/${id}/ownership/share`;
      await ruth.submit(await ruth.get(path), path, PROVEN);
      return signedIn(app, email);
    },
  };
}

export type World = Awaited<ReturnType<typeof world>>;
export type OnceForm = [title: string, walk: (world: World) => Promise<Walk> | Walk];

const one = (browser: Browser, path: string, fill: Step['fill'] = {}, action = path): Walk => ({
  browser,
  path,
  steps: [{ action, fill }],
});

/** A form of the school that asks its owner for the password. */
const asked =
  (path: string): OnceForm[1] =>
  ({ ruth }) =>
    one(ruth, path, PROVEN);

const member = (name: keyof typeof CALLERS): string => `${MEMBERS}/${CALLERS[name].id}`;

/** A sign-in of somebody with an app, by a field of the second step. */
const secondStep =
  (email: string, field: 'code' | 'recovery_code'): OnceForm[1] =>
  async ({ app, clock }) => {
    const { next, recoveryCodes } = await setUpApp(await signedIn(app, email), clock);
    const fill = () => ({ [field]: field === 'code' ? next() : (recoveryCodes[0] ?? '') });
    const steps = [
      { action: '/sign-in', fill: { email, ...PROVEN } },
      { action: '/sign-in', fill },
    ];
    return { browser: new Browser(app), path: '/sign-in', steps };
  };

const SIGNING_IN: OnceForm[] = [
  ['a sign-in', ({ app }) => one(new Browser(app), '/sign-in', { email: CHIE, ...PROVEN })],
  ['the code of an app after the password', secondStep(CALLERS.instructor.email, 'code')],
  ['a recovery code after the password', secondStep(CALLERS.staff.email, 'recovery_code')],
  ['a forgotten password', ({ app }) => one(new Browser(app), '/password/forgot', { email: CHIE })],
];

/** The path of the link in the next e-mail that has one to this page. */
async function nextLink({ mailbox }: World, path: string): Promise<string> {
  for (;;) {
    const { link } = await mailbox.next();
    if (pathOf(link).startsWith(path)) return pathOf(link);
  }
}

const LINKS: OnceForm[] = [
  [
    'an address that takes the account back',
    async (world) => {
      const browser = await signedIn(world.app, MILA);
      const fill = { ...PROVEN, email: 'mallory@else.example' };
      await browser.submit(await browser.get('/account/profile'), '/profile/email', fill);
      await browser.submit(await browser.get(await nextLink(world, '/email/confirm')), '/email/confirm');
      return one(new Browser(world.app), await nextLink(world, '/email/restore'), {}, '/email/restore');
    },
  ],
  [
    'a second factor that is kept',
    async (world) => {
      const { app, clock, ruth } = world;
      await setUpApp(await signedIn(app, CALLERS.member.email), clock);
      const path = `${member('member')}/second-factor`;
      await ruth.submit(await ruth.get(path), path, PROVEN);
      const link = await nextLink(world, '/second-factor/keep');
      return one(new Browser(app), link, {}, '/second-factor/keep');
    },
  ],
  [
    'a new password by a link',
    async ({ app, link }) => {
      const path = await link('reset_password', '/password/reset', 'usr_demo_chie', CHIE);
      return one(new Browser(app), path, { new_password: NEW_PASSWORD }, '/password/reset');
    },
  ],
  [
    'an address that is confirmed by a link',
    async ({ app, file, link }) => {
      await file.run('update people set email_verified = false where email = ?', MILA);
      const path = await link('verify_email', '/email/confirm', 'usr_demo_mila', MILA);
      return one(new Browser(app), path, {}, '/email/confirm');
    },
  ],
  [
    'another address that is confirmed by a link',
    async ({ app, link }) => {
      const path = await link('verify_email', '/email/confirm', 'usr_demo_mila', 'mila@new.example');
      return one(await signedIn(app, MILA), path, {}, '/email/confirm');
    },
  ],
  [
    'an account that is taken back',
    async ({ app, link }) =>
      one(new Browser(app), await link('secure_account', '/not-me', 'usr_demo_mila', MILA), {}, '/not-me'),
  ],
  ...['/invitation', '/invitation/decline'].map(
    (action): OnceForm => [
      `an invitation by a link, ${action}`,
      async ({ app, invite, mailbox }) => {
        await invite('kei@new.example');
        const { link } = await mailbox.nextTo('kei@new.example');
        const fill = action === '/invitation' ? { name: 'Kei', new_password: NEW_PASSWORD } : {};
        return one(new Browser(app), pathOf(link), fill, action);
      },
    ],
  ),
];

const ACCOUNT: OnceForm[] = [
  ...['accept', 'decline'].map(
    (answer): OnceForm => [
      `an invitation in the account, ${answer}`,
      async ({ app, invite }) => {
        await invite(answer === 'accept' ? MILA : HUGO);
        return one(await signedIn(app, answer === 'accept' ? MILA : HUGO), '/account', {}, `/${answer}`);
      },
    ],
  ),
  [
    'another password',
    async ({ app }) => one(await signedIn(app, NOOR), '/account/sign-in', { ...PROVEN, new_password: NEW_PASSWORD }),
  ],
  [
    'another address',
    async ({ app }) => {
      const fill = { ...PROVEN, email: 'mila@else.example' };
      return one(await signedIn(app, MILA), '/account/profile', fill, '/profile/email');
    },
  ],
  [
    'an app for the second factor',
    async ({ app, clock }) => {
      const fill: Step['fill'] = (page) => ({ code: codeAt(secretOn(page), clock.now) });
      return one(await signedIn(app, MILA), '/account/second-factor/new', fill, '/account/second-factor');
    },
  ],
  [
    'new recovery codes',
    async ({ app, clock }) => {
      const browser = await signedIn(app, MILA);
      const { next } = await setUpApp(browser, clock);
      return one(browser, '/account/second-factor/recovery-codes', () => ({ ...PROVEN, code: next() }));
    },
  ],
  [
    'the end of other sessions',
    async ({ app }) => one(await signedIn(app, MILA), '/account/sessions/end-others', PROVEN),
  ],
  ['the end of an account', async ({ app }) => one(await signedIn(app, CHIE), '/account/delete', PROVEN)],
];

const PEOPLE: OnceForm[] = [
  ['an invitation', ({ ruth }) => one(ruth, `${MEMBERS}/invite`, { email: 'una@new.example', role: 'member' })],
  [
    'an invitation of an administrator',
    ({ ruth }) => {
      const [path, action] = [`${MEMBERS}/invite`, '/invite'];
      const fill = { email: 'uma@new.example', role: 'admin' };
      return {
        browser: ruth,
        path,
        steps: [
          { action, fill },
          { action, fill: PROVEN },
        ],
      };
    },
  ],
  [
    'an invitation that is sent once more',
    async ({ idOf, invite, ruth }) => {
      await invite('ugo@new.example');
      return one(ruth, `${MEMBERS}/${await idOf('ugo@new.example')}`, {}, '/invite-again');
    },
  ],
  ['a role', asked(`${member('instructor')}/role/staff`)],
  ['a suspension', asked(`${member('instructor')}/suspend`)],
  ['a link for a new password, to a member', asked(`${member('member')}/send-reset`)],
  ['an offer of ownership', asked(`${member('admin')}/ownership/share`)],
  [
    'an offer of ownership that is withdrawn',
    async ({ offer, ruth }) => {
      await offer(CALLERS.admin.email);
      return one(ruth, member('admin'), {}, '/ownership/withdraw');
    },
  ],
  [
    'an offer of ownership that is accepted',
    async ({ offer }) => one(await offer(CALLERS.staff.email), `/account/ownership/${RIVERSIDE.id}`, PROVEN),
  ],
  [
    'an offer of ownership that is declined',
    async ({ offer }) => one(await offer(CALLERS.admin.email), '/account', {}, '/decline'),
  ],
  [
    'a school',
    ({ ruth }) => {
      const [path, action] = ['/platform/schools/new', '/platform/schools'];
      return one(ruth, path, { name: 'North', slug: 'north', owner: 'ola@north.example' }, action);
    },
  ],
];

const APPLICATION = {
  name: 'Reports',
  kind: 'confidential',
  redirect_uris: 'https://reports.example/callback',
  scope: 'openid',
};
const PORTAL = `${ADMIN}/applications/${DEMO.portal.id}`;

const APPS: OnceForm[] = [
  ['an application', ({ ruth }) => one(ruth, `${ADMIN}/applications/new`, APPLICATION)],
  ['another secret of an application', asked(`${PORTAL}/secret`)],
  ['a link for the developer of an application', asked(`${PORTAL}/hand-over`)],
  [
    'the secret behind such a link',
    async ({ app, ruth }) => {
      const { body } = await ruth.submit(await ruth.get(`${PORTAL}/hand-over`), '/hand-over', PROVEN);
      const token = /hand-over\?token=([A-Za-z0-9_-]+)/.exec(body)?.[1] ?? '';
      return one(new Browser(app), `/hand-over?token=${token}`, {}, '/hand-over/secret');
    },
  ],
  ['an application that is turned off', asked(`${PORTAL}/disable`)],
  ['an assistant that is turned on', ({ ruth }) => one(ruth, `${ADMIN}/connect/mcp_remote/members/on`)],
  [
    'a webhook',
    ({ ruth }) => {
      const [path, action] = [`${ADMIN}/webhooks/new`, '/webhooks/new'];
      const fill = { url: 'https://hooks.example/a', event: 'order.created' };
      return {
        browser: ruth,
        path,
        steps: [
          { action, fill },
          { action, fill: PROVEN },
        ],
      };
    },
  ],
  ...['secret', 'test'].map(
    (what): OnceForm => [
      `a webhook, ${what}`,
      async ({ app, ruth }) => {
        const { id } = await addEndpoint(app, RIVERSIDE.id, `https://hooks.example/${what}`);
        const page = `${ADMIN}/webhooks/${id}`;
        return what === 'test' ? one(ruth, page, {}, '/test') : one(ruth, `${page}/secret`, PROVEN);
      },
    ],
  ),
];

const CONTENT: OnceForm[] = [
  ['a new course', ({ ruth }) => one(ruth, `${ADMIN}/courses/new`, { title: 'Once only' })],
  ['a course that is archived', ({ ruth }) => one(ruth, `${ADMIN}/courses/dyeing-with-plants`, {}, '/archive')],
  [
    'a member who is registered for an event',
    ({ ruth }) =>
      one(
        ruth,
        `${ADMIN}/events/evening-with-an-editor/registrations/new`,
        { memberId: 'usr_demo_ivan' },
        '/registrations/new',
      ),
  ],
  [
    'an event that is cancelled',
    ({ ruth }) => one(ruth, `${ADMIN}/events/evening-with-an-editor/cancel`, {}, '/cancel'),
  ],
];

export const ONCE: Readonly<Record<string, readonly OnceForm[]>> = {
  SIGNING_IN,
  LINKS,
  ACCOUNT,
  PEOPLE,
  APPS,
  CONTENT,
};
