/** The menu of the school admin. It has only what the person may see. */
import { roleMayGrant, type Scope } from '../../../schema/oauth/scope.ts';
import type { SchoolMembership } from '../../../schema/people/person.ts';
import type { IconName } from '../kit/icons.ts';
import type { Area, AreaLink } from '../kit/layout.ts';
import type { AreaName } from '../kit/resource/area.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';

type Reader = Pick<SignedInRequest, 'text' | 'runsPlatform'> & {
  readonly membership: SchoolMembership;
  readonly manages: boolean;
};

type Content = readonly [name: AreaName, scope: Scope];

/** By the path of the entry. */
const ICONS: Readonly<Record<string, IconName>> = {
  '': 'layout-dashboard',
  '/courses': 'graduation-cap',
  '/lecturers': 'graduation-cap',
  '/course-analytics': 'graduation-cap',
  '/events': 'calendar',
  '/posts': 'newspaper',
  '/pages': 'newspaper',
  '/forms': 'newspaper',
  '/comments': 'newspaper',
  '/orders': 'receipt',
  '/subscriptions': 'receipt',
  '/membership-plans': 'receipt',
  '/digital-products': 'receipt',
  '/coupons': 'receipt',
  '/audit': 'history',
  '/settings': 'settings',
  '/members': 'users',
  '/roster': 'file-up',
  '/enrollments': 'user-check',
  '/students': 'user-check',
  '/applications': 'app-window',
  '/connections': 'plug',
  '/reviews': 'shield-check',
  '/connect': 'bot',
  '/webhooks': 'webhook',
  '/accounts': 'user-cog',
};

/** What a school has, with the scope by which it is seen. The lists of an entry of the menu lead to each other. */
const SCHOOL: readonly (readonly Content[])[] = [
  [
    ['courses', 'courses:read'],
    ['lecturers', 'lecturers:read'],
    ['course_analytics', 'analytics:read'],
    ['assets', 'storage:write'],
  ],
  [['events', 'events:read']],
  [
    ['posts', 'posts:read'],
    ['pages', 'pages:read'],
    ['forms', 'forms:read'],
    ['comments', 'comments:read'],
  ],
  [
    ['orders', 'orders:read'],
    ['refunds', 'orders:read'],
    ['subscriptions', 'subscriptions:read'],
    ['membership_plans', 'membership_plans:read'],
    ['digital_products', 'digital_products:read'],
    ['coupons', 'coupons:read'],
  ],
];
const PEOPLE: readonly (readonly Content[])[] = [
  [
    ['enrollments', 'students:read'],
    ['students', 'students:read'],
  ],
];

/** The page of the name, logo and colours of a school, which is one of its settings. */
export const LOOK = '/look';
const SETTINGS = '/settings';
/** So is that of its provider. */
export const SIGN_IN = '/sign-in';

const pathOf = (name: AreaName): string => `/${name.replaceAll('_', '-')}`;
const seenBy = ({ membership }: Pick<Reader, 'membership'>, group: readonly Content[]): readonly Content[] =>
  group.filter(([, scope]) => roleMayGrant(membership, scope));
const groupOf = (path: string): readonly Content[] =>
  [...SCHOOL, ...PEOPLE].find((group) => group.some(([name]) => pathOf(name) === path)) ?? [];

/** The path of the entry of the menu to which a list belongs: that of the first list of its group that the person sees. */
export function entryOf(reader: Reader, path: string): string {
  if (path === LOOK || path === SIGN_IN) return SETTINGS;
  const [first] = seenBy(reader, groupOf(path));
  return first === undefined ? path : pathOf(first[0]);
}

export const siblingsOf = (reader: Reader, base: string, path: string): AreaLink[] =>
  seenBy(reader, groupOf(path)).map(([name]) => ({
    href: `${base}${pathOf(name)}`,
    label: reader.text.content.areas[name].title,
  }));

/** The pages of the settings. */
export const settingsLinks = ({ text }: Pick<Reader, 'text'>, base: string): AreaLink[] =>
  (
    [
      ['settings', SETTINGS],
      ['look', LOOK],
    ] as const
  ).map(([name, path]) => ({
    href: `${base}${path}`,
    label: text.admin.area.pages[name],
  }));

/** @param base the path of the school's overview */
export function menuOf(reader: Reader, base: string): Area['groups'] {
  const { text, membership, manages, runsPlatform } = reader;
  const { admin } = text;
  const { pages, ...titles } = admin.area;
  const entry = (path: string, label: string, isShown: boolean): AreaLink[] =>
    isShown ? [{ href: `${base}${path}`, label }] : [];
  const mayConnect = manages && membership.betaFeatures.includes('mcp_connections');
  const showsMembers = roleMayGrant(membership, 'members:read');
  const first = (group: readonly Content[]): AreaLink[] =>
    siblingsOf(reader, base, pathOf(group[0]?.[0] ?? 'courses')).slice(0, 1);
  const school = [
    ...entry('', pages.overview, true),
    ...SCHOOL.flatMap(first),
    ...entry('/audit', pages.audit, manages),
    ...entry(SETTINGS, pages.settings, manages),
  ];
  const developers = [
    ...entry('/applications', pages.applications, mayConnect),
    // Connections can be viewed and ended whatever the school tries out.
    ...entry('/connections', pages.connections, showsMembers),
    ...entry('/reviews', pages.reviews, mayConnect),
    ...entry('/connect', pages.connect, manages),
    ...entry('/webhooks', pages.webhooks, manages),
  ];
  const withIcon = (link: AreaLink): AreaLink => ({
    ...link,
    icon: ICONS[link.href.slice(base.length)] ?? 'app-window',
  });
  return [
    { title: titles.school, pages: school },
    {
      title: titles.people,
      pages: [
        ...entry('/members', pages.members, showsMembers),
        ...PEOPLE.flatMap(first),
        ...entry('/roster', text.roster.title, manages),
      ],
    },
    { title: titles.developers, pages: developers },
    { title: titles.platform, pages: entry('/accounts', pages.accounts, runsPlatform) },
  ]
    .filter((group) => group.pages.length > 0)
    .map(({ title, pages: links }) => ({ title, pages: links.map(withIcon) }));
}
