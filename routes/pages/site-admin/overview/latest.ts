/** What people did at a school lately, newest first. Each kind is shown to those who may see its list. */
import type { FastifyInstance } from 'fastify';
import { instantOf } from '../../../../schema/school/calendar.ts';
import { formatMoney } from '../../../../schema/school/money.ts';
import { ago } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type IconName, icon } from '../../kit/icons.ts';
import type { Visit } from '../../kit/page.ts';
import type { AreaPlace, Row } from '../../kit/resource/place.ts';
import { at, type OperatorRequest } from '../operator-pages.ts';

const SHOWN = 10;
const DAYS = 14 * 86_400_000;
/** Where the name goes in a sentence. No name has it. */
const NAME = '\0';

type Kind = 'enrolled' | 'completed' | 'registered' | 'ordered' | 'commented' | 'published';

interface Deed {
  readonly kind: Kind;
  readonly at: number;
  /** The id and the name of the person. */
  readonly by: unknown;
  readonly who: unknown;
  readonly what: string;
  /** Below the school. */
  readonly href: string;
  /** True if others did the same just before. */
  readonly hasOthers?: boolean;
}

const ICONS: Readonly<Record<Kind, IconName>> = {
  enrolled: 'user-check',
  completed: 'award',
  registered: 'calendar-check',
  ordered: 'receipt',
  commented: 'message-square',
  published: 'newspaper',
};

/** Kinds of lists, with what makes a deed of a row; `undefined` for what did not come about. */
type Listed = readonly [list: string, filter: Readonly<Record<string, string>>, deed: (row: Row) => Deed | undefined];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const listed = (language: string): readonly Listed[] => [
  [
    'list_orders',
    {},
    ({ currency, id, items, memberId, memberName, placedAt, status, total }) =>
      status === 'failed' || status === 'cancelled'
        ? undefined
        : {
            kind: 'ordered',
            at: instantOf(text(placedAt)),
            by: memberId,
            who: memberName,
            what: `${(items as readonly { title: string }[]).map(({ title }) => title).join(', ')} · ${formatMoney(Number(total), text(currency), language)}`,
            href: `/orders/${id}`,
          },
  ],
  [
    'list_comments',
    {},
    ({ createdAt, id, memberId, memberName, targetTitle }) => ({
      kind: 'commented',
      at: instantOf(text(createdAt)),
      by: memberId,
      who: memberName,
      what: text(targetTitle),
      href: `/comments/${id}`,
    }),
  ],
  [
    'list_posts',
    { status: 'published' },
    ({ authorId, authorName, id, publishAt, title }) => ({
      kind: 'published',
      at: instantOf(text(publishAt)),
      by: authorId,
      who: authorName,
      what: text(title),
      href: `/posts/${id}`,
    }),
  ],
];

/** @returns `undefined` for staff to whom the school shows none of it */
export async function latestDeeds(
  { school }: FastifyInstance,
  place: AreaPlace<OperatorRequest>,
  { language, now, signedIn }: Visit<OperatorRequest>,
): Promise<readonly Deed[] | undefined> {
  const { siteId } = signedIn.membership;
  const named = async (get: string, rows: () => Promise<readonly Row[]>, deed: (row: Row) => Deed | undefined) => {
    const operation = place.operation(get);
    if (operation === undefined || !place.may(signedIn, operation.scope)) return undefined;
    return (await place.withNames(signedIn, operation, await rows())).map(deed).filter((one) => one !== undefined);
  };
  const found = await Promise.all([
    named(
      'get_enrollment',
      async () => {
        const kinds = ['enrolled', 'completed'] as const;
        const reached = await Promise.all(kinds.map((kind) => school.stats.reached(siteId, kind, now - DAYS)));
        return reached.flat();
      },
      ({ at, courseTitle, kind, memberEmail, memberId, memberName }) => ({
        kind: kind === 'completed' ? kind : 'enrolled',
        at: Number(at),
        by: memberId,
        who: memberName ?? memberEmail,
        what: text(courseTitle),
        href: `/students/${memberId}`,
      }),
    ),
    named(
      'get_event_registration',
      () => school.stats.newlyRegistered(siteId, now - DAYS),
      ({ at, eventId, eventTitle, id, memberId, memberName }) => ({
        kind: 'registered',
        at: Number(at),
        by: memberId,
        who: memberName,
        what: text(eventTitle),
        href: `/events/${eventId}/registrations/${id}`,
      }),
    ),
    ...listed(language).map(([name, filter, deed]) =>
      named(
        name,
        async () => {
          const list = place.operation(name);
          const { nodes } = (await (list && place.run(signedIn, list, { ...filter, first: SHOWN }))) as {
            nodes: readonly Row[];
          };
          return nodes;
        },
        deed,
      ),
    ),
  ]);
  if (found.every((one) => one === undefined)) return undefined;
  return joined(found.flatMap((one) => one ?? []).sort((one, other) => other.at - one.at)).slice(0, SHOWN);
}

/** Many who are enrolled or registered at once are one line. */
function joined(deeds: readonly Deed[]): Deed[] {
  const all: Deed[] = [];
  for (const deed of deeds) {
    const last = all.at(-1);
    const isSame = last?.kind === deed.kind && last.what === deed.what && deed.kind !== 'ordered';
    if (last !== undefined && isSame)
      all[all.length - 1] = { ...last, who: last.who ?? deed.who, hasOthers: last.hasOthers || last.by !== deed.by };
    else all.push(deed);
  }
  return all;
}

export function latestSection(deeds: readonly Deed[], visit: Visit<OperatorRequest>): Html {
  const { language, now, signedIn, text: words, timeZone } = visit;
  const { latest } = words.schoolHome;
  const item = ({ at: when, hasOthers, href, kind, what, who }: Deed): Html => {
    const name = displayText(String(who ?? words.roles.member));
    const [before, after] = latest[kind]({ who: NAME, what: displayText(what) }).split(NAME);
    const people = html`<strong>${name}</strong>${hasOthers === true && ` ${latest.others}`}`;
    return html`<li>${icon(ICONS[kind])}<p><a href="${at(signedIn, href)}">${before}${people}${after}</a></p>${ago(when, now, language, { unit: 'minute', timeZone })}</li>`;
  };
  return html`<section class="card"><div class="title"><h2>${latest.title}</h2>${signedIn.manages && html`<a href="${at(signedIn, '/audit')}">${latest.all}</a>`}</div>
${deeds.length === 0 ? html`<p class="quiet">${latest.none}</p>` : html`<ul class="latest">${deeds.map(item)}</ul>`}</section>`;
}
