/**
 * Tells members by e-mail what their school has arranged for them: events, seats, courses, plans and roles. The notices are
 * stored with the change, and become an e-mail for each recipient afterwards, page by page.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { OutgoingMessage } from '../../schema/data/outgoing-message.ts';
import type { SchoolNotice } from '../../schema/emails/email-message.ts';
import type { Email, MailOrder } from '../../schema/emails/mail-order.ts';
import { isOpenOffer, OPEN_OFFERS_PATH } from '../../schema/people/ownership.ts';
import {
  type AddressedSchool,
  coursePath,
  eventPath,
  memberUrl,
  reachablePage,
} from '../../schema/school/addresses.ts';
import { OPEN_EVENTS } from '../../schema/school/visibility.ts';
import { APPROVAL_LETTERS, MOVES_PER_EVENT } from '../../schema/throttle.ts';
import type { Fulfilment } from '../people/mailer.ts';
import { provide } from '../provide.ts';
import { addressing, RIGHTS, type Write } from './notice-recipients.ts';
import type { RowIn, School } from './stores.ts';
import { fulfilForSubscribers } from './subscription-notices.ts';

type Registrants = Parameters<School['recipients']['registrants']>[2];
type ToMany = Extract<MailOrder, { order: 'event_cancelled' | 'event_moved' | 'event_seat' }>;
type Notice = Extract<MailOrder, { order: SchoolNotice['kind'] }>;

declare module './stores.ts' {
  interface School {
    /** Returns the steps that store a notice, for the unit of work of the change. */
    readonly noticeSteps: (notice: Notice) => ReturnType<FastifyInstance['outboxStore']['add']>[];
    /** Returns the e-mails to the schools that wait for an answer about an app, for the audit event of a decision at that time. */
    readonly answerLetters: (
      app: { id: string; name: string; host: string },
      at: number,
    ) => Promise<{ outgoing?: OutgoingMessage[] }>;
    /** Returns the notice, for the audit event of the change. */
    readonly notice: (notice: Notice) => { outgoing: OutgoingMessage[] };
  }
}

export default fp(
  async (app) => {
    const { outboxStore } = app;
    const { mailer } = app.people;
    provide(app.school, 'noticeSteps', (notice) => mailer.outgoing(notice).map(outboxStore.add));
    provide(app.school, 'notice', (notice) => ({ outgoing: mailer.outgoing(notice) }));
    provide(app.school, 'answerLetters', async ({ id: clientId, host, name }, at) => {
      const isAwaited = (await app.oauth.metadataClients.requests.open(clientId)).length > 0;
      return isAwaited
        ? { outgoing: mailer.outgoing({ order: 'review_answered', clientId, app: `${name} (${host})`, at }) }
        : {};
    });
    fulfilForRegistrants(app);
    fulfilForMembers(app);
    fulfilForOwners(app);
    fulfilForAskers(app);
    fulfilForSubscribers(app);
  },
  { name: 'notices', dependencies: ['stores', 'mailer', 'throttle', 'course-email-links'] },
);

const OPEN: readonly RowIn<'events'>['status'][] = OPEN_EVENTS.status.oneOf;

function fulfilForRegistrants(app: FastifyInstance): void {
  const { records, recipients } = app.school;
  const { mailer } = app.people;
  const emailsTo = addressing(app);

  /** The event's page for members, or that of the school if the event has none. */
  const pageOf = (site: AddressedSchool, event: RowIn<'events'> | undefined): string => {
    const url = memberUrl(app.config.baseUrl, site);
    return event === undefined ? url : reachablePage(url, OPEN.includes(event.status))(eventPath(event.slug));
  };

  /** Makes the e-mails of one page, and an order for the next. */
  async function onePage(order: ToMany, eventId: string, which: Registrants, write: Write): Promise<Fulfilment> {
    const { siteId, after = '' } = order;
    const at = 'at' in order ? order.at : 0;
    const { page, last } = await recipients.registrants(siteId, eventId, which, at, after);
    const emails = await emailsTo(siteId, page, write);
    return { orders: [...emails, ...(last === undefined ? [] : [{ ...order, after: last }])] };
  }

  mailer.fulfil('event_cancelled', async (order) => {
    const { id, title: event, startsAt, timezone } = order.event;
    const found = await records('events').find(order.siteId, id);
    return onePage(order, id, 'cancelled_by_school', (site) => {
      const link = pageOf(site, found);
      return { kind: 'event_cancelled', school: site.name, event, startsAt, timezone, link };
    });
  });

  mailer.fulfil('event_moved', async (order) => {
    const { id, title: event, startsAt, timezone, location } = order.event;
    const counter = { kind: 'moves_of', subject: id, rule: MOVES_PER_EVENT };
    if (order.after === undefined && (await app.throttle.take(counter)) > 0) return { orders: [] };
    const found = await records('events').find(order.siteId, id);
    return onePage(order, id, 'holding', (site) => {
      const link = pageOf(site, found);
      return { kind: 'event_moved', school: site.name, event, startsAt, timezone, location, link };
    });
  });

  mailer.fulfil('event_seat', async (order) => {
    const { at, eventId, siteId } = order;
    const found = await records('events').find(siteId, eventId);
    if (found === undefined || found.endsAt <= at) return { orders: [] };
    const { title: event, startsAt, timezone } = found;
    return onePage(order, eventId, 'moved_up', (site) => {
      const link = pageOf(site, found);
      return { kind: 'event_seat', school: site.name, event, startsAt, timezone, link };
    });
  });
}

function fulfilForMembers(app: FastifyInstance): void {
  const { config } = app;
  const { records, recipients } = app.school;
  const { mailer } = app.people;
  const emailsTo = addressing(app);
  const rightsTo = addressing(app, { counted: RIGHTS });
  // An agent can cause these, and must keep no other e-mail from the person.
  const decisionsTo = addressing(app, { counted: 'elsewhere' });

  mailer.fulfil('course_enrolled', async ({ siteId, courseId, personIds, expireDate }) => {
    const course = await records('courses').find(siteId, courseId);
    // A course that is not published cannot be started yet.
    if (course?.status !== 'published') return { orders: [] };
    const wanting = (await recipients.members(siteId, personIds)).filter(({ courseEmails }) => courseEmails);
    const write: Write = (site) => {
      const link = `${memberUrl(config.baseUrl, site)}${coursePath(course.slug)}`;
      return { kind: 'course_enrolled', school: site.name, course: course.title, expireDate, link };
    };
    return { orders: await emailsTo(siteId, wanting, write, true) };
  });

  mailer.fulfil('approval_asked', async ({ siteId, personId, id }) => {
    const approval = await app.school.approvals.waiting(id, personId, app.clock());
    const counter = { kind: 'approval_letters_to', subject: personId, rule: APPROVAL_LETTERS };
    if (approval === undefined || (await app.throttle.take(counter)) > 0) return { orders: [] };
    const { clientName, expiresAt } = approval;
    const write: Write = ({ name: school, timezone }) => {
      const link = `${config.baseUrl}/approvals/${id}`;
      return { kind: 'approval_asked', school, app: clientName, expiresAt, timezone, link };
    };
    return { orders: await decisionsTo(siteId, await recipients.members(siteId, [personId]), write) };
  });

  mailer.fulfil('role_changed', async ({ siteId, personId, role, by }) => {
    // A role that has changed again has an order of its own.
    const to = (await recipients.members(siteId, [personId])).filter((member) => member.role === role);
    const write: Write = ({ name: school }) => {
      const link = `${config.baseUrl}/account`;
      return { kind: 'role_changed', school, role, link, ...(by === undefined ? {} : { by }) };
    };
    return { orders: await rightsTo(siteId, to, write) };
  });
}

function fulfilForOwners(app: FastifyInstance): void {
  const { config } = app;
  const { recipients } = app.school;
  const { mailer } = app.people;
  const emailsTo = addressing(app, { counted: RIGHTS });

  mailer.fulfil('ownership', async ({ siteId, by, to, state, expiresAt }) => {
    const [owners, both, names] = await Promise.all([
      recipients.owners(siteId),
      recipients.members(siteId, [by, to]),
      app.school.members.labels(siteId, [by, to]),
    ]);
    const nameOf = (id: string): string => names.get(id)?.name ?? names.get(id)?.email ?? '';
    const recipientsById = new Map([...owners, ...both].map((one) => [one.personId, one]));
    const write: Write = ({ name: school, slug, timezone }, { personId }) => {
      const own = isOpenOffer(state) ? OPEN_OFFERS_PATH : '/account/activity';
      const link = `${config.baseUrl}${personId === to ? own : `/admin/${slug}/members/${to}`}`;
      return {
        kind: 'ownership',
        isYours: personId === to,
        isGiver: personId === by,
        school,
        by: nameOf(by),
        to: nameOf(to),
        state,
        expiresAt,
        timezone,
        link,
      };
    };
    return { orders: await emailsTo(siteId, [...recipientsById.values()], write) };
  });

  mailer.fulfil('owner_stepped_down', async ({ siteId, personId: by }) => {
    const [owners, own, names] = await Promise.all([
      recipients.owners(siteId),
      recipients.members(siteId, [by]),
      app.school.members.labels(siteId, [by]),
    ]);
    const name = names.get(by)?.name ?? names.get(by)?.email ?? '';
    const recipientsById = new Map([...owners, ...own].map((one) => [one.personId, one]));
    const write: Write = ({ name: school, slug }, { personId }) => {
      const isYours = personId === by;
      const link = `${config.baseUrl}${isYours ? '/account/activity' : `/admin/${slug}/members/${by}`}`;
      return { kind: 'owner_stepped_down', isYours, school, by: name, link };
    };
    return { orders: await emailsTo(siteId, [...recipientsById.values()], write) };
  });

  mailer.fulfil('second_factor_kept', async ({ siteId, to, personId, how, at }) => {
    const names = await app.school.members.labels(siteId, [personId]);
    const person = names.get(personId)?.name || names.get(personId)?.email || '';
    const write: Write = ({ name: school, slug, timezone }) => {
      const link = `${config.baseUrl}/admin/${slug}/members/${personId}`;
      return { kind: 'second_factor_kept', school, person, how, at, timezone, link };
    };
    return { orders: await emailsTo(siteId, await recipients.members(siteId, [to]), write) };
  });

  mailer.fulfil('webhook_stopped', async ({ siteId, host, why }) => {
    const owners = await recipients.owners(siteId);
    const emails = owners.map(({ email: to, locale, slug, school }): Email => {
      const link = `${config.baseUrl}/admin/${slug}/webhooks`;
      const message = { kind: 'webhook_stopped', school, host, why, link } as const;
      return { order: 'letter', to, locale, message, from: siteId };
    });
    return { orders: emails };
  });
}

/** Those who asked and the owners of their schools. */
function fulfilForAskers(app: FastifyInstance): void {
  const { recipients } = app.school;
  const emailsTo = addressing(app);

  app.people.mailer.fulfil('review_answered', async ({ clientId, app: name, at }) => {
    const emails: Email[] = [];
    for (const { siteId, personId, answer, reason } of await app.oauth.metadataClients.requests.answeredAt(
      clientId,
      at,
    )) {
      if (answer === null) continue;
      const to = [...(await recipients.owners(siteId)), ...(await recipients.members(siteId, [personId]))];
      const byId = new Map(to.map((one) => [one.personId, one]));
      const write: Write = ({ name: school, slug }) => {
        const link = `${app.config.baseUrl}/admin/${slug}/connect`;
        return { kind: 'review_answered', school, app: name, answer, reason, link };
      };
      emails.push(...(await emailsTo(siteId, [...byId.values()], write)));
    }
    return { orders: emails };
  });
}
