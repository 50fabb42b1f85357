/** What the store that notes the ends of enrollments promises, whatever the engine. */
import type { Test } from 'tap';
import { recordStores } from '../../db/school/records/records.ts';
import { DAY, event, insertRows, MINUTE, NOW, rowsOf, SITE, times } from './fixtures.ts';
import type { NewNodes } from './stores.ts';

export function enrollmentEndsContract(t: Test, nodes: NewNodes): void {
  t.test('two nodes store each end of an enrollment once, a minute after it, while others change [E-41]', async (t) => {
    const [one, other] = await nodes(t);
    const { db, enrollmentEnds } = one;
    const many = 700;
    const ends = [null, NOW - DAY, NOW - MINUTE, NOW - MINUTE + 1, NOW, NOW + DAY];
    const row = (n: number) => ({
      ...{ id: `enr_many_${n}`, personId: `usr_many_${n}`, courseId: 'crs_1', source: 'grant', status: 'active' },
      ...{ startsAt: NOW, expireDate: null, progressPercent: 0, completedAt: null, updatedAt: NOW },
      ...{ lastLectureId: null, lastPositionSeconds: null, lastWatchedAt: null },
      ...{ siteId: n % 3 === 0 ? 'site_2' : SITE.id, expiresAt: ends[n % ends.length] ?? null },
      ...(n % 7 === 0 ? { status: 'revoked' } : {}),
      ...(n % 11 === 0 ? { source: 'subscription', expiresAt: null } : {}),
    });
    const rows = times(many, row);
    await insertRows(db, 'enrollments', rows);
    const blank = { url: 'https://a.example', events: [], sealedSecrets: Buffer.alloc(1), status: 'active' };
    const never = { createdAt: NOW, updatedAt: NOW, notBefore: 0, claims: 0, failures: 0 };
    await insertRows(db, 'webhookEndpoints', [{ id: 'whe_1', siteId: SITE.id, ...blank, ...never }]);
    const isOver = ({ status, expiresAt }: (typeof rows)[number]): boolean =>
      status === 'active' && expiresAt !== null && expiresAt <= NOW - MINUTE;
    const extended = rows.filter((one, n) => isOver(one) && n % 5 === 0);
    const records = recordStores(db, one.audit)('enrollments');
    await Promise.all([
      ...extended.map(({ id, siteId }) =>
        records.update(siteId, id, { expiresAt: NOW + DAY, status: 'active' }, event()),
      ),
      ...[enrollmentEnds, other.enrollmentEnds, enrollmentEnds].map((store) => store.storeDue(NOW)),
    ]);
    await other.enrollmentEnds.storeDue(NOW);
    const over = new Set(rows.filter(isOver).map(({ id }) => id));
    for (const { id } of extended) over.delete(id);
    const stored = (await rowsOf(db, 'enrollments')).filter(({ status }) => status === 'expired');
    t.strictSame(new Set(stored.map(({ id }) => id)), over);
    const noted = (await rowsOf(db, 'webhookEvents')).map(
      ({ name, data }) => `${name} ${JSON.parse(String(data)).enrollment_id}`,
    );
    t.equal(new Set(noted).size, noted.length, 'none twice');
    const mine = rows
      .filter(({ id, siteId }) => siteId === SITE.id && over.has(id))
      .map(({ id }) => `enrollment.ended ${id}`);
    t.strictSame(
      noted.filter((one) => mine.includes(one)).toSorted(),
      mine.toSorted(),
      'once each, and of the school that wants it',
    );
  });
}
