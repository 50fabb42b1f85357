/** Who has not finished a course, those whom it has not seen for longest first, so that a teacher can write to them. */
import type { FastifyInstance } from 'fastify';
import { ago, hiddenInput, select } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { type FilteredPortion, listPage } from '../../kit/list.ts';
import type { Visit } from '../../kit/page.ts';
import { sliceOf } from '../../kit/pagination.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import type { AreaPlace } from '../../kit/resource/place.ts';
import { topAbove } from '../../kit/resource/record.ts';
import { at, type OperatorRequest } from '../operator-pages.ts';

const SCOPES = ['courses:read', 'students:read', 'members:read'] as const;
const PER_PAGE = 20;
const READ_AT_ONCE = 500;
/** Of a larger course, the newest students are looked at. */
const MOST_READ = 20_000;
const DAY = 86_400_000;
const DAYS = ['7', '30', '90'] as const;
const SORTS = ['watched', 'progress'] as const;

interface Behind {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly progressPercent: number;
  readonly lastWatchedAt: number | null;
}

interface Portion extends FilteredPortion<Behind> {
  readonly above: NonNullable<Awaited<ReturnType<typeof topAbove>>>;
  readonly unseen: string;
  readonly sort: (typeof SORTS)[number];
}

const behindPath = (courseId: unknown): string => `/courses/${courseId}/behind`;

/** For those who see the courses, the students and their addresses. */
export const behindLink = (place: AreaPlace<OperatorRequest>, signedIn: OperatorRequest, courseId: unknown) =>
  SCOPES.every((scope) => place.may(signedIn, scope))
    ? [{ href: at(signedIn, behindPath(courseId)), label: signedIn.text.content.behind.title }]
    : [];

export function behindList(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  const address = (signedIn: OperatorRequest): string =>
    at(signedIn, behindPath(encodeURIComponent(pathParameter(signedIn.request, 'course'))));

  listPage<OperatorRequest, Portion>(app, place.within(SCOPES, '/courses'), {
    at: `${place.path}${behindPath(':course')}`,
    address,
    load: (visit) => portionOf(app, place, visit),
    title: ({ above }, { text: { content } }) => content.question({ action: content.behind.title, name: above.name }),
    above: ({ above }, { text: { content } }) => ({
      ...above,
      heading: html`<h2>${content.behind.title}</h2><p>${content.behind.lead}</p>`,
    }),
    filters: ({ sort, unseen }, { text: { content, members } }) => [
      select({
        name: 'unseen',
        label: content.behind.unseen,
        options: [
          { value: '', label: members.filter.any },
          ...DAYS.map((value) => ({ value, label: content.behind.days({ count: Number(value) }) })),
        ],
        value: unseen,
      }),
      hiddenInput('sort', sort),
    ],
    count: ({ total }, { text }) => text.content.total({ count: total }),
    columns: ({ signedIn, text, now, language, timeZone }, { sort, unseen }) => {
      const sortable = (by: Portion['sort'], direction: 'ascending' | 'descending') =>
        sort === by
          ? { direction }
          : { href: `${address(signedIn)}?${new URLSearchParams({ sort: by, ...(unseen === '' ? {} : { unseen }) })}` };
      return [
        {
          head: text.content.fields.memberId,
          cell: ({ id, name, email }) =>
            html`<a href="${at(signedIn, `/enrollments/${id}`)}">${displayText(name)}</a><span class="detail">${displayText(email)}</span>`,
        },
        {
          head: text.content.fields.progressPercent,
          cell: ({ progressPercent }) => `${progressPercent} %`,
          isLabelled: true,
          isNumber: true,
          sort: sortable('progress', 'ascending'),
        },
        {
          head: text.content.progress.watched,
          cell: ({ lastWatchedAt }) =>
            lastWatchedAt === null ? text.shell.never : ago(lastWatchedAt, now, language, { unit: 'minute', timeZone }),
          isLabelled: true,
          isNumber: true,
          sort: sortable('watched', 'ascending'),
        },
      ];
    },
    empty: ({ text: { content } }) => ({
      none: { title: content.behind.none, text: '' },
      noneFound: { title: content.behind.none, text: '' },
    }),
  });
}

/** @returns `undefined` if there is no such course, or the query makes no sense */
async function portionOf(
  app: FastifyInstance,
  place: AreaPlace<OperatorRequest>,
  visit: Visit<OperatorRequest>,
): Promise<Portion | undefined> {
  const { now, query, signedIn } = visit;
  const id = pathParameter(signedIn.request, 'course');
  const above = await topAbove(place, visit, { many: 'courses', id, here: at(signedIn, behindPath(id)) });
  const unseen = query.get('unseen') ?? '';
  const sort = SORTS.find((one) => one === (query.get('sort') || 'watched'));
  if (above === undefined || sort === undefined || (unseen !== '' && !DAYS.some((one) => one === unseen))) return;
  const all = await unfinished(app, signedIn.membership.siteId, above.id, now);
  const isLong = ({ lastWatchedAt }: Behind): boolean =>
    unseen === '' || (lastWatchedAt ?? 0) < now - Number(unseen) * DAY;
  const rank = ({ lastWatchedAt, progressPercent }: Behind): number =>
    sort === 'progress' ? progressPercent : (lastWatchedAt ?? 0);
  const rows = all.filter(isLong).sort((a, b) => rank(a) - rank(b));
  const slice = sliceOf(rows, query.get('from'), PER_PAGE, { unseen, sort: sort === 'watched' ? '' : sort });
  return { ...slice, total: rows.length, isFiltered: unseen !== '', above, unseen, sort };
}

/** The students who have access and have not completed the course. */
async function unfinished({ school }: FastifyInstance, siteId: string, courseId: string, now: number) {
  const found: Behind[] = [];
  let after: { at: number; id: string } | undefined;
  for (let read = 0; read < MOST_READ; read += READ_AT_ONCE) {
    const where = { courseId, status: { openAt: now } };
    const query = { first: READ_AT_ONCE, after, where, sort: 'startsAt', descending: true };
    const { rows, hasMore } = await school.records('enrollments').page(siteId, query);
    const open = rows.filter(({ completedAt, progressPercent }) => completedAt === null && progressPercent < 100);
    const labels = await school.members.labels(
      siteId,
      open.map(({ personId }) => personId),
    );
    found.push(
      ...open.flatMap(({ id, personId, progressPercent, lastWatchedAt }) => {
        const { name, email } = labels.get(personId) ?? {};
        return email === undefined ? [] : [{ id, name: name ?? email, email, progressPercent, lastWatchedAt }];
      }),
    );
    const last = rows.at(-1);
    if (!hasMore || last === undefined) break;
    after = { at: last.startsAt, id: last.id };
  }
  return found;
}
