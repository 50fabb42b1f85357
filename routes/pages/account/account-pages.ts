/** Access control, frame and time zone of the pages of a person's own account. */
import type { FastifyInstance } from 'fastify';
import { schoolOfAccount } from '../../../schema/people/school-of-account.ts';
import type { AreaLink, PageFrame } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import type { Place } from '../kit/page.ts';
import { frameFor, sendPage, tellStale } from '../kit/sending.ts';
import { areaFrame, type SignedInPages, type SignedInRequest, signedInPages } from '../kit/signed-in.ts';

export const accountPages = (app: FastifyInstance): SignedInPages =>
  signedInPages(app, (signedIn) => signedIn, { schoolOf: (memberships) => schoolOfAccount(memberships) });

export type AccountPath =
  | '/account'
  | '/account/activity'
  | '/account/assistants'
  | '/account/connected-apps'
  | '/account/explorer'
  | '/account/sessions'
  | '/account/sign-in'
  | '/account/profile';

export function accountFrame(signedIn: SignedInRequest, current: AccountPath): PageFrame {
  const { pages } = signedIn.text.account.area;
  const links: (AreaLink & { href: AccountPath })[] = [
    { href: '/account', label: pages.overview },
    { href: '/account/connected-apps', label: pages.connectedApps },
    { href: '/account/assistants', label: pages.assistants },
    { href: '/account/sessions', label: pages.sessions },
    { href: '/account/activity', label: pages.activity },
    { href: '/account/sign-in', label: pages.signIn },
    { href: '/account/profile', label: pages.profile },
  ];
  return areaFrame(signedIn, { kind: 'account', current, groups: [{ pages: links }] });
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
