/** Lists of people that are imported at the same time share the limits of invitations, and each person gets one e-mail. */
import t from 'tap';
import { IMPORTED_INVITATIONS, INVITATIONS_PER_SITE } from '../../schema/throttle.ts';
import { CALLERS, RIVERSIDE } from '../support/admin.ts';
import { withEmails } from '../support/with-emails.ts';

const HOUR = 3_600_000;
const { id: personId, role, siteId } = CALLERS.owner;

/** With a course, and without. */
for (const isEnrolled of [false, true]) {
  t.test(`two lists at once, ${isEnrolled ? 'with a course' : 'without a course'}`, async (t) => {
    const made = await withEmails(t, { housekeeping: false, oneNode: 'its outbox is emptied by hand' });
    const { app, clock, mailbox } = made;
    const { operations, rosters, roster, runOperation } = app.school;
    const operator = () => ({ siteId, personId, role, now: clock.now, requestId: 'test' });
    const courses = await runOperation(operations.list_courses, operator(), { status: 'published', first: 1 });
    const courseId = isEnrolled ? courses.nodes[0]?.id : undefined;
    // 60 of the imports have been sent in this hour, and 30 others: 10 are left for lists.
    const take = (kind: string, rule: typeof INVITATIONS_PER_SITE) =>
      app.throttle.take({ kind, subject: RIVERSIDE.id, rule });
    for (let n = 0; n < IMPORTED_INVITATIONS.limit - 10; n += 1)
      await take('imported_invitations_of', IMPORTED_INVITATIONS);
    for (let n = 0; n < INVITATIONS_PER_SITE.limit - 20; n += 1) await take('invitations_of', INVITATIONS_PER_SITE);
    const listOf = (from: number) =>
      `email\n${Array.from({ length: 30 }, (_, n) => `p${from + n}@new.example`).join('\n')}`;
    // Five people are in both lists.
    const lists = [
      await roster.plan(operator(), listOf(0), courseId),
      await roster.plan(operator(), listOf(25), courseId),
    ];
    await Promise.all(lists.map((list) => roster.carryOut(operator(), list, false)));
    const outcomes = await Promise.all(lists.map(({ id }) => rosters.outcomes(id)));
    t.equal(
      outcomes.reduce((sum, { done = 0, skipped = 0 }) => sum + done + skipped, 0),
      60,
      'each row has an outcome',
    );
    t.equal(
      outcomes.reduce((sum, { done = 0 }) => sum + done, 0),
      55,
      'each person is invited once',
    );
    const sent: string[] = [];
    const sentTo = async (): Promise<string[]> => {
      for (let n = 0; n < 3; n += 1) await app.outbox.sendDue();
      sent.push(...mailbox.take().map(({ to }) => to));
      return sent.filter((to) => to.endsWith('@new.example'));
    };
    t.equal((await sentTo()).length, 10, 'of this hour');
    clock.advance(HOUR + 1);
    const all = await sentTo();
    t.equal(new Set(all).size, 55, 'nobody is left out');
    t.equal(all.length, 55, 'nobody gets two');
  });
}
