/**
 * Every form of the pages for people who are signed in, with what it does besides changing its subject (`Effect`), or with the
 * reason why it does nothing of the kind. A form with an effect is taken only from somebody who has just signed in again.
 */
import type { Effect } from '../../schema/school/effect.ts';

export interface PageDeed {
  effect: Effect;
  fields?: [string, string][];
  /** The name of a field for a file. */
  file?: string;
  /** What has to be there first, and takes the flow of another test file to make. That one enters the password, too. */
  shownIn?: string;
}

const of = (effect: Effect, more: Omit<PageDeed, 'effect'> = {}): PageDeed => ({ effect, ...more });

const ENDS = 'ends something; what is destroyed asks for the password for that reason';
const ON_CONSENT = 'nothing is connected before each person consents, and the addresses of the app are known';

const ofAccounts = (base: string): Record<string, PageDeed | string> => ({
  [`${base}/:person/disable`]: ENDS,
  [`${base}/:person/enable`]: of('gives_access', { shownIn: 'routes/site-admin-accounts.test.ts' }),
  [`${base}/:person/end-connections`]: ENDS,
  [`${base}/:person/erase`]: ENDS,
  [`${base}/:person/export`]: of('sends_data'),
  [`${base}/:person/sign-out`]: ENDS,
  [`${base}/:person/send-reset`]: of('new_way_in'),
  [`${base}/:person/reset-second-factor`]: of('new_way_in', { shownIn: 'routes/site-admin-accounts.test.ts' }),
  [`${base}/:person/undo-email`]: of('new_way_in', { shownIn: 'routes/site-admin-accounts.test.ts' }),
});

const ACCOUNT: Record<string, PageDeed | string> = {
  '/account/sign-in': of('new_way_in', { fields: [['new_password', 'another long password']] }),
  '/account/second-factor': 'takes only what /account/second-factor/new sealed after signing in again, minutes ago',
  '/account/second-factor/new': of('new_way_in'),
  '/account/second-factor/recovery-codes': of('new_way_in', { shownIn: 'routes/second-factor.test.ts' }),
  '/account/second-factor/remove': of('new_way_in', { shownIn: 'routes/second-factor.test.ts' }),
  '/account/second-factor/keep': 'keeps the second factor that a school would reset',
  '/account/sessions/end-others': ENDS,
  '/account/sessions/end-everywhere': ENDS,
  '/account/sessions/:session/end': ENDS,
  '/account/sign-in/connect': of('new_way_in', { shownIn: 'security/school-sign-in.test.ts' }),
  '/account/sign-in/schools/:identity/disconnect': ENDS,
  '/account/school/apps/:grant/end': ENDS,
  '/account/passkeys': 'takes only the answer to the question of /account/passkeys/new, which follows signing in again',
  '/account/passkeys/new': of('new_way_in', { shownIn: 'routes/passkeys.test.ts' }),
  '/account/passkeys/:passkey/remove': ENDS,
  '/account/profile': 'changes how the person is called',
  '/account/profile/course-emails': 'changes which e-mails the person gets',
  '/account/profile/confirm-email': 'sends a letter to the address of the account',
  '/account/profile/email': of('new_way_in', { fields: [['email', 'new@people.example']] }),
  '/account/export': of('sends_data'),
  '/account/delete': ENDS,
  '/account/invitations/:site/accept': 'the school gave it; only the person with the confirmed address can take it',
  '/account/invitations/:site/decline': ENDS,
  '/account/ownership/:site': of('raises_role', { shownIn: 'routes/ownership.test.ts' }),
  '/account/ownership/:site/decline': ENDS,
  '/account/schools/:school/courses/:course/lectures/:lecture/done': 'notes that the person has finished a lecture',
  '/account/schools/:school/courses/:course/lectures/:lecture/file': 'gives the person a link to the file of a lecture',
  '/account/schools/:school/events/:event/register': 'registers the person for an event that is free',
  '/account/schools/:school/registrations/:registration/cancel': ENDS,
  '/account/schools/:school/files/:product/:file': 'gives the person a link to a file that is theirs',
  '/approvals/:id/decide':
    'what the app does is decided for that one call, after signing in again unless that was lately',
  '/account/connected-apps/:grant/end': ENDS,
  '/account/connected-apps/:grant/end-app': ENDS,
};

const MEMBERS: Record<string, PageDeed | string> = {
  '/admin/:school/members/invite': of('raises_role', {
    fields: [
      ['email', 'admin@people.example'],
      ['role', 'admin'],
    ],
  }),
  '/admin/:school/members/selected': ENDS,
  '/admin/:school/members/:member/role': of('raises_role', { fields: [['role', 'admin']] }),
  '/admin/:school/members/:member/role/:role': of('raises_role'),
  '/admin/:school/members/:member/reinstate': of('gives_access'),
  '/admin/:school/members/:member/reinstate/confirm': of('gives_access'),
  '/admin/:school/members/:member/remove': ENDS,
  '/admin/:school/members/:member/invite-again': 'sends the letter once more to the address that was invited',
  '/admin/:school/members/:member/invitation-link': of('gives_access', { shownIn: 'routes/invitation-link.test.ts' }),
  '/admin/:school/members/:member/suspend': ENDS,
  '/admin/:school/members/:member/sign-out': ENDS,
  '/admin/:school/members/:member/send-reset': 'sends a link to the address of the account, as the person can',
  '/admin/:school/members/:member/second-factor': of('new_way_in', { shownIn: 'routes/second-factor-reset.test.ts' }),
  '/admin/:school/members/:member/second-factor/withdraw': ENDS,
  '/admin/:school/members/:member/withdraw': ENDS,
  '/admin/:school/members/:member/connections/end': ENDS,
  '/admin/:school/members/:member/ownership/share': of('raises_role'),
  '/admin/:school/members/:member/ownership/step-down': ENDS,
  '/admin/:school/members/:member/ownership/hand-over': of('raises_role'),
  '/admin/:school/members/:member/ownership/withdraw': ENDS,
};

const APPS: Record<string, PageDeed | string> = {
  '/admin/:school/connections/selected': ENDS,
  '/admin/:school/connections/end-all': ENDS,
  '/admin/:school/connections/:grant/end': ENDS,
  '/admin/:school/connections/:grant/end-client': ENDS,
  '/admin/:school/connect/:client/:who/:to': ON_CONSENT,
  '/admin/:school/connect/:client/:who/:to/confirm': of('new_way_in', { shownIn: 'routes/assistant-switches.test.ts' }),
  '/admin/:school/roster/compare': 'compares a list, and keeps what is shown for an hour; nothing is done for anybody',
  '/admin/:school/roster/:roster/import': of('raises_role', { shownIn: 'routes/site-admin-roster.test.ts' }),
  '/admin/:school/roster/:roster/undo': of('raises_role', { shownIn: 'routes/site-admin-roster.test.ts' }),
  '/admin/:school/connect/ask': 'asks the platform, which decides',
  '/admin/:school/reviews/ask': 'asks the platform, which decides',
  '/admin/:school/reviews/decline': 'answers that nothing changes',
  '/admin/:school/reviews/look': 'shows the document of an app',
  '/admin/:school/reviews/approve': of('new_way_in', { shownIn: 'routes/site-admin-reviews.test.ts' }),
  '/admin/:school/reviews/adopt': ON_CONSENT,
  '/admin/:school/reviews/block': ENDS,
  '/admin/:school/reviews/release': ENDS,
  '/admin/:school/applications/new': of('new_way_in', {
    fields: [
      ['once', 'o'.repeat(43)],
      ['name', 'New'],
      ['kind', 'public'],
      ['redirect_uris', 'https://new.example/callback'],
      ['scope', 'openid'],
    ],
  }),
  '/admin/:school/applications/selected': ENDS,
  '/admin/:school/applications/:application/edit': of('new_way_in'),
  '/admin/:school/applications/:application/enable': of('new_way_in'),
  '/admin/:school/applications/:application/logo': of('seen_by_strangers', { fields: [['file', '']] }),
  '/admin/:school/applications/:application/logo/upload': of('seen_by_strangers', { file: 'picture' }),
  '/admin/:school/applications/:application/secret': of('new_way_in'),
  '/admin/:school/applications/:application/old-secret': ENDS,
  '/admin/:school/applications/:application/alone': of('new_way_in', { shownIn: 'routes/applications-alone.test.ts' }),
  '/admin/:school/applications/:application/ask': 'makes the application ask a person, which is stricter',
  '/admin/:school/applications/:application/disable': ENDS,
  '/admin/:school/applications/:application/delete': ENDS,
  '/admin/:school/applications/:application/hand-over': of('new_way_in'),
  '/admin/:school/applications/:application/hand-over/revoke': ENDS,
};

const SCHOOL: Record<string, PageDeed | string> = {
  '/admin/:school/first-steps': 'hides a list',
  '/admin/:school/audit/export': 'a download of what the page shows, to whom it is shown',
  '/admin/:school/look/logo/remove': of('seen_by_strangers'),
  '/admin/:school/look/logo/upload': of('seen_by_strangers', { file: 'picture' }),
  '/admin/:school/look/name': of('seen_by_strangers', { fields: [['name', 'Another name']] }),
  '/admin/:school/look/colors': of('seen_by_strangers', {
    fields: [
      ['themeColor', '#112233'],
      ['accentColor', '#112233'],
    ],
  }),
  '/admin/:school/look/preview': 'shows colours and saves nothing',
  '/admin/:school/look/reset': of('seen_by_strangers'),
  '/admin/:school/settings/second-factor': of('new_way_in', { fields: [['level', 'off']] }),
  '/admin/:school/settings/second-factor/:level': of('new_way_in'),
  '/admin/:school/sign-in/settings': of('new_way_in', { shownIn: 'routes/school-provider-page.test.ts' }),
  '/admin/:school/sign-in/mode/:mode': of('new_way_in', { shownIn: 'routes/school-provider-page.test.ts' }),
  '/admin/:school/sign-in/match/:kind': of('new_way_in', { shownIn: 'routes/school-provider-page.test.ts' }),
  '/admin/:school/sign-in/remove': ENDS,
  '/admin/:school/sign-in/people/:identity': ENDS,
  '/admin/:school/settings/agents': of('new_way_in', { fields: [['policy', 'nothing']] }),
  '/admin/:school/settings/agents/:policy': of('new_way_in'),
  '/admin/:school/settings/staff': of('raises_role', { fields: [['default', 'yes']] }),
  '/admin/:school/settings/details': of('seen_by_strangers', {
    fields: [
      ['locale', 'en'],
      ['timezone', 'Europe/Lisbon'],
      ['currency', 'EUR'],
      ['supportUrl', 'https://support.example/'],
    ],
  }),
  '/admin/:school/settings/features': 'shows pages; what they do asks by itself',
  '/admin/:school/webhooks/new': of('sends_data', {
    fields: [
      ['once', 'o'.repeat(43)],
      ['url', 'https://elsewhere.example/'],
      ['event', 'order.created'],
    ],
  }),
  '/admin/:school/webhooks/:webhook/disable': ENDS,
  '/admin/:school/webhooks/:webhook/delete': ENDS,
  '/admin/:school/webhooks/:webhook/test': 'sends nothing of the school',
  '/admin/:school/webhooks/:webhook/replay': 'sends once more what was sent to the same address',
  '/admin/:school/webhooks/:webhook/edit': of('sends_data'),
  '/admin/:school/webhooks/:webhook/enable': of('sends_data'),
  '/admin/:school/webhooks/:webhook/secret': of('sends_data'),
};

const PLATFORM: Record<string, PageDeed | string> = {
  '/platform/schools': of('gives_access', {
    fields: [
      ['name', 'New school'],
      ['slug', 'new-school'],
      ['owner', 'owner@new.example'],
    ],
  }),
  '/platform/schools/:school/close': ENDS,
  '/platform/schools/:school/cancel-deletion': 'keeps what would be deleted',
  '/platform/schools/:school/reopen': of('gives_access', { shownIn: 'routes/platform-schools.test.ts' }),
  '/platform/schools/:school/hand-over': of('raises_role', { shownIn: 'routes/platform-schools.test.ts' }),
  '/platform/schools/:school/export': of('sends_data'),
  '/platform/schools/:school/delete': ENDS,
  '/platform/reviews/decline': 'answers that nothing changes',
  '/platform/reviews/look': 'shows the document of an app',
  '/platform/reviews/approve': of('new_way_in', { shownIn: 'routes/site-admin-reviews.test.ts' }),
  '/platform/reviews/block': ENDS,
};

const WRITES =
  'saves what its operation takes without consent; what visitors see asks for the password, as LATELY says';
const ORDERS = 'changes an order, and nothing that is in it';
const COUNTS = 'changes a state that only members and the school see';
const LATELY = 'asks for the password unless the sign-in is recent, which test/security/console-guards.test.ts proves';

const OF_LISTS: ReadonlySet<string> = new Set(['new', 'bulk', 'bulk_generate', 'tag', 'order']);

/** Actions on one row that can be carried out on several. */
const OF_SEVERAL: ReadonlySet<string> = new Set(
  'archive attended cancel disable extend pause publish revoke schedule set_expiry set_lifetime unpublish'.split(' '),
);

/** The forms of an area by the reasons why they have no further effect. */
const ofArea = (path: string, one: string, ...reasons: (readonly [reason: string, ...names: string[]])[]) =>
  Object.fromEntries(
    reasons.flatMap(([reason, ...names]) =>
      names.flatMap((name) => [
        [`/admin/:school/${path}/${OF_LISTS.has(name) ? name : `:${one}/${name}`}`, reason],
        ...(OF_SEVERAL.has(name) ? [[`/admin/:school/${path}/selected/${name}`, reason]] : []),
      ]),
    ),
  );

const CONTENT: Record<string, PageDeed | string> = {
  ...ofArea(
    'courses',
    'course',
    [WRITES, 'new', 'edit', 'unpublish', 'archive'],
    [LATELY, 'publish', 'cover', 'outline/drafts'],
    [ORDERS, 'outline'],
    [ENDS, 'delete'],
  ),
  ...ofArea('courses/:course/sections', 'section', [WRITES, 'new', 'edit'], [ENDS, 'delete']),
  ...ofArea('courses/:course/sections/:section/lectures', 'lecture', [WRITES, 'new', 'edit'], [ENDS, 'delete']),
  ...ofArea('lecturers', 'lecturer', [WRITES, 'new', 'edit'], [ORDERS, 'order'], [ENDS, 'delete']),
  ...ofArea('assets', 'asset', ['stores a file that nothing shows yet', 'new'], [ENDS, 'delete']),
  ...ofArea('members', 'member', ['changes what the school notes of members', 'tag', 'notes/edit']),
  ...ofArea('events', 'event', [WRITES, 'new', 'edit'], [LATELY, 'publish'], [ENDS, 'cancel', 'delete']),
  ...ofArea('events/:event/registrations', 'event_registration', [COUNTS, 'new', 'attended'], [ENDS, 'cancel']),
  ...ofArea(
    'posts',
    'post',
    [WRITES, 'new', 'edit', 'unpublish'],
    [LATELY, 'publish', 'schedule', 'cover'],
    [ENDS, 'delete'],
  ),
  ...ofArea('pages', 'page', [WRITES, 'new', 'edit', 'unpublish'], [LATELY, 'publish', 'homepage'], [ENDS, 'delete']),
  ...ofArea('subscriptions', 'subscription', [COUNTS, 'new', 'extend', 'pause', 'resume'], [ENDS, 'cancel']),
  ...ofArea(
    'membership-plans',
    'membership_plan',
    [WRITES, 'new', 'edit', 'archive'],
    [LATELY, 'publish'],
    [ENDS, 'delete'],
  ),
  ...ofArea(
    'digital-products',
    'digital_product',
    [WRITES, 'new', 'edit', 'archive', 'attach_file', 'files'],
    [LATELY, 'publish', 'cover'],
    [ENDS, 'delete'],
  ),
  ...ofArea('coupons', 'coupon', [WRITES, 'new', 'edit', 'bulk_generate'], [ENDS, 'disable', 'delete']),
  ...ofArea(
    'enrollments',
    'enrollment',
    [COUNTS, 'new', 'bulk', 'extend', 'set_expiry', 'set_lifetime'],
    [ENDS, 'reset_progress', 'revoke'],
  ),
};

export const PAGE_DEEDS: Readonly<Record<string, PageDeed | string>> = {
  ...ACCOUNT,
  ...MEMBERS,
  ...APPS,
  ...SCHOOL,
  ...CONTENT,
  ...PLATFORM,
  ...ofAccounts('/admin/:school/accounts'),
  ...ofAccounts('/platform/accounts'),
};
