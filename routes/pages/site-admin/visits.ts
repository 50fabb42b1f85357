/** Visits to the admin pages of one school: by whoever runs it, at `/admin/<slug>`. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Place } from '../../../schema/people/person.ts';
import type { BetaFeature } from '../../../schema/school/beta-feature.ts';
import type { AreaLink } from '../kit/area.ts';
import type { PageFrame } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import { frameFor, goTo, sendPage } from '../kit/sending.ts';
import {
  areaFrame,
  runsSchool,
  signInAgain,
  tellStale,
  type Visit,
  type VisitedPages,
  visitedPages,
} from '../kit/visits.ts';

export interface OperatorVisit extends Visit {
  place: Place;
  /** Owners and administrators; the rest of those who run a school look, and change nothing here. */
  manages: boolean;
}

export interface SiteAdminPages {
  /** For everybody who runs the school. */
  operators: VisitedPages<OperatorVisit>;
  /** For its owners and administrators. */
  managers: VisitedPages<OperatorVisit>;
  /** For the same, once the school tries out the feature: until then there is no such page. */
  with(feature: BetaFeature): VisitedPages<OperatorVisit>;
}

/** Every path below begins with this. */
export const SCHOOL = '/admin/:school';

export const manages = ({ role }: Place): boolean => role === 'owner' || role === 'admin';

export const triesOut = ({ betaFeatures }: Place, feature: BetaFeature): boolean => betaFeatures.includes(feature);

export function siteAdminPages(app: FastifyInstance): SiteAdminPages {
  const { clock, config } = app;
  // How long a session lasts was settled when it began: a member's goes on for weeks after the member came to run a school.
  const isRecent = ({ session }: Visit): boolean =>
    session.authenticatedAt + config.lifetimes.operatorSession > clock();

  const enter = (mayEnter: (place: Place) => boolean, isThere: (place: Place) => boolean = () => true) =>
    visitedPages<OperatorVisit>(app, (visit, reply) => {
      const { school } = visit.request.params as { school: string };
      const place = visit.places.find(({ slug }) => slug === school);
      // A school of others and one that does not exist look the same.
      if (place === undefined || !runsSchool(place)) return refuse(visit, reply);
      if (!mayEnter(place)) return refuseOperator({ ...visit, place, manages: false }, reply);
      if (!isRecent(visit)) return askAgain(visit, reply);
      const entered = { ...visit, place, manages: manages(place) };
      return isThere(place) ? entered : missing(entered, reply);
    });

  return {
    operators: enter(runsSchool),
    managers: enter(manages),
    with: (feature) => enter(manages, (place) => triesOut(place, feature)),
  };
}

const askAgain = ({ request }: Visit, reply: FastifyReply): FastifyReply =>
  request.method === 'GET' ? goTo(reply, signInAgain(request)) : tellStale(request, reply);

const refuse = (visit: Visit, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(403), messagePage(frameFor(visit.request), { kind: 'no_operator' }), 'own_message');

/** Who runs the school and may not do this goes on from here to everything that they may. */
function refuseOperator(visit: OperatorVisit, reply: FastifyReply): FastifyReply {
  const { admin, roles } = visit.text;
  const page = messagePage(adminFrame(visit), {
    kind: 'managers_only',
    detail: admin.overview.lead(roles[visit.place.role]),
    links: [{ href: at(visit), label: admin.overview.back }],
  });
  return sendPage(reply.code(403), page, 'own');
}

/** There is no such thing at this school, or not any more. */
export function missing(visit: OperatorVisit, reply: FastifyReply): FastifyReply {
  const links = [{ href: at(visit), label: visit.text.admin.overview.back }];
  const page = messagePage(adminFrame(visit), { kind: 'not_found', links });
  return sendPage(reply.code(404), page, 'own');
}

/** The address of an admin page of the school. */
export const at = ({ place }: OperatorVisit, path = ''): string => `/admin/${place.slug}${path}`;

/** @param current the path of the page that is shown, below the school's: '' is the overview; nothing where it is none of the area */
export function adminFrame(visit: OperatorVisit, current?: string): PageFrame {
  const { pages } = visit.text.admin.area;
  const { place } = visit;
  const page = (path: string, label: string): AreaLink => ({ href: at(visit, path), label });
  const mayConnect = visit.manages && triesOut(place, 'mcp_connections');
  const developers = [
    ...(mayConnect ? [page('/applications', pages.applications)] : []),
    // What is connected can always be seen and ended.
    page('/connections', pages.connections),
    ...(mayConnect ? [page('/reviews', pages.reviews), page('/connect', pages.connect)] : []),
  ];
  const managing = visit.manages
    ? [page('/audit', pages.audit), page('/look', pages.look), page('/settings', pages.settings)]
    : [];
  const groups = [
    { pages: [page('', pages.overview), page('/members', pages.members)] },
    { title: visit.text.admin.area.developers, pages: developers },
    ...(managing.length === 0 ? [] : [{ title: visit.text.admin.area.school, pages: managing }]),
  ];
  return areaFrame(
    visit,
    { kind: 'admin', current: current === undefined ? '' : at(visit, current), groups },
    place.siteName,
  );
}
