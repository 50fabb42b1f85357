/**
 * How members register themselves for events. What they may not do here, such as register for an event that costs
 * something, the school can do for them (`operations/events/registrations.ts`).
 */
import fp from 'fastify-plugin';
import { type AppOrigin, statusState } from '../../schema/audit/audit-event.ts';
import { makeIdentifier } from '../../schema/credential.ts';
import type { EventRegistration, Member } from '../../schema/school/account.ts';
import { eventPath, schoolUrl } from '../../schema/school/addresses.ts';
import { formatMoney } from '../../schema/school/money.ts';
import { notFound, ProblemError } from '../../schema/school/problem.ts';
import { provide } from '../provide.ts';
import { nextVersion, retryOnConflict } from './operations/engine/conflicts.ts';
import type { RowIn } from './stores.ts';

export interface MemberEvents {
  /**
   * Registers a member for an event, with a seat or on the waiting list. Repeating it has no effect.
   * @param key the id or slug of the event
   * @throws {ProblemError} `not-found`; `conflict` if the member cannot register for the event here
   */
  register(member: Member, key: string, by: AppOrigin): Promise<EventRegistration>;
}

declare module './stores.ts' {
  interface School {
    readonly memberEvents: MemberEvents;
  }
}

const TURNED_AWAY = 'the school has cancelled your registration; ask the school if you want to attend';

const conflict = (detail: string): ProblemError => new ProblemError('conflict', detail);

export default fp(
  async (app) => {
    const { clock, config } = app;
    const { account, eventRegistrations, memberAccount, records } = app.school;
    const events = records('events');
    const registrations = records('eventRegistrations');

    async function findEvent(siteId: string, key: string): Promise<RowIn<'events'>> {
      const event = (await events.find(siteId, key)) ?? (await events.findBy(siteId, { slug: key }));
      if (event === undefined || event.status === 'draft') throw notFound('event');
      return event;
    }

    /** @throws {ProblemError} `conflict` if the event takes no registrations by members */
    async function requireOffered(member: Member, event: RowIn<'events'>, now: number): Promise<void> {
      const { status, startsAt, endsAt, registrationClosesAt, priceAmount, priceCurrency, slug } = event;
      if (status === 'cancelled') throw conflict('the school has cancelled the event');
      if (endsAt <= now) throw conflict('the event is over');
      if (startsAt <= now) throw conflict('the event has already started');
      if (registrationClosesAt !== null && registrationClosesAt <= now)
        throw conflict('registration for the event has closed; ask the school whether it still has a place');
      if (priceAmount === 0) return;
      const { locale, site } = await memberAccount.profile(member);
      const price = formatMoney(priceAmount, priceCurrency, locale ?? site.locale);
      const address = `${schoolUrl(config.baseUrl, site)}${eventPath(slug)}`;
      throw conflict(`the event costs ${price}, so that the school registers those who have paid; see ${address}`);
    }

    type RegistrationRow = RowIn<'eventRegistrations'>;

    /** @returns false if the event or the registration has changed since it was read */
    function store(
      { siteId, personId }: Member,
      event: RowIn<'events'>,
      earlier: RegistrationRow | undefined,
      { id, now, failures, by }: { id: string; now: number; failures: number; by: AppOrigin },
    ): Promise<boolean> {
      const hasSeat = event.capacity === null || event.registeredCount < event.capacity;
      const registrant = {
        ...{ id, siteId, eventId: event.id, personId },
        // The last seat may have been taken, or a seat have become free, since the event was read.
        status: hasSeat === (failures % 2 === 0) ? ('registered' as const) : ('waitlisted' as const),
        updatedAt: nextVersion({ now }, earlier ?? { updatedAt: 0 }),
      };
      return eventRegistrations.register(
        registrant,
        { now, seen: earlier?.updatedAt ?? now, bySelf: true },
        {
          ...(earlier === undefined
            ? { event: 'resource_created' }
            : { event: 'resource_changed', after: statusState('registered') }),
          ...{ at: now, siteId, personId, target: `event_registration/${id}`, ...by },
        },
      );
    }

    provide(app.school, 'memberEvents', {
      register: (member, key, by) =>
        retryOnConflict('event', async (failures) => {
          const now = clock();
          const { siteId, personId } = member;
          const event = await findEvent(siteId, key);
          const earlier = await registrations.findBy(siteId, { eventId: event.id, personId });
          const id = earlier?.id ?? makeIdentifier('reg');
          if (earlier === undefined || earlier.status === 'cancelled') {
            await requireOffered(member, event, now);
            if (earlier?.cancelledBy === 'school') throw conflict(TURNED_AWAY);
            if (!(await store(member, event, earlier, { id, now, failures, by }))) return undefined;
          }
          return account.findEventRegistration(member, id);
        }),
    });
  },
  { name: 'member-events', dependencies: ['stores', 'member-account'] },
);
