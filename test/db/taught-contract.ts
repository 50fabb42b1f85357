/** What somebody teaches, as the database keeps it beside the courses that say so. */
import type { Test } from 'tap';
import { teachingStore } from '../../db/school/learning/teaching.ts';
import { recordStores } from '../../db/school/records/records.ts';
import { event, insertRows, NOW, rowsOf, SITE, times } from './fixtures.ts';
import type { NewNode, NewNodes, Stores } from './stores.ts';

const OTHER = 'site_2';
const CHANGED = event({ event: 'resource_changed', at: NOW + 1 });

const course = (id: string, lecturerIds: readonly string[] | null, siteId = SITE.id) => ({
  ...{
    id,
    siteId,
    slug: id,
    title: id,
    lecturerIds,
    createdAt: NOW + Number(/\d+/.exec(id)?.[0] ?? 0),
    updatedAt: NOW,
  },
});
const lecturer = (id: string, memberId: string | null, siteId = SITE.id) => ({
  ...{ id, siteId, slug: id, name: id, bioMarkdown: '', memberId, position: 0, createdAt: NOW, updatedAt: NOW },
});

const storesOf = ({ db, audit }: Stores) => ({
  db,
  records: recordStores(db, audit),
  teaching: teachingStore(db, audit),
});
type Taught = ReturnType<typeof storesOf>;

/** A page of the courses of somebody, by either way there is. */
const pageOf = async ({ records }: Taught, taughtBy: string, few?: readonly string[], siteId = SITE.id) => {
  const query = { first: 100, after: undefined, sort: 'createdAt', descending: true, where: {} };
  const within = { column: 'id', taughtBy, visibleIds: few };
  const { rows } = await records('courses').page(siteId, { ...query, visibility: within });
  return rows.map(({ id }) => String(id));
};

/** What the courses and lecturers themselves say. */
async function saidOf({ db }: Taught, personId: string, siteId = SITE.id): Promise<string[]> {
  const theirs = (await rowsOf(db, 'lecturers')).filter((row) => row.memberId === personId && row.siteId === siteId);
  const ids = theirs.map(({ id }) => id);
  return (await rowsOf(db, 'courses'))
    .filter((row) => row.siteId === siteId && ((row.lecturerIds ?? []) as string[]).some((id) => ids.includes(id)))
    .toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt))
    .map(({ id }) => String(id));
}

export function taughtContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('the courses a person teaches follow every change of courses and lecturers [D2]', async (t) => {
    const stores = storesOf(await node(t, false));
    const { db, records, teaching } = stores;
    const agrees = async (why: string): Promise<void> => {
      for (const [person, siteId] of [
        ['usr_a', SITE.id],
        ['usr_b', SITE.id],
        ['usr_a', OTHER],
      ] as const) {
        const said = await saidOf(stores, person, siteId);
        t.strictSame(await pageOf(stores, person, undefined, siteId), said, `${why}: ${person} at ${siteId}`);
        const { visibleIds: few } = await teaching.reachOf(siteId, person, 'courseId');
        t.strictSame(few?.toSorted(), said.toSorted(), why);
      }
    };
    await insertRows(db, 'sites', [{ ...SITE, active: true, createdAt: NOW }]);
    // In the order of a restored copy: courses may be there before those they name.
    await insertRows(db, 'courses', [
      course('crs_1', ['lct_a', 'lct_b', 'lct_a']),
      course('crs_2', ['lct_b', 'lct_a2', 'lct_a']),
      course('crs_3', null),
      course('crs_4', []),
      course('crs_5', ['lct_x', 'lct_gone'], OTHER),
    ]);
    await agrees('nobody is there yet');
    await insertRows(db, 'lecturers', [
      lecturer('lct_a', 'usr_a'),
      lecturer('lct_a2', 'usr_a'),
      lecturer('lct_b', null),
      lecturer('lct_x', 'usr_a', OTHER),
    ]);
    await agrees('lecturers come');
    t.strictSame(await pageOf(stores, 'usr_a'), ['crs_2', 'crs_1'], 'once, whoever else they are');
    const change = (id: string, columns: object) => records('courses').update(SITE.id, id, { ...columns }, CHANGED);
    await change('crs_3', { lecturerIds: ['lct_b', 'lct_a2'] });
    await change('crs_1', { lecturerIds: ['lct_b'] });
    await change('crs_4', { lecturerIds: ['lct_x'] });
    await change('crs_2', { title: 'New', createdAt: NOW + 50 });
    await agrees('courses name others');
    t.strictSame(await pageOf(stores, 'usr_a'), ['crs_2', 'crs_3'], 'not who is of another school');
    for (const memberId of ['usr_b', 'usr_a', null, 'usr_b']) {
      await records('lecturers').update(SITE.id, 'lct_b', { memberId }, CHANGED);
      await agrees(`a lecturer is ${memberId}`);
    }
    const further = teaching.steps.detach(SITE.id, 'lct_a2', NOW + 2);
    t.equal(
      await records('lecturers').remove(SITE.id, 'lct_a2', CHANGED, { further }),
      false,
      'a published one names it',
    );
    for (const id of ['crs_2', 'crs_3']) await change(id, { status: 'draft' });
    t.equal(await records('lecturers').remove(SITE.id, 'lct_a2', CHANGED, { further }), true);
    await agrees('a lecturer goes');
    await records('courses').remove(SITE.id, 'crs_2', CHANGED);
    await agrees('a course goes');
    t.equal((await rowsOf(db, 'courseLecturers')).filter(({ courseId }) => courseId === 'crs_2').length, 0);
  });

  t.test('looking up few taught courses and filtering by many give the same results [D2]', async (t) => {
    const stores = storesOf(await node(t, false));
    const { db, records, teaching } = stores;
    await insertRows(db, 'sites', [{ ...SITE, active: true, createdAt: NOW }]);
    await insertRows(db, 'lecturers', [lecturer('lct_a', 'usr_a'), lecturer('lct_b', 'usr_b')]);
    const made = times(120, (n) => course(`crs_${n}`, n % 2 === 0 ? ['lct_a'] : n % 30 === 1 ? ['lct_b'] : []));
    await insertRows(db, 'courses', made);
    await insertRows(
      db,
      'enrollments',
      made.map(({ id }, n) => ({
        ...{ id: `enr_${n}`, siteId: SITE.id, personId: `usr_${n}`, courseId: id, status: 'active', startsAt: NOW + n },
      })),
    );
    const many = await teaching.reachOf(SITE.id, 'usr_a', 'courseId');
    const few = await teaching.reachOf(SITE.id, 'usr_b', 'courseId');
    t.equal(many.visibleIds, undefined);
    t.equal(few.visibleIds?.length, 4);
    for (const within of [few, many]) {
      const wanted = await saidOf(stores, within.taughtBy);
      const query = { first: 100, after: undefined, sort: 'startsAt', descending: true, where: {} };
      for (const way of [within, { ...within, visibleIds: wanted }, { ...within, visibleIds: undefined }]) {
        const { rows } = await records('enrollments').page(SITE.id, { ...query, visibility: way });
        t.strictSame(
          rows.map(({ courseId }) => courseId),
          wanted,
        );
        t.equal(await records('enrollments').count(SITE.id, {}, undefined, undefined, way), wanted.length);
        t.strictSame(await pageOf(stores, within.taughtBy, way.visibleIds), wanted);
      }
      t.equal(await teaching.reaches(SITE.id, within, 'crs_1'), within === few);
      t.equal(await teaching.reaches(SITE.id, within, 'crs_2'), within === many);
      t.equal(await teaching.reaches(OTHER, within, 'crs_2'), false);
      t.equal(await teaching.reaches(SITE.id, within, 'crs_3'), false);
    }
  });

  t.test('a lecturer linked to another person while a course names them takes the course along [D2]', async (t) => {
    const [one, other] = (await nodes(t, false)).map(storesOf);
    if (one === undefined || other === undefined) return t.fail('two nodes are needed');
    for (const turn of times(20, (index) => index)) {
      const [id, lecturerId] = [`crs_${turn}`, `lct_${turn}`];
      await insertRows(one.db, 'lecturers', [lecturer(lecturerId, 'usr_a')]);
      await insertRows(one.db, 'courses', [course(id, [])]);
      await Promise.all([
        one.records('courses').update(SITE.id, id, { lecturerIds: [lecturerId] }, CHANGED),
        other.records('lecturers').update(SITE.id, lecturerId, { memberId: 'usr_b' }, CHANGED),
      ]);
    }
    t.strictSame(await pageOf(one, 'usr_a'), [], 'nothing is left to who was there before');
    t.equal((await pageOf(one, 'usr_b')).length, 20);
  });
}
