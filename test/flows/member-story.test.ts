/**
 * A plan is sold, a member learns, the subscription lapses and is resumed, an event is cancelled, a file is bought and
 * fetched. It is done on pages, by REST, GraphQL and tools by turns, and every surface says the same of it a second
 * before and a second after each instant.
 */
import t, { type Test } from 'tap';
import { MEMBER_SCOPES } from '../../schema/oauth/scope.ts';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { ask as askGraphql, DAY, type GraphqlBody, HOUR, item, order, SECOND } from '../support/account.ts';
import { CALLERS, clientOf } from '../support/admin.ts';
import { learning } from '../support/learning.ts';
import { callTool, type Json } from '../support/mcp.ts';
import { MEMBER, memberSurfaces, type Standing, withoutSubscriptions } from '../support/member-surfaces.ts';
import { obtainTokens, userinfo } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { pathOf, picture, uploaded } from '../support/uploads.ts';

const MINUTE = 60 * SECOND;
const FILE = picture('a chart of the tides');
const JOIN = 'https://meet.example/tides';
const THINGS = {
  course: 'tides',
  event: 'tide-walk',
  post: 'tide-table',
  product: 'tide-chart',
  lectures: ['Preview'],
};

type Stage = Awaited<ReturnType<typeof stage>>;

/** A school with a plan, all that the plan gives, and an event; and its member, who has no subscription. */
async function stage(t: Test) {
  const made = await learning(t);
  const { app, ask, clock, course, tokenOf } = made;
  await withoutSubscriptions(made);
  const begin = clock.now;
  const at = (time: number): string => new Date(time).toISOString();
  const member = await memberOf(made);
  const school = async (tool: string, args: Record<string, unknown>): Promise<Json> => {
    const { result, text } = await callTool(app, tool, args, { token: await tokenOf('owner') });
    if (result?.structuredContent === undefined) throw new Error(`${tool}: ${text}`);
    return result.structuredContent;
  };
  const rest = async (path: string, body: object = {}): Promise<Json> => {
    const { status, json, body: text } = await ask('POST', path, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return json;
  };

  const { id: courseId, section, lecture } = await course('tides');
  const published = { kind: 'text', status: 'published' } as const;
  const preview = { title: 'Preview', freePreview: true, releaseAt: at(begin + 2 * HOUR), contentMarkdown: 'Ebb' };
  await rest(`/sections/${section}/lectures`, { ...published, ...preview });
  const later = await school('create_lecture', {
    id: section,
    ...published,
    title: 'Later',
    releaseAfterDays: 1,
  });
  const { id: assetId } = await uploaded(app, await tokenOf('owner'), FILE);
  const price = { amount: 900, currency: 'EUR' };
  const chart = { title: 'Tide chart', slug: 'tide-chart', price, downloadLimit: 3 };
  const product = await school('create_digital_product', chart);
  await rest(`/digital_products/${product.id}/attach_file`, { assetId });
  await school('publish_digital_product', { id: product.id });
  const terms = { planType: 'recurring', interval: 'month', intervalCount: 1, price };
  const includes = { courseIds: [courseId], productIds: [product.id] };
  const plan = await school('create_membership_plan', { name: 'Tides', slug: 'tides', ...terms, ...includes });
  await rest('/membership_plans/tides/publish');
  await rest('/posts', { title: 'Tide table', slug: 'tide-table', bodyMarkdown: 'High at noon', visibility: 'plan' });
  await school('publish_post', { id: 'tide-table' });
  const days = { startsAt: at(begin + 20 * DAY), endsAt: at(begin + 20 * DAY + HOUR), timezone: 'Europe/Lisbon' };
  await rest('/events', { title: 'Tide walk', slug: 'tide-walk', ...days, joinUrl: JOIN });
  await school('publish_event', { id: 'tide-walk' });

  return {
    ...{ ...made, ...member, school, rest, at, begin },
    ...{ courseId, assetId, lecture, later: String(later.id), planId: plan.id, productId: product.id },
    ...agreement(t, made),
  };
}

/** The ways of the member to change something. Both return why it was refused, if it was. */
async function memberOf({ app, tokenOf }: Awaited<ReturnType<typeof learning>>) {
  const memberToken = () => tokenOf('member', MEMBER_SCOPES);
  return {
    async graphql(mutation: string): Promise<{ done: Json | undefined; refusal: string | undefined }> {
      const { data, errors } = (
        await askGraphql(app, await memberToken(), `mutation { ${mutation} }`)
      ).json<GraphqlBody>();
      return { done: data == null ? undefined : (Object.values(data)[0] as Json), refusal: errors?.[0]?.message };
    },
    async tool(
      name: string,
      args: Record<string, unknown>,
    ): Promise<{ done: Json | undefined; refusal: string | undefined }> {
      const { result, text } = await callTool(app, name, args, { token: await memberToken() });
      return { done: result?.structuredContent, refusal: result?.isError === undefined ? undefined : text };
    },
  };
}

function agreement(t: Test, made: Awaited<ReturnType<typeof learning>>) {
  const { clock } = made;
  const surfaces = memberSurfaces(made, THINGS);
  /** Asks everywhere. Each surface must say what is expected, as far as it says anything of it. */
  async function agree(expected: Required<Standing>, when: string): Promise<void> {
    for (const [surface, told] of Object.entries(await surfaces())) {
      const wanted = Object.fromEntries(Object.keys(told).map((name) => [name, expected[name as keyof Standing]]));
      t.strictSame(told, wanted, `${when}, ${surface}`);
    }
  }
  const goTo = (time: number): void => clock.advance(time - clock.now);
  return {
    agree,
    goTo,
    /** Asks a second before and a second after something that time brings. */
    async around(instant: number, before: Required<Standing>, after: Required<Standing>, what: string): Promise<void> {
      goTo(instant - SECOND);
      await agree(before, `before ${what}`);
      goTo(instant + SECOND);
      await agree(after, `after ${what}`);
    },
    /** Asks a second before and a second after something that somebody does. */
    async doing(before: Required<Standing>, act: () => Promise<unknown>, after: Required<Standing>, what: string) {
      await agree(before, `before ${what}`);
      clock.advance(SECOND);
      const done = await act();
      clock.advance(SECOND);
      await agree(after, `after ${what}`);
      return done as Json;
    },
  };
}

/** The app through which the member does everything. */
const CLIENT = clientOf(RIVERSIDE.id);
const LAPSE = 3 * DAY;

t.test('every surface says the same a second before and after each instant of the story of a member', async (t) => {
  const stageOf = await stage(t);
  const learnt = await learns(t, stageOf);
  const lapsed = await fetchesAndLapses(t, stageOf, learnt);
  const resumed = await isResumed(stageOf, lapsed);
  const cancelled = await losesEvent(t, stageOf, resumed);
  const bought = await buys(t, stageOf, cancelled);
  await isEnrolled(stageOf, bought);
  return disconnects(t, stageOf);
});

/** A plan is sold, lectures open by time, and the member watches them. */
async function learns(t: Test, stage: Stage): Promise<Required<Standing>> {
  const { agree, around, doing, begin, at, rest, graphql, tool, lecture, later } = stage;
  const nothing = { course: undefined, lectures: undefined, product: undefined, post: false, event: undefined };
  const before = { ...nothing, subscription: 'cancelled', visitors: { preview: false, eventIsCancelled: false } };
  await agree(before, 'before the sale');
  await rest('/subscriptions', { memberId: MEMBER, planId: stage.planId, endsAt: at(begin + LAPSE) });
  const lectures = { One: 'open', Preview: 'not_released', Later: 'not_released' };
  const given = { post: true, product: ['subscription', 3], subscription: 'active' } as const;
  const sold = { ...before, ...given, course: ['subscription', '2026-11-24', 0], lectures } as const;
  await agree(sold, 'after the sale');

  const watch = () => graphql(`saveWatchPosition(lectureId: "${lecture}", positionSeconds: 0) { title }`);
  const watched = { ...sold, course: ['subscription', '2026-11-24', 33] } as const;
  t.match(await doing(sold, watch, watched, 'the first lecture'), { done: { title: 'One' } });

  const visitors = { preview: true, eventIsCancelled: false };
  const released = { ...watched, lectures: { ...lectures, Preview: 'open' }, visitors };
  await around(begin + 2 * HOUR, watched, released, 'the release of the preview');

  const saving = { lectureId: later, positionSeconds: 0 };
  stage.goTo(begin + DAY - SECOND);
  t.match(await tool('save_watch_position', saving), { refusal: /lecture/ }, 'it is not open yet');
  const open = { ...released, lectures: { ...released.lectures, Later: 'open' } };
  await around(begin + DAY, released, open, 'the release of a lecture a day after the start');
  t.match(await tool('save_watch_position', saving), { done: { title: 'Later' } });
  return { ...open, course: ['subscription', '2026-11-24', 66] };
}

/** The member fetches a file of the plan, until the link expires, and another one until the subscription lapses. */
async function fetchesAndLapses(t: Test, stage: Stage, learnt: Required<Standing>): Promise<Required<Standing>> {
  const { agree, around, doing, begin, clock, graphql, tool, app, productId, assetId } = stage;
  const statusOf = async (link: Json | undefined): Promise<number> => (await app.inject(pathOf(link?.url))).statusCode;
  const request = `requestDownload(productId: "${productId}", fileId: "${assetId}") { url expiresAt downloadsLeft }`;
  const once = { ...learnt, product: ['subscription', 2] } as const;
  const { done: first } = (await doing(learnt, () => graphql(request), once, 'the first download')) as unknown as {
    done: Json;
  };
  const expiresAt = Date.parse(String(first.expiresAt));
  stage.goTo(expiresAt - SECOND);
  const whole = await app.inject(pathOf(first.url));
  t.ok(whole.rawPayload.equals(FILE), 'a second before the link expires');
  t.match((await tool('request_my_download', { productId, fileId: assetId })).done, { url: String(first.url) });
  await around(expiresAt, once, once, 'the end of the link');
  t.equal(await statusOf(first), 403, 'a second after');

  stage.goTo(begin + LAPSE - 5 * MINUTE);
  const { done: second } = await tool('request_my_download', { productId, fileId: assetId });
  t.match(second, { downloadsLeft: 1 });
  const twice = { ...once, product: ['subscription', 1] } as const;
  stage.goTo(begin + LAPSE - SECOND);
  t.equal(await statusOf(second), 200);
  const ended = { One: 'access_ended', Preview: 'access_ended', Later: 'access_ended' };
  const closed = { course: undefined, lectures: ended, product: undefined, post: false };
  const lapsed = { ...twice, ...closed, subscription: 'expired' };
  await around(begin + LAPSE, twice, lapsed, 'the end of the subscription');
  t.equal(await statusOf(second), 403, 'the link ends with the access, before it expires');
  t.ok(clock.now < Date.parse(String(second?.expiresAt)));
  for (const { refusal } of [
    await graphql(request),
    await tool('request_my_download', { productId, fileId: assetId }),
  ]) {
    t.match(refusal, /no access to this product/);
  }
  await agree(lapsed, 'after a refused download');
  return lapsed;
}

/** The school extends the subscription that lapsed, pauses it and resumes it; the progress is kept. */
async function isResumed({ begin, at, ask, school, rest, clock, doing }: Stage, lapsed: Required<Standing>) {
  const { nodes } = (await ask('GET', `/subscriptions?memberId=${MEMBER}&first=1`)).json;
  const id = String(nodes?.[0]?.id);
  const open = { One: 'open', Preview: 'open', Later: 'open' };
  const given = { product: ['subscription', 1], post: true, subscription: 'active', lectures: open } as const;
  const again = { ...lapsed, ...given, course: ['subscription', '2026-11-26', 66] } as const;
  const extend = () => school('extend_subscription', { id, until: at(begin + 5 * DAY) });
  await doing(lapsed, extend, again, 'the extension of what has lapsed');
  const paused = { ...lapsed, subscription: 'paused' };
  await doing(again, () => rest(`/subscriptions/${id}/pause`), paused, 'the pause');
  clock.advance(HOUR);
  await doing(paused, () => school('resume_subscription', { id }), again, 'the resumption');
  return again;
}

/** The member registers for an event, which the school cancels. */
async function losesEvent(t: Test, stage: Stage, before: Required<Standing>): Promise<Required<Standing>> {
  const { doing, rest, tool } = stage;
  const registered = { ...before, event: ['registered', null, 'scheduled', JOIN] } as const;
  const register = () => tool('register_for_event', { event: 'tide-walk' });
  t.match(await doing(before, register, registered, 'the registration'), { done: { status: 'registered' } });
  const visitors = { preview: true, eventIsCancelled: true };
  const cancelled = { ...before, event: ['cancelled', 'school', 'cancelled', null], visitors } as const;
  await doing(registered, () => rest('/events/tide-walk/cancel'), cancelled, 'the cancellation of the event');
  t.match(await register(), { refusal: /./ }, 'nobody can register any more');
  return cancelled;
}

/** The member buys the file that the plan gave, which outlasts the plan. What was fetched before counts. */
async function buys(t: Test, stage: Stage, before: Required<Standing>): Promise<Required<Standing>> {
  const { app, clock, begin, around, doing, graphql, tool, productId, assetId } = stage;
  const buy = () =>
    app.school.content.add(RIVERSIDE.id, {
      orders: [order('ord_tides', { personId: MEMBER, placedAt: clock.now, paidAt: clock.now })],
      orderItems: [item('ord_tides', 0, { kind: 'digital_product', refId: String(productId) })],
    });
  const bought = { ...before, product: ['order', 1] } as const;
  await doing(before, buy, bought, 'the purchase');
  const closed = { course: undefined, post: false, subscription: 'expired' };
  const ended = { One: 'access_ended', Preview: 'access_ended', Later: 'access_ended' };
  const left = { ...bought, ...closed, lectures: ended };
  await around(begin + 5 * DAY, bought, left, 'the end of the extended subscription');

  const file = { productId, fileId: assetId };
  const usedUp = { ...left, product: ['order', 0] } as const;
  const fetch = () => tool('request_my_download', file);
  const { done: link } = (await doing(left, fetch, usedUp, 'the last download')) as unknown as { done: Json };
  const expiresAt = Date.parse(String(link.expiresAt));
  for (const [time, status] of [
    [expiresAt - SECOND, 200],
    [expiresAt + SECOND, 403],
  ] as const) {
    stage.goTo(time);
    t.equal((await app.inject(pathOf(link.url))).statusCode, status);
  }
  const request = `requestDownload(productId: "${productId}", fileId: "${assetId}") { url }`;
  for (const { refusal } of [await graphql(request), await tool('request_my_download', file)]) {
    t.match(refusal, /can be downloaded 3 times, and that is used up/);
  }
  const owner = await signedIn(app, CALLERS.owner.email);
  const log = said(await owner.get('/admin/riverside/audit?event=file_requested'));
  t.equal(log.match(/got a download link for a file/g)?.length, 3, 'the page of the audit log names each');
  return usedUp;
}

/** The school enrolls the member for some days, in its own time zone. Lectures open by the day as for a newcomer. */
async function isEnrolled(
  { courseId, school, clock, around, doing }: Stage,
  before: Required<Standing>,
): Promise<void> {
  const lectures = { One: 'open', Preview: 'open', Later: 'not_released' };
  const enrolled = { ...before, lectures, course: ['grant', '2026-11-28', 66] } as const;
  const enroll = () => school('enroll_student', { courseId, memberId: MEMBER, expireDate: '2026-11-28' });
  const start = clock.now + SECOND;
  await doing(before, enroll, enrolled, 'the enrollment');
  const open = { ...enrolled, lectures: { ...lectures, Later: 'open' } };
  await around(start + DAY, enrolled, open, 'the release a day after the enrollment');
  await around(Date.UTC(2026, 10, 29), open, before, 'the end of the last day in Lisbon');
}

/** The member ends the access of the app on a page, lets it in again on the consent page, and it sees what it saw before. */
async function disconnects(t: Test, { app, tool, tokenOf }: Stage): Promise<void> {
  const { done: before } = await tool('list_my_courses', { first: 100 });
  const member = await signedIn(app, CALLERS.member.email);
  const token = await tokenOf('member', MEMBER_SCOPES);
  const apps = await member.get('/account/connected-apps');
  const questions = linksOf(apps).filter((href) => href.endsWith('/end-app'));
  t.equal(questions.length, 1, 'the one app that the member uses');
  const ended = await member.submit(await member.get(questions[0] ?? 'nowhere'), '/end-app');
  t.match(ended.url, /done=app/);
  t.equal((await askGraphql(app, token, '{ viewer { id } }')).statusCode, 401, 'by GraphQL');
  t.equal((await callTool(app, 'list_my_courses', {}, { token })).status, 401, 'by tools');
  t.equal((await userinfo(app, token)).statusCode, 401, 'by OpenID Connect');
  const scope = ['openid', ...MEMBER_SCOPES].join(' ');
  const again = await obtainTokens(app, CLIENT, { scope }, { browser: member });
  const { result } = await callTool(app, 'list_my_courses', { first: 100 }, { token: again.access_token });
  t.strictSame(result.structuredContent, before, 'what the member may open has not changed');
  const page = await member.get('/schools/riverside/events/tide-walk');
  t.match(said(page), /Tide walk.*This event is cancelled/s, 'on the public page');
}
