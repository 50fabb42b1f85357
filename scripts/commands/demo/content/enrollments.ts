/** Enrollments, their duration and progress. */
import { addDays, dateAt, endOfDay } from '../../../../schema/school/calendar.ts';
import { enrollmentIdOf } from '../../../../schema/school/entitlement.ts';
import type { Course } from './courses.ts';
import { type Dice, diceOf, nth } from './dice.ts';
import type { Member } from './people.ts';
import { SETTLED, type Subscription, timeBetween } from './subscriptions.ts';
import { type WatchedLecture, watch } from './watching.ts';
import { DAY, HOUR, type Row, type Wave } from './wave.ts';

export interface Enrollment {
  row: Row<'enrollments'>;
  course: Course;
  member: Member;
}

export interface Learning {
  enrollments: Enrollment[];
  watchPositions: Row<'watchPositions'>[];
}

type Access = 'lifetime' | 'dated' | 'lapsed' | 'expired' | 'last_day' | 'revoked';
type Source = NonNullable<Row<'enrollments'>['source']>;

const ACCESSES: readonly Access[] = [
  'lifetime',
  'lifetime',
  'dated',
  'lifetime',
  'lapsed',
  'dated',
  'expired',
  'lifetime',
  'last_day',
  'dated',
  'lifetime',
  'revoked',
  'dated',
];
const SOURCES: readonly Source[] = ['order', 'order', 'grant', 'order', 'coupon', 'order', 'order', 'import', 'order'];
const FREE_SOURCES: readonly Source[] = ['order', 'grant', 'order'];

/** @param offered courses, those of the member's own wave first */
export function learningOf(
  wave: Wave,
  members: readonly Member[],
  offered: readonly Course[],
  subscriptions: readonly Subscription[],
): Learning {
  const learning: Learning = { enrollments: [], watchPositions: [] };
  const take = (enrollment: Enrollment | undefined, watched: readonly WatchedLecture[]): void => {
    if (enrollment === undefined) return;
    learning.enrollments.push(enrollment);
    for (const position of watched) learning.watchPositions.push({ enrollmentId: enrollment.row.id, ...position });
  };

  for (const member of members) {
    const chosen = chosenBy(member, offered);
    chosen.forEach((course, index) => {
      take(...enrol(wave, member, course, index));
    });
    const others = offered.filter((course) => !chosen.includes(course));
    for (const subscription of subscriptions.filter(({ row }) => row.personId === member.id)) {
      for (const course of coveredBy(subscription, others)) {
        others.splice(others.indexOf(course), 1);
        take(...enrolBySubscription(wave, member, course, subscription));
      }
    }
  }
  return learning;
}

function chosenBy(member: Member, offered: readonly Course[]): Course[] {
  const first = offered.filter(({ outline }) => member.first.includes(outline.key));
  const others = offered.filter((course) => !first.includes(course));
  return [...first, ...diceOf(`courses ${member.id}`).some(others, member.wants.courses - first.length)];
}

const idOf = (member: Member, course: Course): string => `enr_${member.id.slice(4)}_${course.row.id.slice(9)}`;

type EnrollmentRows = [enrollment: Enrollment | undefined, watched: readonly WatchedLecture[]];
const NOTHING: EnrollmentRows = [undefined, []];

function enrol(wave: Wave, member: Member, course: Course, index: number): EnrollmentRows {
  const id = idOf(member, course);
  const dice = diceOf(id);
  const earliest = Math.max(member.joinedAt + SETTLED, course.publishedAt + 2 * DAY);
  const latest = Math.min(member.lastSeenAt, course.row.archivedAt ?? wave.now) - DAY;
  if (latest < earliest) return NOTHING;

  // The named people have some of everything; the others start at a random position of the list.
  const turn = index + (member.first.length > 0 ? 0 : dice.between(0, ACCESSES.length - 1));
  const access = wave.now - earliest < 30 * DAY ? 'lifetime' : nth(ACCESSES, turn);
  const ends = access === 'lapsed' || access === 'expired' || access === 'last_day';
  const startsAt = timeBetween(dice, earliest, ends ? Math.min(latest, (earliest + wave.now - 20 * DAY) / 2) : latest);
  const source = course.row.priceAmount === 0 ? nth(FREE_SOURCES, turn) : nth(SOURCES, index + turn);
  const term = termOf(wave, course, access, startsAt, dice);
  const until =
    access === 'revoked' ? timeBetween(dice, startsAt + HOUR, wave.now - HOUR) : (term.expiresAt ?? wave.now);
  return enrolled(wave, member, course, dice, {
    id,
    source,
    status: access === 'expired' || access === 'revoked' ? access : 'active',
    startsAt,
    ...term,
    until,
  });
}

/** The last day of access and the instant at which it ends, or neither. */
function termOf(wave: Wave, course: Course, access: Access, startsAt: number, dice: Dice) {
  const { timezone } = wave.site;
  const elapsed = Math.floor((wave.now - startsAt) / DAY);
  const { accessDays } = course.row;
  const until = (date: string) => ({ expireDate: date, expiresAt: endOfDay(date, timezone) });
  const after = (days: number) => until(addDays(dateAt(startsAt, timezone), days));
  switch (access) {
    case 'lifetime':
      return { expireDate: null, expiresAt: null };
    case 'revoked':
      return dice.percent(50) ? { expireDate: null, expiresAt: null } : after(elapsed + dice.between(5, 90));
    case 'last_day':
      return until(dateAt(wave.now, timezone));
    // The duration is that of the course if it fits, or one set by the school otherwise.
    case 'dated':
      return after(accessDays != null && accessDays > elapsed + 1 ? accessDays : elapsed + dice.between(5, 200));
    default:
      return after(accessDays != null && accessDays < elapsed - 2 ? accessDays : Math.ceil(elapsed / 2));
  }
}

interface Terms {
  id: string;
  source: Source;
  status: Row<'enrollments'>['status'];
  startsAt: number;
  expireDate: string | null;
  expiresAt: number | null;
  /** Nothing is watched after this time. */
  until: number;
}

function enrolled(wave: Wave, member: Member, course: Course, dice: Dice, { until, ...terms }: Terms): EnrollmentRows {
  const end = Math.min(until, wave.now, member.lastSeenAt);
  const { positions, ...progress } = watch(course, terms.startsAt, end, dice);
  const changed = terms.status === 'active' ? 0 : Math.min(until, wave.now);
  const updatedAt = Math.max(terms.startsAt, changed, progress.lastWatchedAt ?? 0);
  return [
    { member, course, row: { ...terms, personId: member.id, courseId: course.row.id, ...progress, updatedAt } },
    positions,
  ];
}

function coveredBy({ plan, row }: Subscription, others: readonly Course[]): Course[] {
  const covered = others.filter(({ row: { id, status, priceAmount = 0 } }) => {
    if (status === 'archived' || priceAmount === 0) return false;
    return plan.courseIds.length === 0 || plan.courseIds.includes(id);
  });
  return diceOf(`covered ${row.id}`).some(covered, 2);
}

/** Creates the enrollment of a course that the subscription gives, which the first lecture watched creates. */
function enrolBySubscription(wave: Wave, member: Member, course: Course, { row, plan }: Subscription): EnrollmentRows {
  const id = enrollmentIdOf(course.row.id, member.id);
  const dice = diceOf(id);
  const isLifetime = plan.outline.terms.planType === 'lifetime';
  const end = row.endsAt ?? (isLifetime ? wave.now : row.currentPeriodEnd);
  const latest = Math.min(end, wave.now) - HOUR;
  const earliest = Math.max(row.startedAt, course.publishedAt + 2 * DAY);
  if (latest < earliest) return NOTHING;
  const made = enrolled(wave, member, course, dice, {
    id,
    source: 'subscription',
    status: 'active',
    startsAt: timeBetween(dice, earliest, (earliest + latest) / 2),
    expireDate: null,
    expiresAt: null,
    until: latest,
  });
  return made[1].length === 0 ? NOTHING : made;
}
