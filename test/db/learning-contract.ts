/** What the stores of courses, their outlines, lecturers and students promise, whatever the engine. */
import type { Test } from 'tap';
import type { Step } from '../../db/engine/engine.ts';
import { enrollmentStore } from '../../db/school/learning/enrollments.ts';
import { outlineStore } from '../../db/school/learning/outlines.ts';
import { studentStore } from '../../db/school/learning/students.ts';
import { teachingStore } from '../../db/school/learning/teaching.ts';
import { recordStores } from '../../db/school/records/records.ts';
import { event, insertRows, NOW, person, SITE, times } from './fixtures.ts';
import type { NewNode, NewNodes, Stores } from './stores.ts';

const learningOf = ({ db, audit }: Stores) => ({
  db,
  audit,
  records: recordStores(db, audit),
  outlines: outlineStore(db, audit),
  teaching: teachingStore(db, audit),
  students: studentStore(db),
  enrollments: enrollmentStore(db, audit),
});

const CHANGED = event({ event: 'resource_changed', at: NOW + 1 });
const COURSE = 'crs_1';
const stamped = { siteId: SITE.id, createdAt: NOW, updatedAt: NOW };
const sectionRow = (id: string, position: number) => ({ ...stamped, id, courseId: COURSE, title: id, position });
const lectureRow = (id: string, sectionId: string, position: number) => ({
  ...stamped,
  id,
  sectionId,
  courseId: COURSE,
  position,
  title: id,
  kind: 'text' as const,
  durationSeconds: 0,
  contentMarkdown: '',
  freePreview: false,
  status: 'published' as const,
});
const lecturerRow = (id: string, memberId: string | null, position: number) => ({
  ...stamped,
  id,
  slug: id,
  name: id,
  bioMarkdown: '',
  memberId,
  position,
});
const enrolling = { timezone: 'UTC', invitations: [], events: [] };
const newEnrollment = (id: string, personId: string, seen?: number) => ({
  row: {
    ...{ id, siteId: SITE.id, personId, courseId: COURSE, source: 'grant' as const, status: 'active' as const },
    ...{ startsAt: NOW, expireDate: null, expiresAt: null, progressPercent: 0, completedAt: null },
    ...{ lastLectureId: null, lastPositionSeconds: null, lastWatchedAt: null, updatedAt: (seen ?? NOW - 1) + 1 },
  },
  seen,
});

export function learningContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('a new order of a course is applied completely, if it lists exactly the existing items [D2]', async (t) => {
    const { db, outlines } = learningOf(await node(t));
    await insertRows(db, 'sections', [sectionRow('a', 0), sectionRow('b', 1)]);
    await insertRows(db, 'lectures', [lectureRow('1', 'a', 0), lectureRow('2', 'a', 1), lectureRow('3', 'b', 0)]);
    const places = [
      { id: '3', sectionId: 'a', position: 0 },
      { id: '1', sectionId: 'b', position: 0 },
      { id: '2', sectionId: 'b', position: 1 },
    ];
    const arrange = (order: Parameters<typeof outlines.arrange>[2]) =>
      outlines.arrange(SITE.id, COURSE, order, [CHANGED]);
    const placesNow = async () =>
      (await outlines.lectures(SITE.id, COURSE))
        .map(({ id, sectionId, position }) => ({ id, sectionId, position }))
        .sort((one, other) => `${one.sectionId}${one.position}`.localeCompare(`${other.sectionId}${other.position}`));
    const before = await placesNow();
    const placeOf = (id: string, position: number) => ({ id, sectionId: '', position });
    const seen = { sections: [placeOf('a', 0), placeOf('b', 1)], lectures: before };
    t.equal(await arrange({ sections: ['b'], lectures: places, seen }), false);
    t.equal(await arrange({ sections: ['b', 'c'], lectures: places, seen }), false);
    t.equal(await arrange({ sections: ['b', 'a'], lectures: places.slice(1), seen }), false);
    t.equal(await arrange({ sections: ['b', 'a'], lectures: places, seen: { ...seen, lectures: places } }), false);
    const turned = [placeOf('b', 0), placeOf('a', 1)];
    t.equal(await arrange({ sections: ['b', 'a'], lectures: places, seen: { ...seen, sections: turned } }), false);
    const foreign = { sections: ['b', 'a'], lectures: places, seen };
    t.equal(await outlines.arrange('site_2', COURSE, foreign, [CHANGED]), false);
    t.strictSame(await placesNow(), before);
    t.equal(await arrange({ sections: ['b', 'a'], lectures: places, seen }), true);
    t.strictSame(await placesNow(), places);
    const sections = await outlines.sections(SITE.id, COURSE);
    t.match(sections, [
      { id: 'b', position: 0, updatedAt: NOW + 1 },
      { id: 'a', position: 1 },
    ]);
    const arranged = { sections: turned, lectures: places };
    t.equal(await arrange({ sections: ['b', 'a'], lectures: places, seen: arranged }), true);
    t.strictSame(await outlines.sections(SITE.id, COURSE), sections, 'what stays is not changed');
  });

  t.test('new sections are placed last, even when two nodes add them at once [D2]', async (t) => {
    const both = (await nodes(t)).map(learningOf) as [ReturnType<typeof learningOf>, ReturnType<typeof learningOf>];
    await Promise.all(
      times(20, (index) => {
        const { records, outlines } = both[index % 2 === 0 ? 0 : 1];
        const id = `sec_${index}`;
        return records('sections').insert(
          SITE.id,
          sectionRow(id, 0),
          CHANGED,
          ...outlines.steps.placeSection(SITE.id, COURSE, id),
        );
      }),
    );
    const positions = (await both[0].outlines.sections(SITE.id, COURSE)).map(({ position }) => position);
    t.strictSame(
      positions,
      times(20, (index) => index),
    );
  });

  t.test('deleting a course deletes its sections and lectures, unless someone is enrolled [D2]', async (t) => {
    const { db, records, outlines } = learningOf(await node(t));
    await insertRows(db, 'courses', [{ ...stamped, id: 'crs_2', slug: 'two', title: 'Two', status: 'draft' }]);
    await insertRows(db, 'sections', [sectionRow('a', 0), { ...sectionRow('b', 0), courseId: 'crs_2' }]);
    await insertRows(db, 'lectures', [{ ...lectureRow('1', 'b', 0), courseId: 'crs_2' }]);
    const drop = (id: string) =>
      records('courses').remove(SITE.id, id, CHANGED, { further: outlines.steps.dropOutline(SITE.id, id) });
    t.equal(await drop(COURSE), false, 'somebody is enrolled');
    t.equal(await drop('crs_2'), true);
    t.strictSame((await outlines.sections(SITE.id, COURSE)).length, 1);
    t.strictSame(await outlines.sections(SITE.id, 'crs_2'), []);
    t.strictSame(await outlines.lectures(SITE.id, 'crs_2'), []);
  });

  t.test('of deleting a section and adding a lecture to it at the same time, one succeeds [D2]', async (t) => {
    const [one, other] = (await nodes(t)).map(learningOf);
    if (one === undefined || other === undefined) return t.fail('two nodes are needed');
    for (const turn of times(20, (index) => index)) {
      const [section, lecture] = [`sec_${turn}`, `lec_${turn}`];
      await insertRows(one.db, 'sections', [sectionRow(section, turn)]);
      const placed = other
        .records('lectures')
        .insert(
          SITE.id,
          lectureRow(lecture, section, 0),
          CHANGED,
          ...other.outlines.steps.placeLecture(SITE.id, COURSE, section, lecture),
        )
        .then(
          () => true,
          () => false,
        );
      const further = one.outlines.steps.requireEmpty(SITE.id, COURSE, section);
      const dropped = one.records('sections').remove(SITE.id, section, CHANGED, { further });
      t.strictSame([await placed, await dropped].filter(Boolean).length, 1, `turn ${turn}`);
    }
  });

  t.test('of publishing a course and deleting its lecturer at the same time, one succeeds [D2]', async (t) => {
    const [one, other] = (await nodes(t)).map(learningOf);
    if (one === undefined || other === undefined) return t.fail('two nodes are needed');
    const course = { ...stamped, title: 'Two', status: 'draft' };
    for (const turn of times(20, (index) => index)) {
      const [id, lecturer] = [`crs_t${turn}`, `lct_${turn}`];
      await insertRows(one.db, 'lecturers', [lecturerRow(lecturer, 'usr_1', 0)]);
      await insertRows(one.db, 'courses', [{ ...course, id, slug: id, lecturerIds: ['lct_x', lecturer] }]);
      const publishing = one.records('courses').update(SITE.id, id, { status: 'published' }, CHANGED, {
        further: one.teaching.steps.lockLecturers(SITE.id, [lecturer]),
      });
      const dropping = other.records('lecturers').remove(SITE.id, lecturer, CHANGED, {
        further: other.teaching.steps.detach(SITE.id, lecturer, NOW + 1),
      });
      const [published, dropped] = [await publishing, await dropping];
      t.not(published, dropped, `turn ${turn}`);
      const row = await one.records('courses').find(SITE.id, id);
      t.strictSame(row?.lecturerIds, dropped ? ['lct_x'] : ['lct_x', lecturer]);
    }
    const taught = async (siteId: string, personId: string) =>
      (await one.teaching.reachOf(siteId, personId, 'courseId')).visibleIds;
    const left = await one.records('lecturers').count(SITE.id, {});
    t.equal((await taught(SITE.id, 'usr_1'))?.length, left, 'one course for each lecturer who is left');
    t.strictSame(await taught(SITE.id, 'usr_2'), []);
    t.strictSame(await taught('site_2', 'usr_1'), []);
  });

  t.test('lecturers are reordered only by a list that names all of them [D2]', async (t) => {
    const { db, teaching, records } = learningOf(await node(t));
    await insertRows(db, 'lecturers', [
      lecturerRow('a', null, 0),
      lecturerRow('b', null, 1),
      lecturerRow('c', null, 2),
    ]);
    const seen = await teaching.order(SITE.id);
    t.strictSame(
      seen.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
    t.equal(await teaching.arrange(SITE.id, ['c', 'a'], seen, CHANGED), false);
    t.equal(await teaching.arrange(SITE.id, ['c', 'a', 'x'], seen, CHANGED), false);
    t.equal(await teaching.arrange(SITE.id, ['c', 'a', 'b'], seen, CHANGED), true);
    t.equal(await teaching.arrange(SITE.id, ['a', 'b', 'c'], seen, CHANGED), false, 'they are elsewhere by now');
    t.match(await records('lecturers').find(SITE.id, 'c'), { position: 0, updatedAt: NOW + 1 });
    t.match(await records('lecturers').find(SITE.id, 'b'), { position: 2 });
    await records('lecturers').insert(
      SITE.id,
      lecturerRow('d', null, 0),
      CHANGED,
      teaching.steps.placeLast(SITE.id, 'd'),
    );
    t.match(await records('lecturers').find(SITE.id, 'd'), { position: 3 });
  });

  t.test('a person is enrolled in a course once, over two nodes, and again only when revoked [D2]', async (t) => {
    const both = (await nodes(t)).map(learningOf);
    const [one] = both;
    if (one === undefined) return t.fail('two nodes are needed');
    await insertRows(one.db, 'people', [{ ...person('usr_2') }]);
    const place = { role: 'member', status: 'active', joinedAt: NOW, marketingConsent: false, updatedAt: NOW };
    await insertRows(one.db, 'memberships', [{ personId: 'usr_2', siteId: SITE.id, ...place }]);
    const enroll = (id: string, personId = 'usr_2', further: Partial<typeof enrolling> = {}, seen?: number) =>
      one.enrollments.enroll(SITE.id, COURSE, [newEnrollment(id, personId, seen)], { ...enrolling, ...further });
    t.equal(await enroll('enr_x', 'usr_3'), false, 'nobody of the school');
    t.equal(await enroll('enr_x', 'usr_1'), false, 'enrolled already');
    t.equal(await enroll('enr_x', 'usr_2', { timezone: 'Europe/Lisbon' }), false, 'days end otherwise');
    const done = await Promise.all(
      times(10, (index) =>
        both[index % 2]?.enrollments.enroll(SITE.id, COURSE, [newEnrollment(`enr_${index}x`, 'usr_2')], enrolling),
      ),
    );
    t.equal(done.filter(Boolean).length, 1);
    const [row] = await one.enrollments.inCourse(SITE.id, COURSE, ['usr_2']);
    if (row === undefined) return t.fail('nobody is enrolled');
    const revoke: Step = one.records('enrollments').steps.update(SITE.id, row.id, {
      status: 'revoked',
      progressPercent: 40,
      updatedAt: NOW + 5,
    });
    await one.db.atomically(revoke);
    t.equal(await enroll('enr_new', 'usr_2', {}, NOW + 4), false, 'it has changed since');
    t.equal(await enroll('enr_new', 'usr_2', {}, NOW + 5), true);
    const [anew] = await one.enrollments.inCourse(SITE.id, COURSE, ['usr_2']);
    t.match(anew, { id: row.id, status: 'active', progressPercent: 40, updatedAt: NOW + 6 });
    await one.db.atomically(one.records('courses').steps.update(SITE.id, COURSE, { status: 'archived' }));
    await one.db.atomically(revoke);
    t.equal(await enroll('enr_new', 'usr_2', {}, NOW + 5), false, 'archived');
    t.strictSame(
      [...(await one.enrollments.accountsOf(['usr_2@riverside.example', 'nobody@x.example'])).values()],
      ['usr_2'],
    );
    t.strictSame([...(await one.enrollments.membersAmong(SITE.id, ['usr_2', 'usr_9']))], ['usr_2']);
  });

  t.test('students are found by every combination of filters [D2]', async (t) => {
    const { db, students, enrollments, records } = learningOf(await node(t));
    await insertRows(db, 'sections', [sectionRow('a', 0)]);
    await insertRows(db, 'lectures', [lectureRow('1', 'a', 0)]);
    await insertRows(db, 'lecturers', [lecturerRow('mine', 'usr_ivan', 0), lecturerRow('also', 'usr_ivan', 1)]);
    await db.atomically(records('courses').steps.update(SITE.id, COURSE, { lecturerIds: ['mine', 'also'] }));
    const query = { first: 10, after: undefined, sort: 'since' };
    for (const courseId of [undefined, COURSE, 'crs_2']) {
      for (const active of [undefined, true, false]) {
        for (const among of [undefined, ['usr_1']]) {
          for (const within of [
            undefined,
            { column: 'courseId', taughtBy: 'usr_ivan', visibleIds: [COURSE] },
            { column: 'courseId', taughtBy: 'usr_ivan', visibleIds: undefined },
            { column: 'courseId', taughtBy: 'usr_other', visibleIds: [] },
            { column: 'courseId', taughtBy: 'usr_other', visibleIds: undefined },
          ]) {
            for (const descending of [true, false]) {
              const where = {
                ...(courseId === undefined ? {} : { courseId }),
                ...(active === undefined ? {} : { active }),
                now: NOW,
              };
              const narrowed = { ...(among && { among }), ...(within && { visibility: within }) };
              const page = await students.page(SITE.id, { ...query, descending, where, ...narrowed });
              const is = courseId !== 'crs_2' && active !== false && within?.taughtBy !== 'usr_other';
              const found = page.rows.map(({ id }) => id);
              t.strictSame(found, is ? ['usr_1'] : [], JSON.stringify([courseId, active, among, within]));
              t.equal(await students.count(SITE.id, where, among, undefined, within), found.length);
            }
          }
        }
      }
    }
    t.match(await students.find(SITE.id, 'usr_1', undefined), { enrolledCourseCount: 1, lastWatchedAt: null });
    const nothing = { column: 'courseId', taughtBy: 'usr_other', visibleIds: undefined };
    t.equal(await students.find(SITE.id, 'usr_1', nothing), undefined);
    t.match(await students.find(SITE.id, 'usr_1', { ...nothing, taughtBy: 'usr_ivan' }), { id: 'usr_1' });
    t.equal(await students.find('site_2', 'usr_1', undefined), undefined);
    t.match(await enrollments.progress(SITE.id, COURSE, 'enr_1'), [{ lectureId: '1', positionSeconds: null }]);
  });
}
