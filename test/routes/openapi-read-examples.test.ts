/**
 * The examples of what the admin API reads, in `/openapi.json`, value by value: a school gets what they show, mostly by
 * the examples of the operations that create it, and each is compared with the answer of the server at that time.
 */
import t from 'tap';
import type { ApiDescription } from '../../schema/data/api-description.ts';
import { SCOPES } from '../../schema/oauth/scope.ts';
import { emailKey } from '../../schema/text/email.ts';
import { dataOf } from '../support/account.ts';
import { likened, World } from '../support/api-examples.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { setPolicy } from '../support/approvals.ts';
import { Browser } from '../support/browser.ts';
import { CALLBACK, obtainTokens } from '../support/oauth-client.ts';

/** When the examples take place. */
const NOW = Date.parse('2026-09-01T08:00:00.000Z');
const SITE = {
  id: 'site_music',
  slug: 'music-school',
  name: 'Music',
  timezone: 'Europe/Vienna',
  betaFeatures: ['mcp_connections'],
};
const OLGA = { id: 'usr_olga', email: 'olga@example.com', name: 'Olga Owner' };
const ANA = { id: 'usr_ana', email: 'ana@example.com', name: 'Ana Example' };
const CLIENT = { id: 'c_music', redirectUri: CALLBACK, secret: undefined };

const { app } = await testApp(t, { seed: false, now: NOW });
const passwordHash = await app.people.passwords.hash(PASSWORD, 'test');
const account = { emailVerified: true, passwordHash, active: true, createdAt: NOW };
await app.school.platform.add({
  createdAt: NOW,
  sites: [SITE],
  people: [OLGA, ANA].map((person) => ({ ...person, ...account, emailKey: emailKey(person.email) })),
  memberships: [
    { siteId: SITE.id, personId: OLGA.id, role: 'owner' },
    { siteId: SITE.id, personId: ANA.id, role: 'member' },
  ],
});
// What a person has to decide about is in the tests of approvals.
await setPolicy(app, 'nothing', SITE.id);
const client = {
  origin: 'site_application',
  siteId: SITE.id,
  name: 'Tool',
  authMethod: 'none',
  scopes: SCOPES,
} as const;
await app.oauth.clients.create(
  { ...client, id: CLIENT.id, redirectUris: [CALLBACK], createdAt: NOW },
  { event: 'client_created', at: NOW, siteId: SITE.id },
);
const tokenOf = async ({ email }: typeof ANA, scope: string): Promise<string> =>
  (await obtainTokens(app, CLIENT, { scope }, { email, site: SITE.id, browser: new Browser(app) })).access_token;

/** The days that the examples of metrics are about. */
const DAY = { from: '2026-09-01', to: '2026-09-01' };

/** What happens, and what is read then. */
const STORY: readonly (readonly [happening: string, reads: string])[] = [
  ['update_school', 'get_school'],
  ['create_upload upload complete_upload update_appearance', 'get_appearance'],
  ['create_lecturer', 'list_lecturers get_lecturer'],
  ['create_course', 'list_courses get_course'],
  ['create_section create_lecture', 'list_sections get_section get_lecture get_outline'],
  ['create_digital_product', 'list_digital_products get_digital_product'],
  ['create_membership_plan', 'list_membership_plans get_membership_plan'],
  ['create_coupon create_event', 'list_coupons get_coupon list_events get_event'],
  ['create_post create_page', 'list_posts get_post list_pages get_page'],
  ['publish_course enroll_student', 'list_enrollments get_enrollment'],
  ['publish_event register_member', 'list_event_registrations get_event_registration'],
  ['publish_membership_plan grant_subscription', 'list_subscriptions get_subscription'],
  ['visit update_member', 'list_members get_member'],
  ['write_comment submit_form', 'list_comments get_comment list_forms get_form list_form_submissions'],
  ['buy', 'list_orders get_order'],
  ['watch', 'get_enrollment_progress list_member_courses list_students get_student'],
  ['', 'get_analytics_summary get_analytics_series get_analytics_top_list'],
  ['', 'list_course_analytics get_course_analytics get_lecture_analytics'],
  ['refund', 'list_refunds'],
];

t.test('every example of reading is what the server says of a school that has what it shows [A17]', async (t) => {
  const description: ApiDescription = (await app.inject('/openapi.json')).json();
  const world = new World({ app }, await tokenOf(OLGA, SCOPES.join(' ')), description);
  world.learn(ANA.id);
  const happens = happenings(world);
  const read = new Set<string>();
  for (const [happening, reads] of STORY) {
    for (const name of happening.split(' ').filter(Boolean)) {
      const { status, body } = (await (happens[name]?.(name) ?? world.run(name))) ?? {};
      t.ok(status === undefined || status < 300, `${name}: ${body}`);
    }
    for (const name of reads.split(' ')) {
      read.add(name);
      const { status, answer, body } = await world.run(name, name.startsWith('get_analytics') ? DAY : {});
      t.equal(status, 200, body);
      t.strictSame(rowsLike(world.answerOf(name), answer), likened(world.answerOf(name)), name);
    }
  }
  t.strictSame(
    [...world.all.keys()].filter((name) => world.isRead(name) && !read.has(name)),
    [],
    'none is left',
  );
});

interface List {
  nodes?: readonly unknown[];
  pageInfo?: { endCursor?: unknown };
}

/** @returns the answer as the example has it: of a list, the row of the example, among others */
function rowsLike(example: unknown, answer: unknown): unknown {
  const [{ nodes: shown, pageInfo: page }, { nodes, pageInfo }] = [example as List, answer as List];
  const whole = page === undefined ? {} : { pageInfo: { ...pageInfo, endCursor: page.endCursor } };
  if (shown === undefined || nodes === undefined) return likened(answer);
  const row = JSON.stringify(likened(shown[0]));
  const found = nodes.find((node) => JSON.stringify(likened(node)) === row) ?? nodes[0];
  return likened({ ...(answer as object), nodes: [found], ...whole });
}

type Happening = (name: string) => Promise<{ status?: number; body?: string } | undefined>;

/** What no operation does. */
function happenings(world: World): Readonly<Record<string, Happening>> {
  const id = (kind: string): string => world.known.get(kind) ?? '';
  const add = async (content: Parameters<typeof app.school.content.add>[1]): Promise<undefined> => {
    await app.school.content.add(SITE.id, content);
    for (const [row] of Object.values(content)) world.learn((row as { id?: string }).id);
  };
  const terms = { personId: ANA.id, currency: 'EUR', paymentMethod: 'card', placedAt: NOW, paidAt: NOW } as const;
  const amounts = { subtotal: 4900, discount: 980, tax: 0, total: 3920, couponCode: 'WELCOME20' };
  const item = (orderId: string) => ({
    ...({ orderId, position: 0, kind: 'course', refId: id('crs'), title: 'Piano for beginners' } as const),
    ...{ quantity: 1, unitAmount: 4900 },
  });
  const order = {
    id: 'ord_music',
    number: 'MS-1001',
    status: 'paid',
    refundedAmount: 0,
    ...terms,
    ...amounts,
  } as const;
  return {
    upload: async () => void (await world.upload()),
    write_comment: () =>
      add({
        comments: [
          {
            ...{ id: 'cmt_music', personId: ANA.id, targetKind: 'lecture', targetId: id('lec'), status: 'visible' },
            ...{ body: 'Is it the white key to the left of the two black ones?', likeCount: 0, createdAt: NOW },
          },
        ],
      }),
    submit_form: async () => {
      const field = { key: 'instrument', label: 'Which instrument?', type: 'text', required: true };
      const times = { createdAt: NOW, updatedAt: NOW };
      await add({ forms: [{ id: 'frm_music', name: 'Trial lesson', fields: [field], status: 'open', ...times }] });
      const answers = { instrument: 'piano' };
      const submission = { id: 'fsb_music', formId: 'frm_music', personId: ANA.id, answers, submittedAt: NOW };
      return add({ formSubmissions: [submission] });
    },
    buy: () => add({ orders: [order], orderItems: [item(order.id)] }),
    refund: () => {
      const [earlier, refunded] = ['ord_earlier', { refundedAmount: 3920, refundedAt: NOW }];
      const given = { ...order, ...refunded, id: earlier, number: 'MS-1000', status: 'refunded' } as const;
      return add({ orders: [given], orderItems: [item(earlier)] });
    },
    visit: async () => void (await tokenOf(ANA, 'openid account:read')),
    watch: async () => {
      const token = await tokenOf(ANA, 'openid account:read account:write');
      await world.call('PATCH', `/lectures/${id('lec')}`, { status: 'published', releaseAt: null });
      const given = `lectureId: "${id('lec')}", positionSeconds: 480`;
      await dataOf(app, token, `mutation { saveWatchPosition(${given}) { url } }`);
      return undefined;
    },
  };
}
