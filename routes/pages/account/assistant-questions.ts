/** Questions that a member can ask an assistant, about what the member really has at a school. */
import type { FastifyInstance } from 'fastify';
import type { EnrolledCourse, Member } from '../../../schema/school/account.ts';
import type { Text } from '../../words/index.ts';
import { displayText } from '../kit/display-text.ts';

const MOST = 5;
/** The newest of each kind, of which one suits a question. */
const LOOKED_AT = { first: 20, after: undefined } as const;

type Questions = Text['assistants']['questions'];

function aboutCourses(courses: readonly EnrolledCourse[], say: Questions): readonly (string | undefined)[] {
  const open = courses.filter(({ isExpired }) => !isExpired);
  const unfinished = open.filter(({ completedAt }) => completedAt === null);
  const begun = unfinished.find(({ progressPercent }) => progressPercent > 0) ?? unfinished[0];
  const watched = unfinished.find((one) => one !== begun && hasStopped(one)) ?? unfinished.find(hasStopped);
  const ending = open.find(({ expireDate }) => expireDate !== null);
  const ofCourse = (course: EnrolledCourse | undefined, question: Questions['ends']): string | undefined =>
    course && question({ title: displayText(course.title) });
  return [
    ofCourse(begun, say.progress),
    ofCourse(watched, say.stopped),
    ofCourse(ending, say.ends),
    unfinished.length > 1 ? say.unfinished : undefined,
    open.length > 0 ? say.courses : undefined,
  ];
}

/** Whether the member stopped somewhere, and not at the beginning of a lecture. */
const hasStopped = ({ lastWatched }: EnrolledCourse): boolean => (lastWatched?.positionSeconds ?? 0) > 0;

/** Returns at most five questions, each of which the member's own data answers. */
export async function questionsFor(
  { clock, school: { account } }: FastifyInstance,
  member: Member,
  say: Questions,
): Promise<readonly string[]> {
  const now = clock();
  const [courses, registrations, orders] = await Promise.all([
    account.enrolledCourses(member, 'active', LOOKED_AT, now),
    account.eventRegistrations(member, 'upcoming', LOOKED_AT, now),
    account.orders(member, LOOKED_AT),
  ]);
  const [progress, stopped, ...others] = aboutCourses(courses.rows, say);
  const registration = registrations.rows.find(({ status }) => status === 'registered');
  const order = orders.rows.find(({ status }) => status === 'paid');
  return [
    progress,
    stopped,
    registration && say.event({ title: displayText(registration.event.title) }),
    order && say.order({ number: displayText(order.number) }),
    ...others,
  ]
    .filter((question) => question !== undefined)
    .slice(0, MOST);
}
