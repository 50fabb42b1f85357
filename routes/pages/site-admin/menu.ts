/** The menu of the school admin. It has only what the person may see. */
import { roleMayGrant, type Scope } from '../../../schema/oauth/scope.ts';
import type { SchoolMembership } from '../../../schema/people/person.ts';
import type { Area, AreaLink } from '../kit/layout.ts';
import type { AreaName } from '../kit/resource/area.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';

type Reader = Pick<SignedInRequest, 'text' | 'runsPlatform'> & {
  readonly membership: SchoolMembership;
  readonly manages: boolean;
};

type Content = readonly [name: AreaName, scope: Scope];

/** What a school has, with the scope by which it is seen. The lists of an entry of the menu lead to each other. */
const SCHOOL: readonly (readonly Content[])[] = [
  [
    ['courses', 'courses:read'],
    ['lecturers', 'lecturers:read'],
    ['course_analytics', 'analytics:read'],
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

const pathOf = (name: AreaName): string => `/${name.replaceAll('_', '-')}`;
const seenBy = ({ membership }: Pick<Reader, 'membership'>, group: readonly Content[]): readonly Content[] =>
  group.filter(([, scope]) => roleMayGrant(membership, scope));
const groupOf = (path: string): readonly Content[] =>
  [...SCHOOL, ...PEOPLE].find((group) => group.some(([name]) => pathOf(name) === path)) ?? [];

/** The path of the entry of the menu to which a list belongs: that of the first list of its group that the person sees. */
export function entryOf(reader: Reader, path: string): string {
  const [first] = seenBy(reader, groupOf(path));
  return first === undefined ? path : pathOf(first[0]);
}

export const siblingsOf = (reader: Reader, base: string, path: string): AreaLink[] =>
  seenBy(reader, groupOf(path)).map(([name]) => ({
    href: `${base}${pathOf(name)}`,
    label: reader.text.content.areas[name].title,
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
    ...entry('/look', pages.look, manages),
    ...entry('/settings', pages.settings, manages),
  ];
  const developers = [
    ...entry('/applications', pages.applications, mayConnect),
    // Connections can be viewed and ended whatever the school tries out.
    ...entry('/connections', pages.connections, showsMembers),
    ...entry('/reviews', pages.reviews, mayConnect),
    ...entry('/connect', pages.connect, manages),
    ...entry('/webhooks', pages.webhooks, manages),
  ];
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
  ].filter((group) => group.pages.length > 0);
}
