/** Access control, frame and time zone of the pages of a person's own account. */
import type { FastifyInstance } from 'fastify';
import type { SchoolMembership } from '../../../schema/people/person.ts';
import { schoolOfAccount } from '../../../schema/people/school-of-account.ts';
import { memberPath } from '../../../schema/school/addresses.ts';
import { displayText } from '../kit/display-text.ts';
import type { AreaLink, PageFrame } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import type { Place } from '../kit/page.ts';
import { frameFor, sendPage, tellStale } from '../kit/sending.ts';
import { areaFrame, type SignedInPages, type SignedInRequest, signedInPages } from '../kit/signed-in.ts';

export const accountPages = (app: FastifyInstance): SignedInPages =>
  signedInPages(app, (signedIn) => signedIn, { schoolOf: (memberships) => schoolOfAccount(memberships) });

const LEARNING_ICONS = {
  courses: 'graduation-cap',
  orders: 'receipt',
  events: 'calendar',
  files: 'file-down',
} as const;
const LEARNING_PATHS = { courses: '', orders: '/orders', events: '/events', files: '/files' } as const;

export type AccountPath =
  | '/account'
  | '/account/activity'
  | '/account/assistants'
  | '/account/connected-apps'
  | '/account/explorer'
  | '/account/sessions'
  | '/account/sign-in'
  | '/account/profile';

/** Paths below the pages of a member at a school. */
export type LearningPath = '' | '/orders' | '/events' | '/files';

/** Returns the path of a page of a member at a school. */
export const learningPath = ({ slug }: Pick<SchoolMembership, 'slug'>, path = ''): string =>
  `${memberPath(slug)}${path}`;

/** The frame of the pages of a member at a school: what the member has there, in a bar, and the way to the account. */
export function learningFrame(
  signedIn: SignedInRequest,
  current: ReturnType<typeof learningPath>,
  school: SchoolMembership,
): PageFrame {
  const { account, shell } = signedIn.text;
  const pages: AreaLink[] = [
    ...ownPages(signedIn, school),
    { href: '/account/connected-apps', label: account.area.pages.connectedApps, icon: 'plug' },
    { href: '/account', label: shell.areas.account, icon: 'circle-user' },
  ];
  return areaFrame(signedIn, { kind: 'account', current, groups: [{ pages }], isBar: true });
}

const ownPages = ({ text }: SignedInRequest, school: SchoolMembership): AreaLink[] =>
  (Object.entries(text.learning.pages) as [keyof typeof LEARNING_PATHS, string][]).map(([name, label]) => ({
    href: learningPath(school, LEARNING_PATHS[name]),
    label,
    icon: LEARNING_ICONS[name],
  }));

/** @param school the school whose pages for members stand in the menu; by default the only one of the person */
export function accountFrame(
  signedIn: SignedInRequest,
  current: AccountPath | ReturnType<typeof learningPath>,
  school = schoolOfAccount(signedIn.memberships),
): PageFrame {
  const { account, shell } = signedIn.text;
  const { pages } = account.area;
  const links: (AreaLink & { href: AccountPath })[] = [
    { href: '/account', label: pages.overview, icon: 'house' },
    { href: '/account/connected-apps', label: pages.connectedApps, icon: 'plug' },
    { href: '/account/assistants', label: pages.assistants, icon: 'bot' },
    { href: '/account/sessions', label: pages.sessions, icon: 'monitor-smartphone' },
    { href: '/account/activity', label: pages.activity, icon: 'history' },
    { href: '/account/sign-in', label: pages.signIn, icon: 'lock-keyhole' },
    { href: '/account/profile', label: pages.profile, icon: 'circle-user' },
  ];
  const groups =
    school === undefined
      ? [{ pages: links }]
      : [
          { title: displayText(school.siteName), pages: ownPages(signedIn, school) },
          { title: shell.areas.account, pages: links },
        ];
  return areaFrame(signedIn, { kind: 'account', current, groups });
}

/** Times are shown in the time zone of the school if there is exactly one, and in UTC otherwise. */
export const timeZoneOf = ([first, ...more]: SignedInRequest['memberships']): string =>
  first === undefined || more.length > 0 ? 'UTC' : first.timezone;

/** @param current the page of the navigation to which the pages belong */
export const accountPlace = (pages: SignedInPages, current: AccountPath): Place => ({
  pages,
  frame: (signedIn) => accountFrame(signedIn, current),
  timeZone: ({ memberships }) => timeZoneOf(memberships),
  missing: ({ request }, reply) => tellStale(request, reply),
});

/** The page of how a person signs in. */
export const SIGN_IN = '/account/sign-in';

/** Where forms are that change how a person signs in. */
export const signInPlace = (pages: SignedInPages): Place => ({
  ...accountPlace(pages, SIGN_IN),
  missing: ({ request }, reply) =>
    sendPage(reply.code(404), messagePage(frameFor(request), { kind: 'not_found' }), 'own_message'),
});
