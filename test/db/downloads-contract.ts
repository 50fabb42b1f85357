/** What the store promises of the links to files: no number of requests at once, on any node, exceeds the limit. */
import type { Test } from 'tap';
import { item, order } from '../support/account.ts';
import { CONCURRENT, event, MINUTE, NOW, rowsOf, SITE, times, trues } from './fixtures.ts';
import type { NewNodes } from './stores.ts';
import { ME } from './two-schools.ts';

const LIMIT = 7;
const ASSET = 'ast_1';

export function downloadsContract(t: Test, nodes: NewNodes): void {
  t.test('a download limit is exact, however many links are asked for at once over two nodes [D2]', async (t) => {
    const both = await nodes(t);
    const [{ account, db, schoolContent }] = both;
    await schoolContent.add(SITE.id, {
      digitalProducts: [
        {
          ...{ id: 'prd_1', slug: 'p', title: 'P', description: '', priceAmount: 1, priceCurrency: 'EUR' },
          ...{ files: [{ assetId: ASSET, name: 'x', size: 1 }], downloadLimit: LIMIT, status: 'published' },
          ...{ createdAt: NOW, updatedAt: NOW },
        },
      ],
      orders: [order('ord_1', { personId: ME.personId })],
      orderItems: [item('ord_1', 0, { kind: 'digital_product', refId: 'prd_1' })],
    });
    const product = await account.findOwnProduct(ME, 'prd_1', NOW);
    if (product === undefined) throw new Error('the member has bought the product');
    const askedAtOnce = async (at: number, linkExpiresAt: number): Promise<number> => {
      const asked = event({ event: 'file_requested', at, siteId: SITE.id });
      const counted = times(CONCURRENT, (n) =>
        both[n % 2 === 0 ? 0 : 1].account.countDownload(
          ME,
          product,
          { id: `dwn_${at}_${n}`, assetId: ASSET, linkExpiresAt },
          asked,
        ),
      );
      return trues(await Promise.all(counted));
    };
    const counts = async () => (await rowsOf(db, 'downloads')).map(({ count }) => count);
    t.equal(await askedAtOnce(NOW, NOW + MINUTE), 1, 'one link for all, while it works');
    t.equal(await askedAtOnce(NOW + MINUTE - 1, NOW + MINUTE), 0);
    t.strictSame(await counts(), [1]);
    t.equal(await askedAtOnce(NOW + MINUTE, NOW + MINUTE), LIMIT - 1, 'links that end at once are all counted');
    t.equal(await askedAtOnce(NOW + 2 * MINUTE, NOW + 3 * MINUTE), 0);
    t.strictSame(await counts(), [LIMIT], 'in one row');
    const recorded = (await rowsOf(db, 'auditEvents')).filter((row) => row.event === 'file_requested');
    t.equal(recorded.length, LIMIT, 'and each in the audit log');
  });
}
