/**
 * Tells members by e-mail what their school has arranged for them: events, seats, courses and roles. Callers do so once
 * the change is stored, and do not wait. E-mails that are not sent when the process ends are lost.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Role } from '../../schema/oauth/scope.ts';
import type { SchoolNotice } from '../../schema/people/email-message.ts';
import { MOVES_PER_EVENT, NOTICES_PER_PERSON } from '../../schema/throttle.ts';
import { offer } from '../offer.ts';
import type { Letter } from '../people/mailer.ts';
import type { RowIn } from './stores.ts';

type EventRow = RowIn<'events'>;
type Recipient = Pick<Letter, 'locale'> & { personId: string; email: string; courseEmails: boolean };

export interface Notices {
  /** @param at when the registrations were cancelled */
  eventCancelled(event: EventRow, at: number): void;
  eventMoved(event: EventRow): void;
  /** Tells those who got a seat from the waiting list at that time. */
  movedUp(siteId: string, eventId: string, at: number): void;
  enrolled(siteId: string, courseId: string, personIds: readonly string[], expireDate: string | null): void;
  roleChanged(siteId: string, personId: string, role: Role): void;
}

declare module './stores.ts' {
  interface School {
    readonly notices: Notices;
  }
}

export default fp(
  async (app) => {
    const { records, recipients } = app.school;
    const { mailer } = app.people;
    const link = `${app.config.baseUrl}/account`;

    const inMeasure = measure(app);

    /** Sends one notice to many people, in the background, except to those whom the school has written to very often. */
    function send(siteId: string, to: AsyncIterable<Recipient>, noticeOf: NoticeOf): void {
      mailer.sendAll(lettersTo(siteId, inMeasure(siteId, to), noticeOf));
    }

    async function* lettersTo(
      siteId: string,
      to: AsyncIterable<Recipient>,
      noticeOf: NoticeOf,
    ): AsyncGenerator<Letter> {
      const school = await app.people.persons.siteName(siteId);
      if (school === undefined) return;
      const notice = noticeOf(school);
      for await (const { email, locale } of to) {
        const page = notice.kind === 'course_enrolled' ? `${link}/profile` : link;
        yield { to: email, locale, message: { ...notice, link: page } };
      }
    }

    async function* membersOf(siteId: string, personIds: readonly string[]): AsyncGenerator<Recipient> {
      yield* await recipients.members(siteId, personIds);
    }

    offer(app.school, 'notices', {
      eventCancelled(event, at) {
        const { id, siteId } = event;
        const to = recipients.registrants(siteId, id, 'cancelled_by_school', at);
        send(siteId, to, announcing('event_cancelled', event));
      },

      eventMoved(event) {
        const { id, siteId, title, startsAt, timezone, location } = event;
        mailer.afterwards(async () => {
          const counter = { kind: 'moves_of', subject: id, rule: MOVES_PER_EVENT };
          if ((await app.throttle.take(counter)) > 0) return;
          send(siteId, recipients.registrants(siteId, id, 'holding', 0), (school) => ({
            kind: 'event_moved',
            school,
            event: title,
            startsAt,
            timezone,
            location,
          }));
        }, 'bulk');
      },

      movedUp(siteId, eventId, at) {
        mailer.afterwards(async () => {
          const event = await records('events').find(siteId, eventId);
          if (event === undefined || event.endsAt <= at) return;
          const to = recipients.registrants(siteId, eventId, 'moved_up', at);
          send(siteId, to, announcing('event_seat', event));
        }, 'bulk');
      },

      enrolled(siteId, courseId, personIds, expireDate) {
        mailer.afterwards(async () => {
          const course = await records('courses').find(siteId, courseId);
          // A course that is not published cannot be started yet.
          if (course?.status !== 'published') return;
          const wanting = wantingCourseEmails(membersOf(siteId, personIds));
          send(siteId, wanting, (school) => ({
            kind: 'course_enrolled',
            school,
            course: course.title,
            expireDate,
          }));
        }, 'bulk');
      },

      roleChanged(siteId, personId, role) {
        send(siteId, membersOf(siteId, [personId]), (school) => ({
          kind: 'role_changed',
          school,
          role,
        }));
      },
    });
  },
  { name: 'notices', dependencies: ['stores', 'mailer', 'throttle'] },
);

/** Returns a function that leaves out people whom the school has written to very often. */
const measure = ({ throttle }: FastifyInstance) =>
  async function* (siteId: string, to: AsyncIterable<Recipient>): AsyncGenerator<Recipient> {
    for await (const recipient of to) {
      const subject = `${siteId} ${recipient.personId}`;
      if ((await throttle.take({ kind: 'notices_to', subject, rule: NOTICES_PER_PERSON })) === 0) yield recipient;
    }
  };

type NoticeOf = (school: string) => SchoolNotice;

const announcing =
  (kind: 'event_cancelled' | 'event_seat', { title, startsAt, timezone }: EventRow): NoticeOf =>
  (school) => ({ kind, school, event: title, startsAt, timezone });

async function* wantingCourseEmails(to: AsyncIterable<Recipient>): AsyncGenerator<Recipient> {
  for await (const recipient of to) if (recipient.courseEmails) yield recipient;
}
