/** The way of a member to the files of digital products: links that are counted, limited, and end with the access. */
import { Readable } from 'node:stream';
import t, { type Test } from 'tap';
import {
  ADA,
  ask,
  BOB,
  CYD,
  DAY,
  dataOf,
  type GraphqlBody,
  item,
  NORTH,
  order,
  type Person,
  type Schools,
  schools,
} from '../support/account.ts';
import { type TestAppOptions, temporaryFolder, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { callTool, type Json } from '../support/mcp.ts';
import { pathOf } from '../support/uploads.ts';

const MINUTE = 60_000;
const TEXT = 'Chapter one. '.repeat(100);

async function shop(t: Test, options: TestAppOptions = {}) {
  const made = await schools(t, { env: { STORAGE_DIR: temporaryFolder(t) }, ...options });
  const { app, clock } = made;
  const { now } = clock;
  for (const id of ['ast_book', 'ast_map']) {
    const file = { siteId: NORTH.id, assetId: id };
    const size = TEXT.length;
    const expected = { size, contentType: 'text/plain', checksum: null };
    await app.school.storage.receive(file, Readable.from([Buffer.from(TEXT)]), expected);
    await app.school.storage.release(file);
  }
  const asset = (id: string) => ({
    ...{ id, uploadedBy: BOB.id, filename: `${id}.txt`, contentType: 'text/plain', size: TEXT.length },
    ...{ status: 'ready' as const, createdAt: now, updatedAt: now },
  });
  const fileOf = (assetId: string) => ({ assetId, name: `${assetId}.txt`, size: TEXT.length });
  const product = (id: string, downloadLimit: number | null, status: 'published' | 'draft' = 'published') => ({
    ...{ id, slug: id, title: `Product ${id}`, description: '', priceAmount: 900, priceCurrency: 'EUR', downloadLimit },
    ...{ files: [fileOf('ast_book'), fileOf('ast_map')], status, createdAt: now, updatedAt: now },
  });
  const plan = (id: string, more: object) => ({
    ...{
      id,
      slug: id,
      name: `Plan ${id}`,
      description: '',
      planType: 'recurring' as const,
      interval: 'month' as const,
    },
    ...{ intervalCount: 1, priceAmount: 1, priceCurrency: 'EUR', trialDays: 0, allCourses: false },
    ...{ status: 'active' as const, createdAt: now, updatedAt: now, ...more },
  });
  await app.school.content.add(NORTH.id, {
    assets: [asset('ast_book'), asset('ast_map')],
    digitalProducts: [
      product('prd_two', 2),
      product('prd_free', null),
      product('prd_plan', 1),
      product('prd_draft', 1, 'draft'),
    ],
    orders: [order('ord_1', { paidAt: now })],
    orderItems: ['prd_two', 'prd_free', 'prd_draft'].map((refId, n) =>
      item('ord_1', n, { kind: 'digital_product', refId }),
    ),
    membershipPlans: [plan('pln_files', { productIds: ['prd_plan'] })],
    subscriptions: [
      {
        ...{ id: 'sub_1', personId: ADA.id, planId: 'pln_files', status: 'active', startedAt: now, priceAmount: 1 },
        ...{ currentPeriodStart: now, currentPeriodEnd: now + DAY, cancelAtPeriodEnd: true, endsAt: now + DAY },
        ...{ priceCurrency: 'EUR', createdAt: now, updatedAt: now },
      },
    ],
  });
  return made;
}

const LINK = 'requestDownload(productId: $product, fileId: $file) { url expiresAt name size downloadsLeft }';

function requesting({ app, tokenOf }: Pick<Schools, 'app' | 'tokenOf'>) {
  const overGraphql = async (person: Person, product: string, file = 'ast_book') => {
    const query = `mutation ($product: ID!, $file: ID!) { ${LINK} }`;
    const response = await ask(app, await tokenOf(person), query, { variables: { product, file } });
    const { data, errors } = response.json<GraphqlBody>();
    return { link: data?.requestDownload as unknown as Json | undefined, refusal: errors?.[0]?.message };
  };
  const byTool = async (person: Person, productId: string, fileId = 'ast_book') => {
    const args = { productId, fileId };
    const { result, text } = await callTool(app, 'request_my_download', args, { token: await tokenOf(person) });
    return { link: result?.structuredContent, refusal: result?.isError === undefined ? undefined : text };
  };
  const fetch = (link: Json | undefined, headers: Record<string, string> = {}) =>
    app.inject({ url: pathOf(link?.url), headers });
  return { overGraphql, byTool, fetch };
}

t.test('a buyer gets links to a file as often as downloadLimit says, ten requests at once counting one', async (t) => {
  const made = await shop(t);
  const { app, clock } = made;
  const { overGraphql, byTool, fetch } = requesting(made);
  await overGraphql(ADA, 'nothing');
  for (const left of [1, 0]) {
    const requests = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? overGraphql : byTool)(ADA, 'prd_two'));
    const links = (await Promise.all(requests)).map(({ link }) => link);
    t.strictSame(new Set(links.map((link) => String(link?.url))).size, 1, 'one link for all of them');
    for (const link of links) t.match(link, { name: 'ast_book.txt', size: TEXT.length, downloadsLeft: left });
    const [link] = links;
    const whole = await fetch(link);
    t.match(whole, { statusCode: 200, body: TEXT, headers: { 'cache-control': 'private, no-store' } });
    t.match(whole.headers['content-disposition'], /^attachment; filename="ast_book.txt"/);
    const rest = await fetch(link, { range: 'bytes=1000-' });
    t.match(rest, { statusCode: 206, body: TEXT.slice(1000) }, 'an interrupted download goes on');
    clock.advance(15 * MINUTE - 1);
    t.equal((await fetch(link)).statusCode, 200);
    t.equal((await overGraphql(ADA, 'prd_two')).link?.url, link?.url);
    clock.advance(1);
    t.equal((await fetch(link)).statusCode, 403);
  }
  const usedUp = 'this file can be downloaded 2 times, and that is used up; ask the school if you need it again';
  t.strictSame(await overGraphql(ADA, 'prd_two'), { link: undefined, refusal: usedUp });
  t.match(await byTool(ADA, 'prd_two'), { refusal: usedUp });
  t.match((await overGraphql(ADA, 'prd_two', 'ast_map')).link, { downloadsLeft: 1 }, 'each file is counted by itself');
  t.match((await byTool(ADA, 'prd_free')).link, { downloadsLeft: null });
  const events = await app.audit.log.page(NORTH.id, { event: 'file_requested' }, 10);
  t.strictSame(
    events.map(({ personId, target }) => `${personId} ${target}`),
    ['prd_free', 'prd_two', 'prd_two', 'prd_two'].map((id) => `${ADA.id} digital_product/${id}`),
  );
  const query =
    '{ viewer { digitalProducts { nodes { id downloadLimit source files { id downloadsLeft } } totalCount } } }';
  const { viewer } = await dataOf(app, await made.tokenOf(ADA), query);
  const left = (downloadsLeft: number | null, other: number | null) => [
    { id: 'ast_book', downloadsLeft },
    { id: 'ast_map', downloadsLeft: other },
  ];
  t.strictSame(viewer?.digitalProducts as unknown, {
    nodes: [
      { id: 'prd_two', downloadLimit: 2, source: 'ORDER', files: left(0, 1) },
      { id: 'prd_plan', downloadLimit: 1, source: 'SUBSCRIPTION', files: left(1, 1) },
      { id: 'prd_free', downloadLimit: null, source: 'ORDER', files: left(null, null) },
    ],
    totalCount: 3,
  });
  const { result } = await callTool(app, 'list_my_downloads', {}, { token: await made.tokenOf(ADA) });
  t.match(result?.structuredContent?.nodes as unknown, [
    { productId: 'prd_two', files: [{ fileId: 'ast_book', downloadsLeft: 0 }, { downloadsLeft: 1 }] },
    { productId: 'prd_plan', source: 'subscription' },
    { productId: 'prd_free' },
  ]);
});

t.test('a link is for one person and one file, and ends with the access; a refusal says what to do', async (t) => {
  const made = await shop(t);
  const { app, clock } = made;
  const { overGraphql, byTool, fetch } = requesting(made);
  const now = clock.now;
  const change = { event: 'resource_changed', at: now, siteId: NORTH.id } as const;
  const noAccess = 'you have no access to this product; buy it, or subscribe to a plan that includes it';
  t.match(await overGraphql(BOB, 'prd_two'), { refusal: noAccess });
  t.match(await byTool(BOB, 'prd_two'), { refusal: noAccess });
  t.match(await overGraphql(CYD, 'prd_two'), { refusal: 'product not found' }, 'a product of another school');
  t.match(await overGraphql(ADA, 'prd_draft'), { refusal: 'product not found' });
  t.match(await overGraphql(ADA, 'prd_two', 'ast_other'), { refusal: 'file not found' });

  const { link } = await overGraphql(ADA, 'prd_two');
  const url = String(link?.url);
  const id = /download=([^&]+)/.exec(url)?.[1] ?? '';
  for (const wrong of [
    url.replace(/&download=[^&]+/, ''),
    url.replace(id, `${id}x`),
    `${url}&download=${id}`,
    url.replace('ast_book', 'ast_map'),
    url.replace(/expires=\d+/, `expires=${now + DAY}`),
  ]) {
    t.equal((await fetch({ url: wrong } as unknown as Json)).statusCode, 403, wrong);
  }

  const given = await overGraphql(ADA, 'prd_plan');
  t.equal((await fetch(given.link)).statusCode, 200);
  const products = app.school.records('digitalProducts');
  await products.update(NORTH.id, 'prd_plan', { status: 'archived', updatedAt: now + 1 }, change);
  t.equal((await fetch(given.link)).statusCode, 403, 'a plan gives what is on offer');
  const archived = 'the school no longer offers this product; only those who bought it can download it';
  t.match(await overGraphql(ADA, 'prd_plan'), { refusal: archived });
  await products.update(NORTH.id, 'prd_two', { status: 'archived', updatedAt: now + 1 }, change);
  t.equal((await fetch(link)).statusCode, 200, 'what was bought is kept');

  await app.school.records('orders').update(NORTH.id, 'ord_1', { status: 'refunded' }, change);
  const ended = await fetch(link);
  t.match(ended.json(), { error_description: 'the member for whom this URL was made can no longer download the file' });
  t.equal(ended.statusCode, 403);
  t.match(await overGraphql(ADA, 'prd_free'), { refusal: noAccess });
});

t.test('a link needs account:write, and one of a subscription works to the second of its end', async (t) => {
  const made = await shop(t);
  const { app, clock, tokenOf } = made;
  const { overGraphql, fetch } = requesting(made);
  const reading = await tokenOf(ADA, 'openid account:read');
  const variables = { product: 'prd_two', file: 'ast_book' };
  const refused = await ask(app, reading, `mutation ($product: ID!, $file: ID!) { ${LINK} }`, { variables });
  t.equal(refused.statusCode, 403);
  clock.advance(DAY - MINUTE);
  const { link } = await overGraphql(ADA, 'prd_plan');
  clock.advance(MINUTE - 1);
  t.equal((await fetch(link)).statusCode, 200);
  clock.advance(1);
  t.equal((await fetch(link)).statusCode, 403);
  t.match((await overGraphql(ADA, 'prd_plan')).refusal, /no access/);
});

t.test('over two nodes, exactly downloadLimit links to a file ever work', async (t) => {
  const env = { STORAGE_DIR: temporaryFolder(t) };
  const options = { databaseUrl: databaseFile(t).url, dataDir: temporaryFolder(t), env };
  const one = await shop(t, options);
  const other = await testApp(t, { ...options, seed: false });
  const token = await one.tokenOf(ADA);
  const nodeOf = ({ app }: Pick<Schools, 'app'>) => requesting({ app, tokenOf: async () => token });
  const [here, there] = [nodeOf(one), nodeOf(other)];
  const worked = new Set<string>();
  for (const left of [1, 0, undefined]) {
    const asked = Array.from({ length: 12 }, (_, n) => {
      const { overGraphql, byTool } = n % 2 === 0 ? here : there;
      return (n % 3 === 0 ? byTool : overGraphql)(ADA, 'prd_two');
    });
    const links = (await Promise.all(asked)).map(({ link }) => link);
    t.ok(
      links.every((link) => String(link?.downloadsLeft) === String(left)),
      `${left} left, on both nodes`,
    );
    if (left === undefined) break;
    // Each link is fetched on the node that did not give it.
    const fetched = await Promise.all(links.map((link, n) => (n % 2 === 0 ? there : here).fetch(link)));
    t.ok(fetched.every(({ statusCode, body }) => statusCode === 200 && body === TEXT));
    for (const link of links) worked.add(String(link?.url));
    for (const { clock } of [one, other]) clock.advance(15 * MINUTE);
    for (const { statusCode } of await Promise.all([here, there].map(({ fetch }) => fetch(links[0])))) {
      t.equal(statusCode, 403);
    }
  }
  t.equal(worked.size, 2);
});
