/**
 * Tells members by e-mail what their school has arranged for them: events, seats, courses and roles. The notices are
 * stored with the change, and become an e-mail for each recipient afterwards, page by page.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { OutgoingMessage } from '../../schema/outgoing.ts';
import type { SchoolNotice } from '../../schema/people/email-message.ts';
import type { Letter, MailOrder } from '../../schema/people/mail-order.ts';
import { MOVES_PER_EVENT, NOTICES_PER_PERSON } from '../../schema/throttle.ts';
import { offer } from '../offer.ts';
import type { Fulfilment } from '../people/mailer.ts';
import type { School } from './stores.ts';

type Recipient = Awaited<ReturnType<School['recipients']['members']>>[number];
type Registrants = Parameters<School['recipients']['registrants']>[2];
type ToMany = Extract<MailOrder, { order: 'event_cancelled' | 'event_moved' | 'event_seat' }>;
type Notice = Extract<MailOrder, { order: SchoolNotice['kind'] }>;

declare module './stores.ts' {
  interface School {
    /** Returns the steps that store a notice, for the unit of work of the change. */
    readonly noticeSteps: (notice: Notice) => ReturnType<FastifyInstance['outboxStore']['add']>[];
    /** Returns the notice, for the audit event of the change. */
    readonly notice: (notice: Notice) => { outgoing: OutgoingMessage[] };
  }
}

export default fp(
  async (app) => {
    const { outboxStore } = app;
    const { mailer } = app.people;
    offer(app.school, 'noticeSteps', (notice) => mailer.outgoing(notice).map(outboxStore.add));
    offer(app.school, 'notice', (notice) => ({ outgoing: mailer.outgoing(notice) }));
    fulfilForRegistrants(app);
    fulfilForMembers(app);
  },
  { name: 'notices', dependencies: ['stores', 'mailer', 'throttle'] },
);

/** Returns a function that makes an e-mail for each recipient, except those whom the school has written to very often. */
const addressing =
  ({ config, people, throttle }: FastifyInstance) =>
  async (siteId: string, to: readonly Recipient[], noticeOf: (school: string) => SchoolNotice): Promise<Letter[]> => {
    const school = await people.persons.siteName(siteId);
    if (school === undefined) return [];
    const notice = noticeOf(school);
    const page = notice.kind === 'course_enrolled' ? '/account/profile' : '/account';
    const message = { ...notice, link: `${config.baseUrl}${page}` };
    const letters: Letter[] = [];
    for (const { personId, email, locale } of to) {
      const counter = { kind: 'notices_to', subject: `${siteId} ${personId}`, rule: NOTICES_PER_PERSON };
      if ((await throttle.take(counter)) === 0) letters.push({ order: 'letter', to: email, locale, message });
    }
    return letters;
  };

function fulfilForRegistrants(app: FastifyInstance): void {
  const { records, recipients } = app.school;
  const { mailer } = app.people;
  const lettersTo = addressing(app);

  /** Makes the letters of one page, and an order for the next. */
  async function onePage(
    order: ToMany,
    eventId: string,
    which: Registrants,
    noticeOf: (school: string) => SchoolNotice,
  ): Promise<Fulfilment> {
    const { siteId, after = '' } = order;
    const at = 'at' in order ? order.at : 0;
    const { page, last } = await recipients.registrants(siteId, eventId, which, at, after);
    const letters = await lettersTo(siteId, page, noticeOf);
    return { orders: [...letters, ...(last === undefined ? [] : [{ ...order, after: last }])] };
  }

  mailer.fulfil('event_cancelled', (order) => {
    const { id, title: event, startsAt, timezone } = order.event;
    const noticeOf = (school: string) => ({ kind: 'event_cancelled', school, event, startsAt, timezone }) as const;
    return onePage(order, id, 'cancelled_by_school', noticeOf);
  });

  mailer.fulfil('event_moved', async (order) => {
    const { id, title: event, startsAt, timezone, location } = order.event;
    const counter = { kind: 'moves_of', subject: id, rule: MOVES_PER_EVENT };
    if (order.after === undefined && (await app.throttle.take(counter)) > 0) return { orders: [] };
    const noticeOf = (school: string) =>
      ({ kind: 'event_moved', school, event, startsAt, timezone, location }) as const;
    return onePage(order, id, 'holding', noticeOf);
  });

  mailer.fulfil('event_seat', async (order) => {
    const { at, eventId, siteId } = order;
    const found = await records('events').find(siteId, eventId);
    if (found === undefined || found.endsAt <= at) return { orders: [] };
    const { title: event, startsAt, timezone } = found;
    const noticeOf = (school: string) => ({ kind: 'event_seat', school, event, startsAt, timezone }) as const;
    return onePage(order, eventId, 'moved_up', noticeOf);
  });
}

function fulfilForMembers(app: FastifyInstance): void {
  const { records, recipients } = app.school;
  const { mailer } = app.people;
  const lettersTo = addressing(app);

  mailer.fulfil('course_enrolled', async ({ siteId, courseId, personIds, expireDate }) => {
    const course = await records('courses').find(siteId, courseId);
    // A course that is not published cannot be started yet.
    if (course?.status !== 'published') return { orders: [] };
    const wanting = (await recipients.members(siteId, personIds)).filter(({ courseEmails }) => courseEmails);
    const noticeOf = (school: string) =>
      ({ kind: 'course_enrolled', school, course: course.title, expireDate }) as const;
    return { orders: await lettersTo(siteId, wanting, noticeOf) };
  });

  mailer.fulfil('role_changed', async ({ siteId, personId, role }) => {
    const to = await recipients.members(siteId, [personId]);
    return { orders: await lettersTo(siteId, to, (school) => ({ kind: 'role_changed', school, role })) };
  });
}
