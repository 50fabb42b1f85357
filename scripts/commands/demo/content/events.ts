/** Events and their registrations. */
import type { EventOutline } from './catalogue/index.ts';
import { diceOf, nth } from './dice.ts';
import type { Member } from './people.ts';
import { SETTLED, timeBetween } from './subscriptions.ts';
import { DAY, HOUR, idIn, MINUTE, type Row, slugIn, timeIn, titleIn, type Wave } from './wave.ts';

export interface Event {
  outline: EventOutline;
  row: Row<'events'>;
  /** Time at which registration opened. */
  opens: number;
  closes: number;
}

export function eventsOf(wave: Wave): Event[] {
  const { site, catalogue, now } = wave;
  return catalogue.events.map((outline, index) => {
    const startsAt = timeIn(wave, outline.day, outline.hour);
    const createdAt = Math.min(startsAt - 75 * DAY, now - 20 * DAY);
    const closesAt = index % 3 === 0 ? startsAt - DAY : null;
    const slug = slugIn(wave, outline.title);
    const row: Row<'events'> = {
      id: idIn(wave, 'evt', slugIn({ ...wave, number: 0 }, outline.title)),
      slug,
      title: titleIn(wave, outline.title),
      description: `${outline.title} at ${site.name}. Doors open ten minutes before; bring a friend if there is room.`,
      kind: outline.kind,
      startsAt,
      endsAt: startsAt + outline.hours * HOUR,
      timezone: site.timezone,
      location: outline.kind === 'online' ? null : nth(catalogue.places, index),
      joinUrl: outline.kind === 'in_person' ? null : `https://meet.${site.domain}/${slug}`,
      capacity: outline.seats ?? (index % 2 === 0 ? 60 : null),
      priceAmount: outline.price ?? 0,
      priceCurrency: site.currency,
      status: outline.status ?? 'published',
      registrationClosesAt: closesAt,
      createdAt,
      updatedAt: outline.status === 'cancelled' ? Math.min(startsAt - 2 * DAY, now - HOUR) : createdAt,
    };
    return { outline, row, opens: createdAt + DAY, closes: Math.min(closesAt ?? startsAt, now - HOUR) };
  });
}

export interface Registration {
  row: Row<'eventRegistrations'>;
  event: Event;
}

export function registrationsOf(wave: Wave, events: readonly Event[], members: readonly Member[]): Registration[] {
  const open = events.filter(({ outline }) => outline.status !== 'draft');
  const wanted = new Map(
    members.filter(({ wants }) => wants.events > 0).map((member) => [member, choiceOf(member, open)] as const),
  );
  return open.flatMap((event) => {
    const keen = [...wanted].filter(([, choice]) => choice.includes(event)).map(([member]) => member);
    const others = members.filter((member) => !wanted.has(member) && mayRegister(member, event));
    const dice = diceOf(event.row.id);
    const crowd = event.outline.seats === undefined ? dice.between(4, 14) : event.outline.seats + dice.between(1, 5);
    return seat(wave, event, [...keen, ...dice.some(others, crowd)]);
  });
}

const choiceOf = (member: Member, events: readonly Event[]): Event[] =>
  diceOf(`events ${member.id}`).some(
    events.filter((event) => mayRegister(member, event)),
    member.wants.events,
  );

const mayRegister = (member: Member, { opens, closes }: Event): boolean =>
  Math.max(member.joinedAt + SETTLED, opens) < Math.min(member.lastSeenAt, closes) - HOUR;

/** Assigns seats in the order of registration. Later members are put on the waiting list. */
function seat({ now }: Wave, event: Event, members: readonly Member[]): Registration[] {
  const { capacity, status: eventStatus, startsAt, updatedAt: eventUpdatedAt, endsAt } = event.row;
  const requests = members
    .map((member) => ({ member, ...askingOf(member, event) }))
    .sort((a, b) => a.registeredAt - b.registeredAt || (a.id < b.id ? -1 : 1));
  let seats = capacity ?? Number.POSITIVE_INFINITY;
  return requests.map(({ member, id, registeredAt, changesMind, comes }): Registration => {
    const personId = member.id;
    const row = { id, eventId: event.row.id, personId, registeredAt };
    if (eventStatus === 'cancelled') return { event, row: cancelled(row, 'school', eventUpdatedAt) };
    if (changesMind) return { event, row: cancelled(row, 'member', registeredAt + HOUR / 2) };
    if (seats === 0) return { event, row: { ...row, status: 'waitlisted', updatedAt: registeredAt } };
    seats -= 1;
    const attended = startsAt < now && comes;
    const updatedAt = attended ? Math.min(endsAt, now) : registeredAt;
    return { event, row: { ...row, status: attended ? 'attended' : 'registered', updatedAt } };
  });
}

function cancelled(
  row: Pick<Row<'eventRegistrations'>, 'id' | 'eventId' | 'personId' | 'registeredAt'>,
  cancelledBy: 'school' | 'member',
  at: number,
): Row<'eventRegistrations'> {
  return { ...row, status: 'cancelled', cancelledBy, updatedAt: Math.max(row.registeredAt, at) };
}

function askingOf(member: Member, { row, opens, closes }: Event) {
  const id = `${row.id.replace('evt_', 'reg_')}_${member.id.slice(9)}`;
  const dice = diceOf(id);
  const from = Math.max(member.joinedAt + SETTLED, opens);
  const to = Math.min(member.lastSeenAt, closes) - MINUTE;
  // Some always register at the last moment.
  const registeredAt = timeBetween(dice, dice.percent(30) ? to - HOUR / 2 : from, to);
  return { id, registeredAt, changesMind: dice.percent(10), comes: dice.percent(85) };
}
