/** What strangers see is not changed unasked: neither later, nor between the judgement of a call and its change. */
import t, { type Test } from 'tap';
import { CALLERS, call, RIVERSIDE } from '../../support/admin.ts';
import { type AskingApp, askingApp, callAllowed, setPolicy, statusOf } from '../../support/approvals.ts';
import { callTool } from '../../support/mcp.ts';
import { picture, uploaded } from '../../support/uploads.ts';

const TIMES = { startsAt: '2027-03-01T10:00:00Z', endsAt: '2027-03-01T11:00:00Z', timezone: 'UTC' };
const PLAN = {
  planType: 'recurring',
  interval: 'month',
  intervalCount: 1,
  price: { amount: 1, currency: 'EUR' },
  allCourses: true,
};

/** What can be made public, with a change of it, and what ends that. */
const KINDS: readonly [one: string, many: string, fields: object, change: object, end?: string][] = [
  ['page', 'pages', { title: 'A' }, { title: 'B' }, 'unpublish_page'],
  ['post', 'posts', { title: 'A' }, { title: 'B' }, 'unpublish_post'],
  ['event', 'events', { title: 'A', ...TIMES }, { joinUrl: 'https://evil.example/join' }],
  ['course', 'courses', { title: 'A' }, { title: 'B' }, 'archive_course'],
  ['membership_plan', 'membership_plans', { name: 'A', ...PLAN }, { name: 'B' }, 'archive_membership_plan'],
];

async function unasked({ app }: AskingApp, token: string, method: string, path: string, body?: object) {
  await setPolicy(app, 'nothing');
  const { body: text, json, status } = await call(app, token, method, path, body);
  await setPolicy(app, 'sensitive');
  if (status >= 300) throw new Error(text);
  return json;
}

t.test('a change of a draft is made at once, and one of what is public waits for the person', async (t) => {
  const made = await askingApp(t);
  const token = await made.tokenOf('owner');
  for (const [one, many, fields, change, end] of KINDS) {
    const { id } = await unasked(made, token, 'POST', `/${many}`, {
      slug: `public-${one.replace('_', '-')}`,
      ...fields,
    });
    const update = () => callTool(made.app, `update_${one}`, { id, ...change }, { token });
    const draft = await update();
    t.equal(statusOf(draft), 'done', `${one}: ${draft.text}`);
    await unasked(made, token, 'POST', `/${many}/${id}/publish`);
    const again = await callTool(
      made.app,
      `update_${one}`,
      { id, ...(one === 'membership_plan' ? { name: 'C' } : { title: 'C' }) },
      { token },
    );
    t.equal(statusOf(again), 'waiting', `${one}: ${again.text}`);
    if (end === undefined) continue;
    const other = await made.tokenOf('owner', [`${many}:write` as never]);
    const ended = await callTool(made.app, end, { id }, { token: other });
    t.equal(statusOf(ended), 'waiting', `${end}: ${ended.text}`);
  }
});

/** Runs an edit once, after the page of a call was read. */
function afterRead({ app }: AskingApp, edit: () => Promise<unknown>): void {
  const pages = app.school.records('pages') as unknown as Record<
    'find',
    (...ids: [string, string]) => Promise<unknown>
  >;
  const { find } = pages;
  pages.find = async (...args) => {
    pages.find = find;
    const row = await find(...args);
    await edit();
    return row;
  };
}

async function changed(made: AskingApp, t: Test, edit: string): Promise<string> {
  const token = await made.tokenOf('owner');
  const { id } = await unasked(made, token, 'POST', '/pages', { title: 'A', slug: 'between' });
  afterRead(made, () => made.file.edit(edit, String(id)));
  const answer = await callTool(made.app, 'update_page', { id, title: 'B' }, { token });
  const title = await made.file.read('select title from pages where id = ?', String(id));
  t.equal(title, statusOf(answer) === 'done' ? 'B' : 'A', answer.text);
  return statusOf(answer);
}

t.test('a call is judged again if its object has changed before it is carried out', async (t) => {
  const edit = (set: string) => `update pages set ${set} updated_at = updated_at + 1 where id = ?`;
  t.equal(await changed(await askingApp(t), t, edit("status = 'published',")), 'waiting');
  t.equal(await changed(await askingApp(t), t, edit("body_markdown = 'x',")), 'done');
});

t.test('files and terms of a product wait once it is or was on sale, and so does its publication', async (t) => {
  const made = await askingApp(t);
  const token = await made.tokenOf('owner', ['digital_products:read', 'digital_products:write', 'storage:write']);
  const price = { amount: 1, currency: 'EUR' };
  await setPolicy(made.app, 'nothing');
  const files = [];
  for (const name of ['one', 'two']) files.push((await uploaded(made.app, token, picture(name))).id);
  await setPolicy(made.app, 'sensitive');
  const product = await call(made.app, token, 'POST', '/digital_products', { title: 'A', slug: 'sold', price });
  const { id } = product.json;
  t.equal(product.status, 201, 'a draft is made at once');
  const outcome = async (name: string, args: object = {}) => {
    const answer = statusOf(await callTool(made.app, name, { id, ...args }, { token }));
    if (answer === 'waiting') await made.file.edit('delete from approvals');
    return answer;
  };
  t.equal(await outcome('attach_digital_product_file', { assetId: files[0] }), 'done', 'a draft has no buyers');
  t.equal(await outcome('update_digital_product', { downloadLimit: 1 }), 'done');
  for (const status of ['draft', 'archived']) {
    await made.file.edit('update digital_products set status = ? where id = ?', status, String(id));
    t.equal(await outcome('publish_digital_product'), 'waiting', `of what is ${status}`);
  }
  for (const status of ['published', 'archived']) {
    await made.file.edit('update digital_products set status = ? where id = ?', status, String(id));
    t.equal(await outcome('attach_digital_product_file', { assetId: files[1] }), 'waiting', status);
    t.equal(await outcome('detach_digital_product_file', { assetId: files[0] }), 'waiting', status);
    for (const change of [{ downloadLimit: null }, { price: { amount: 0, currency: 'EUR' } }, { title: 'B' }])
      t.equal(await outcome('update_digital_product', change), 'waiting', `${status}: ${JSON.stringify(change)}`);
  }
});

t.test('a version that the caller demands is refused once it is gone', async (t) => {
  const made = await askingApp(t);
  const token = await made.tokenOf('owner');
  const { id } = await unasked(made, token, 'POST', '/pages', { title: 'A', slug: 'demanded' });
  const patch = { title: 'B', ifUpdatedAt: '2020-01-01T00:00:00.000Z' };
  t.equal((await call(made.app, token, 'PATCH', `/pages/${id}`, patch)).status, 412);
});

t.test('a call that has been carried out is answered again, although its version is gone', async (t) => {
  const made = await askingApp(t);
  const token = await made.tokenOf('owner');
  const { id } = await unasked(made, token, 'POST', '/pages', { title: 'A', slug: 'repeated' });
  const { updatedAt: ifUpdatedAt } = await unasked(made, token, 'POST', `/pages/${id}/publish`);
  const patch = { id, title: 'B', ifUpdatedAt };
  const update = () => callTool(made.app, 'update_page', patch, { token });
  const done = await callAllowed(made, 'owner', 'update_page', patch, token);
  t.equal(statusOf(done), 'done', done.text);
  t.same((await update()).result?.structuredContent, done.result?.structuredContent);
  const other = await callTool(made.app, 'update_page', { ...patch, title: 'C' }, { token });
  t.match(other.text, 'modified since', 'another call is refused');
  await unasked(made, token, 'PATCH', `/pages/${id}`, { title: 'D' });
  t.match((await update()).text, 'modified since', 'what it did has changed');
});

t.test('a call that waits is closed once there is nothing to do for it', async (t) => {
  const made = await askingApp(t);
  const token = await made.tokenOf('owner');
  const { id } = await unasked(made, token, 'POST', '/digital_products', {
    title: 'A',
    slug: 'nothing-to-do',
    price: { amount: 1, currency: 'EUR' },
  });
  await unasked(made, token, 'POST', `/digital_products/${id}/publish`);
  const archive = () => callTool(made.app, 'archive_digital_product', { id }, { token });
  t.equal(statusOf(await archive()), 'waiting');
  await unasked(made, token, 'POST', `/digital_products/${id}/archive`);
  t.equal(statusOf(await archive()), 'done');
  t.equal(Number(await made.file.read('select count(*) from approvals where closed_at is null')), 0);
});

t.test('coupons that can take the whole price wait, and so does the profile of a lecturer', async (t) => {
  const made = await askingApp(t);
  const token = await made.tokenOf('owner');
  const coupon = (code: string, terms: object) => callTool(made.app, 'create_coupon', { code, ...terms }, { token });
  t.equal(statusOf(await coupon('HALF', { discountType: 'percent', percent: 50 })), 'done');
  t.equal(statusOf(await coupon('WHOLE', { discountType: 'percent', percent: 100 })), 'waiting');
  const amount = { amount: 100_000, currency: 'EUR' };
  t.equal(statusOf(await coupon('AMOUNT', { discountType: 'amount', amount })), 'waiting');
  const { id } = await unasked(made, token, 'POST', '/lecturers', { name: 'Ann' });
  t.equal(statusOf(await callTool(made.app, 'update_lecturer', { id, name: 'Bea' }, { token })), 'waiting');
});

t.test('an answer has the name of the person only for the profile scope, and never the address', async (t) => {
  const made = await askingApp(t);
  for (const [scopes, name] of [
    [['members:write'], 'a person'],
    [['members:write', 'profile'], 'Ruth Adler'],
  ] as const) {
    const token = await made.tokenOf('owner', scopes as never);
    const answer = await callTool(made.app, 'suspend_member', { id: CALLERS.staff.id }, { token });
    t.match(answer.text, `Waits for ${name} to allow`);
    t.notMatch(answer.text, CALLERS.owner.email);
  }
});

t.test('a program that runs alone asks for what the platform demands, and otherwise for nothing', async (t) => {
  for (const [env, expected] of [
    [{}, 'done'],
    [{ AGENTS_ASK: 'sensitive' }, 'waiting'],
  ] as const) {
    const made = await askingApp(t, { env });
    const token = await made.tokenOf('owner');
    const alone = "update clients set runs_alone = true, auth_method = 'client_secret_basic' where id = ?";
    await made.file.edit(alone, `c_test_${RIVERSIDE.id}`);
    const answer = await callTool(made.app, 'suspend_member', { id: CALLERS.staff.id }, { token });
    t.equal(statusOf(answer), expected, answer.text);
  }
});
