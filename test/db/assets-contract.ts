/** What the store of uploaded files promises on either engine. */
import type { Test } from 'tap';
import { assetStore } from '../../db/school/assets.ts';
import { recordStores } from '../../db/school/records/records.ts';
import { event, insertRows, NOW, rowsOf, SITE, times } from './fixtures.ts';
import type { NewNode, NewNodes, Stores } from './stores.ts';

const OTHER = 'site_2';
const MANY = 30;

const product = (id: string, files: { assetId: string; name: string; size: number }[] | null, siteId = SITE.id) => ({
  id,
  siteId,
  slug: id,
  title: id,
  description: '',
  priceAmount: 1,
  priceCurrency: 'EUR',
  files,
  status: 'draft',
  createdAt: NOW,
  updatedAt: NOW,
});

const asset = (id: string, columns: Record<string, unknown> = {}) => ({
  id,
  siteId: SITE.id,
  uploadedBy: 'usr_1',
  filename: 'ü.png',
  contentType: 'image/png',
  size: 5 * 1024 ** 3,
  status: 'ready',
  createdAt: NOW,
  updatedAt: NOW,
  ...columns,
});

const file = (assetId: string) => ({ assetId, name: 'ü', size: 1 });

export function assetsContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('an asset that something refers to cannot be deleted [D2]', async (t) => {
    const { db, audit } = await node(t);
    const assets = assetStore(db);
    const records = recordStores(db, audit)('assets');
    const ids = ['in_product', 'free', 'avatar', 'media', 'logo', 'favicon', 'elsewhere'];
    await insertRows(
      db,
      'assets',
      ids.map((id) => asset(id)),
    );
    await insertRows(db, 'digitalProducts', [
      product('a', null),
      product('b', [file('x'), file('in_product')]),
      product('c', [file('elsewhere')], OTHER),
    ]);
    const shared = { siteId: SITE.id, createdAt: NOW, updatedAt: NOW, position: 0, title: 'x' };
    await insertRows(db, 'lecturers', [
      { id: 'l', slug: 'l', name: 'x', bioMarkdown: '', avatarAssetId: 'avatar', ...shared },
    ]);
    const lecture = { kind: 'text', durationSeconds: 0, contentMarkdown: '', freePreview: false, status: 'draft' };
    await insertRows(db, 'lectures', [
      { id: 'l', courseId: 'crs_1', sectionId: 's', mediaAssetId: 'media', ...lecture, ...shared },
    ]);
    const look = { themeColor: '', accentColor: '', font: '', footerMarkdown: '', customCss: '', updatedAt: NOW };
    const pictures = { logoAssetId: 'logo', faviconAssetId: 'favicon' };
    await insertRows(db, 'appearances', [
      { siteId: SITE.id, headerLinks: [], homepageSections: [], ...pictures, ...look },
    ]);
    t.strictSame(await Promise.all(ids.map((id) => assets.useOf(SITE.id, id))), [
      'digital product',
      undefined,
      'lecturer',
      'lecture',
      'appearance',
      'appearance',
      undefined,
    ]);
    for (const id of ids) {
      const isFree = id === 'free' || id === 'elsewhere';
      const further = [assets.steps.unlessUsed(SITE.id, id)];
      t.equal(await records.remove(SITE.id, id, event(), { further }), isFree, id);
      t.equal((await records.find(SITE.id, id)) === undefined, isFree, id);
    }
  });

  t.test('of attaching an asset and deleting it at the same time, one succeeds [D2]', async (t) => {
    const [one, other] = await nodes(t);
    await insertRows(
      one.db,
      'assets',
      times(MANY, (n) => asset(`ast_${n}`)),
    );
    await insertRows(
      one.db,
      'digitalProducts',
      times(MANY, (n) => product(`prd_${n}`, [])),
    );
    const attach = ({ db, audit }: Stores, n: number): Promise<boolean> =>
      recordStores(
        db,
        audit,
      )('digitalProducts').update(SITE.id, `prd_${n}`, { files: [file(`ast_${n}`)], updatedAt: NOW + 1 }, event(), {
        seen: NOW,
        further: [assetStore(db).steps.requireReady(SITE.id, `ast_${n}`)],
      });
    const remove = ({ db, audit }: Stores, n: number): Promise<boolean> =>
      recordStores(
        db,
        audit,
      )('assets').remove(SITE.id, `ast_${n}`, event(), {
        seen: NOW,
        further: [assetStore(db).steps.unlessUsed(SITE.id, `ast_${n}`)],
      });
    const outcomes = await Promise.all(
      times(MANY, (n) => {
        const [attacher, remover] = n % 2 === 0 ? [one, other] : [other, one];
        return Promise.all(
          n % 3 === 0 ? [attach(attacher, n), remove(remover, n)] : [remove(remover, n), attach(attacher, n)].reverse(),
        );
      }),
    );
    t.ok(
      outcomes.every(([attached, removed]) => attached !== removed),
      JSON.stringify(outcomes),
    );
    const kept = (await rowsOf(one.db, 'assets')).map(({ id }) => id).sort();
    const attached = (await rowsOf(one.db, 'digitalProducts'))
      .flatMap(({ files }) => (files as { assetId: string }[]).map(({ assetId }) => assetId))
      .sort();
    t.strictSame(kept, attached);
  });
}
