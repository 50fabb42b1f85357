import t from 'tap';
import { call, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';
import { announce, picture, uploaded } from '../../support/uploads.ts';

const price = { amount: 900, currency: 'EUR' };
const product = (slug: string, fields: object = {}) => ({ title: `Product ${slug}`, slug, price, ...fields });

t.test('a digital product is a draft until it is published, and stays readable once archived [D2]', async (t) => {
  const { app, ask, askAs, trail } = await learning(t);
  const made = await ask('POST', '/digital_products', product('prints'));
  t.match(made, {
    status: 201,
    json: { title: 'Product prints', price, files: [], downloadLimit: null, coverImageUrl: null, status: 'draft' },
  });
  const { id } = made.json;
  t.match(await ask('POST', '/digital_products/prints/publish'), { status: 200, json: { status: 'published' } });
  t.match((await ask('GET', '/digital_products?status=published&q=product%20pri')).json.nodes, [{ id }]);
  t.match(await ask('POST', `/digital_products/${id}/archive`), { json: { status: 'archived' } });
  t.match(await ask('GET', '/digital_products/prints'), { status: 200, json: { status: 'archived' } });
  t.match(await ask('PATCH', '/digital_products/prints', { downloadLimit: 3 }), { json: { downloadLimit: 3 } });
  t.match(await ask('POST', `/digital_products/${id}/publish`), { json: { status: 'published' } });
  t.match(await ask('DELETE', `/digital_products/${id}`), { status: 409, json: { detail: /archive the product/ } });
  t.strictSame(await trail(`digital_product/${id}`), ['resource_created', ...Array(4).fill('resource_changed')]);

  const draft = await ask('POST', '/digital_products', product('never-sold'));
  const sold = await ask('POST', '/digital_products', product('sold'));
  const item = { orderId: 'ord_old', position: 0, title: 'x', quantity: 1, unitAmount: 1 };
  await app.school.content.add(RIVERSIDE.id, {
    orderItems: [{ ...item, kind: 'digital_product', refId: String(sold.json.id) }],
  });
  t.match(await ask('DELETE', '/digital_products/sold'), { status: 409, json: { detail: /has been sold/ } });
  t.match(await askAs('foreignOwner', 'DELETE', `/digital_products/${draft.json.id}`), { status: 404 });
  t.equal((await ask('DELETE', '/digital_products/never-sold')).status, 204);
  t.equal((await ask('GET', '/digital_products/never-sold')).status, 404);
  t.strictSame((await ask('GET', '/digital_products?q=never')).json.nodes, [], 'search forgets it');
  t.strictSame(await trail(`digital_product/${draft.json.id}`), ['resource_created', 'resource_deleted']);
});

t.test('a digital product’s fields are validated, and its slug is unique within its school [D2]', async (t) => {
  const { ask, askAs } = await learning(t);
  for (const [fields, path] of [
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ slug: 'A b' }, 'slug'],
    [{ price: { amount: 1, currency: 'euro' } }, 'price.currency'],
    [{ coverImageUrl: 'http://a.example/x.png' }, 'coverImageUrl'],
    [{ downloadLimit: 0 }, 'downloadLimit'],
    [{ downloadLimit: 101 }, 'downloadLimit'],
    [{ files: [] }, 'files'],
    [{ status: 'published' }, 'status'],
  ] as const) {
    t.match(await ask('POST', '/digital_products', product('x', fields)), {
      status: 400,
      json: { errors: [{ path }] },
    });
  }
  t.equal((await ask('POST', '/digital_products', product('same'))).status, 201);
  t.equal((await ask('POST', '/digital_products', product('same'))).status, 409);
  t.equal((await askAs('foreignOwner', 'POST', '/digital_products', product('same'))).status, 201);
});

t.test('only ready files of the same school are attached to a product, each once and in order [D2]', async (t) => {
  const { app, ask, askAs, tokenOf } = await learning(t);
  const token = await tokenOf('owner');
  await ask('POST', '/digital_products', product('bundle'));
  const attach = (body: object) => ask('POST', '/digital_products/bundle/attach_file', body);
  const first = await uploaded(app, token, picture('first'));
  const second = await uploaded(app, token, picture('second!'));
  await attach({ assetId: first.id });
  const both = await attach({ assetId: second.id, name: ' The second ' });
  t.match(both, { status: 200 });
  t.strictSame(both.json.files, [
    { assetId: first.id, name: 'picture.png', size: 13 },
    { assetId: second.id, name: 'The second', size: 15 },
  ]);
  t.match(await attach({ assetId: first.id }), { status: 409, json: { detail: /already/ } });
  const pending = await announce(app, token, picture('later'));
  t.match(await attach({ assetId: pending.json.id }), { status: 409, json: { detail: /is pending/ } });
  const theirs = await uploaded(app, await tokenOf('foreignOwner'));
  for (const assetId of [theirs.id, 'ast_none']) {
    t.match(await attach({ assetId }), { status: 400, json: { errors: [{ path: 'assetId' }] } });
  }
  const detach = (assetId: string) => ask('POST', '/digital_products/bundle/detach_file', { assetId });
  t.match((await detach(first.id)).json, { files: [{ assetId: second.id }] });
  t.equal((await detach(first.id)).status, 404);
  const { id } = (await ask('GET', '/digital_products/bundle')).json;
  t.equal((await askAs('foreignOwner', 'POST', `/digital_products/${id}/detach_file`, { assetId: 'x' })).status, 404);
  const reading = await tokenOf('owner', ['digital_products:read']);
  t.equal((await call(app, reading, 'POST', `/digital_products/${id}/publish`)).status, 403);
});

t.test('a digital product has at most 50 files, even when many are attached at once [D2]', async (t) => {
  const { app, ask, clock, tokenOf } = await learning(t);
  const { id } = (await ask('POST', '/digital_products', product('full'))).json;
  const token = await tokenOf('owner');
  const files = Array.from({ length: 47 }, (_, i) => ({ assetId: `ast_${i}`, name: 'x', size: 1 }));
  const event = { event: 'resource_changed', at: clock.now } as const;
  await app.school.records('digitalProducts').update(RIVERSIDE.id, String(id), { files }, event);
  const assets = await Promise.all(Array.from({ length: 6 }, (_, i) => uploaded(app, token, picture(`n ${i}`))));
  const answers = await Promise.all(
    assets.map((asset) => ask('POST', '/digital_products/full/attach_file', { assetId: asset.id })),
  );
  t.strictSame(answers.map(({ status }) => status).sort(), [200, 200, 200, 409, 409, 409]);
  t.equal((await ask('GET', '/digital_products/full')).json.files?.length, 50);
});
