/** Visits to the pages of the person's own account. */
import type { FastifyInstance } from 'fastify';
import type { AreaLink } from '../kit/area.ts';
import type { PageFrame } from '../kit/layout.ts';
import { areaFrame, type Visit, type VisitedPages, visitedPages } from '../kit/visits.ts';

export const accountPages = (app: FastifyInstance): VisitedPages<Visit> => visitedPages(app, (visit) => visit);

export type AccountPath =
  | '/account'
  | '/account/connected-apps'
  | '/account/sessions'
  | '/account/sign-in'
  | '/account/profile';

export function accountFrame(visit: Visit, current: AccountPath): PageFrame {
  const { pages } = visit.text.account.area;
  const links: (AreaLink & { href: AccountPath })[] = [
    { href: '/account', label: pages.overview },
    { href: '/account/connected-apps', label: pages.connectedApps },
    { href: '/account/sessions', label: pages.sessions },
    { href: '/account/sign-in', label: pages.signIn },
    { href: '/account/profile', label: pages.profile },
  ];
  return areaFrame(visit, { kind: 'account', current, groups: [{ pages: links }] });
}
