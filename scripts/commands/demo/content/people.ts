/** The people of a school: named people with a password, and generated students. */
import type { NewPlatform } from '../../../../db/school/platform.ts';
import { emailKey } from '../../../../schema/text/email.ts';
import { DEMO_PEOPLE, HARBOUR, RIVERSIDE } from '../platform.ts';
import { FIRST_NAMES, LAST_NAMES } from './catalogue/index.ts';
import { diceOf, nth } from './dice.ts';
import { slugOf } from './slug.ts';
import { DAY, HOUR, idIn, type Wave } from './wave.ts';

export interface Member {
  id: string;
  /** All activity of the member is between these two times. */
  joinedAt: number;
  lastSeenAt: number;
  /** The minimum number of each that the member has at least attempted to get. */
  wants: { courses: number; events: number; plans: number; orders: number };
  /** Keys of the member's first courses. */
  first: readonly string[];
}

type Wants = Member['wants'];
type Person = NewPlatform['people'][number];
type Membership = NewPlatform['memberships'][number];

export const STUDENTS_IN_WAVE = 60;
/** Days since the schools were founded. */
export const FOUNDED = 1000;

const wants = (courses: number, events = 0, plans = 0, orders = 0): Wants => ({ courses, events, plans, orders });

/** By person and site. People who are not listed work at the school and buy nothing. */
const NAMED: Readonly<Record<string, { joined: number; wants: Wants; first?: readonly string[] }>> = {
  [`usr_demo_ruth ${RIVERSIDE.id}`]: { joined: FOUNDED, wants: wants(0, 4, 0, 5) },
  [`usr_demo_ana ${RIVERSIDE.id}`]: { joined: 820, wants: wants(34, 24, 2, 14), first: ['watercolour', 'botany'] },
  [`usr_demo_ben ${RIVERSIDE.id}`]: { joined: 540, wants: wants(9, 6, 1, 4), first: ['watercolour'] },
  [`usr_demo_chie ${RIVERSIDE.id}`]: { joined: 300, wants: wants(7, 5, 0, 3), first: ['botany'] },
  [`usr_demo_mila ${HARBOUR.id}`]: { joined: 700, wants: wants(12, 9, 1, 6), first: ['cello'] },
  [`usr_demo_tom ${HARBOUR.id}`]: { joined: 260, wants: wants(6, 4, 0, 3), first: ['cello'] },
};

const NO_WANTS = wants(0);
const LOCALES = ['en', 'en', 'en-GB', 'pt-PT', 'de', 'fr', 'ja', null] as const;
const TAGS = ['newsletter', 'scholarship', 'teacher', 'since-opening', 'works-nights'] as const;
const CITIES = ['Lisbon', 'Porto', 'Boston', 'Halifax', 'Lyon', 'Leipzig'] as const;
const NOTES = ['Prefers to be written to, not called.', 'Paid by the employer; invoice to the firm.'] as const;

export interface WavePeople {
  people: Person[];
  memberships: Membership[];
  /** Members with activity. */
  members: Member[];
}

/** The named people, who are in no further wave. */
export function namedPeople({ site, now }: Wave): Omit<WavePeople, 'people'> {
  const here = DEMO_PEOPLE.flatMap(({ id, roles }) =>
    roles
      .filter(({ siteId }) => siteId === site.id)
      .map(({ role }) => {
        const { joined = FOUNDED - 1, wants = NO_WANTS, first = [] } = NAMED[`${id} ${site.id}`] ?? {};
        const joinedAt = now - joined * DAY;
        return { id, role, first, wants, joinedAt, lastSeenAt: now - HOUR };
      }),
  );
  return {
    members: here,
    memberships: here.map(({ id, role, joinedAt, lastSeenAt }) => ({
      personId: id,
      siteId: site.id,
      role,
      joinedAt,
      lastSeenAt,
      locale: site.locale,
      marketingConsent: diceOf(`consent ${id}`).percent(50),
    })),
  };
}

/** Generated students have no password, so they cannot sign in. */
export function studentsOf(wave: Wave): WavePeople {
  const made = Array.from({ length: STUDENTS_IN_WAVE }, (_, index) => studentOf(wave, index));
  return {
    people: made.map(({ person }) => person),
    memberships: made.map(({ membership }) => membership),
    members: made.filter(({ membership: { status } }) => status === 'active' || status === 'suspended').map(memberOf),
  };
}

const statusOf = (index: number): NonNullable<Membership['status']> => {
  if (index % 20 === 7) return 'invited';
  if (index % 20 === 13) return 'suspended';
  return index === 41 ? 'removed' : 'active';
};

function studentOf(wave: Wave, index: number) {
  const { site, now } = wave;
  const id = idIn(wave, 'usr', `${site.slug}_${String(index + 1).padStart(2, '0')}`);
  const dice = diceOf(id);
  // Both schools use the same lists with different combinations of names.
  const shift = 11 * index + wave.number + (site.id === RIVERSIDE.id ? 0 : 31);
  const name = `${nth(FIRST_NAMES, index)} ${nth(LAST_NAMES, shift)}`;
  const mailbox = [...slugOf(name).split('-'), ...(wave.number === 0 ? [] : [wave.number + 1])].join('.');
  const email = `${mailbox}@students.example`;
  const status = statusOf(index);
  const joinedAt = now - dice.between(30, 950) * DAY - dice.between(0, 86_399) * 1000;
  const dormant = status !== 'active' || dice.percent(25);
  const lastSeenAt = dormant
    ? joinedAt + dice.between(20, Math.floor((now - joinedAt) / DAY) - 1) * DAY
    : now - dice.between(10, 12 * 24 * 60) * 60_000;
  const person: Person = {
    id,
    email,
    name,
    emailKey: emailKey(email),
    emailVerified: status !== 'invited',
    passwordHash: null,
    active: true,
    createdAt: joinedAt,
  };
  const membership = {
    personId: id,
    siteId: site.id,
    role: 'member' as const,
    status,
    joinedAt,
    lastSeenAt: status === 'invited' ? null : lastSeenAt,
    knownName: status === 'invited' ? name : null,
    locale: dice.pick(LOCALES),
    marketingConsent: dice.percent(40),
    tags: dice.percent(30) ? dice.some(TAGS, dice.between(1, 2)) : [],
    customFields: dice.percent(30) ? { city: dice.pick(CITIES) } : {},
    note: dice.percent(6) ? dice.pick(NOTES) : null,
  };
  return { person, membership, lastSeenAt };
}

function memberOf({ membership, lastSeenAt }: ReturnType<typeof studentOf>): Member {
  const dice = diceOf(`wants ${membership.personId}`);
  return {
    id: membership.personId,
    joinedAt: membership.joinedAt,
    lastSeenAt,
    wants: wants(dice.between(1, 7), 0, dice.percent(45) ? 1 : 0, dice.between(0, 2)),
    first: [],
  };
}
