/** The admin pages of one school at `/admin/<slug>`: who may see them, and their frame. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SchoolMembership } from '../../../schema/people/person.ts';
import type { BetaFeature } from '../../../schema/school/beta-feature.ts';
import type { AreaLink } from '../kit/area.ts';
import type { PageFrame } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import { frameFor, goTo, sendPage } from '../kit/sending.ts';
import {
  areaFrame,
  runsSchool,
  type SignedInPages,
  type SignedInRequest,
  signedInPages,
  signInAgain,
  tellStale,
} from '../kit/signed-in.ts';

export interface OperatorRequest extends SignedInRequest {
  membership: SchoolMembership;
  /** Owners and administrators; the rest of those who run a school look, and change nothing here. */
  manages: boolean;
}

export interface SiteAdminPages {
  /** For everybody who runs the school. */
  operators: SignedInPages<OperatorRequest>;
  /** For its owners and administrators. */
  managers: SignedInPages<OperatorRequest>;
  /** For the same, once the school tries out the feature: until then there is no such page. */
  with(feature: BetaFeature): SignedInPages<OperatorRequest>;
}

/** Every path below begins with this. */
export const SCHOOL = '/admin/:school';

export const manages = ({ role }: SchoolMembership): boolean => role === 'owner' || role === 'admin';

export const triesOut = ({ betaFeatures }: SchoolMembership, feature: BetaFeature): boolean =>
  betaFeatures.includes(feature);

export function siteAdminPages(app: FastifyInstance): SiteAdminPages {
  const { clock, config } = app;
  // How long a session lasts was settled when it began: a member's goes on for weeks after the member came to run a school.
  const isRecent = ({ session }: SignedInRequest): boolean =>
    session.authenticatedAt + config.lifetimes.operatorSession > clock();

  const enter = (
    mayEnter: (membership: SchoolMembership) => boolean,
    isThere: (membership: SchoolMembership) => boolean = () => true,
  ) =>
    signedInPages<OperatorRequest>(app, (signedIn, reply) => {
      const { school } = signedIn.request.params as { school: string };
      const membership = signedIn.memberships.find(({ slug }) => slug === school);
      // A school of others and one that does not exist look the same.
      if (membership === undefined || !runsSchool(membership)) return refuse(signedIn, reply);
      if (!mayEnter(membership)) return refuseOperator({ ...signedIn, membership, manages: false }, reply);
      if (!isRecent(signedIn)) return askAgain(signedIn, reply);
      const entered = { ...signedIn, membership, manages: manages(membership) };
      return isThere(membership) ? entered : missing(entered, reply);
    });

  return {
    operators: enter(runsSchool),
    managers: enter(manages),
    with: (feature) => enter(manages, (membership) => triesOut(membership, feature)),
  };
}

const askAgain = ({ request }: SignedInRequest, reply: FastifyReply): FastifyReply =>
  request.method === 'GET' ? goTo(reply, signInAgain(request)) : tellStale(request, reply);

const refuse = (signedIn: SignedInRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(403), messagePage(frameFor(signedIn.request), { kind: 'no_operator' }), 'own_message');

/** Who runs the school and may not do this goes on from here to everything that they may. */
function refuseOperator(signedIn: OperatorRequest, reply: FastifyReply): FastifyReply {
  const { admin, roles } = signedIn.text;
  const page = messagePage(adminFrame(signedIn), {
    kind: 'managers_only',
    detail: admin.overview.lead(roles[signedIn.membership.role]),
    links: [{ href: at(signedIn), label: admin.overview.back }],
  });
  return sendPage(reply.code(403), page, 'own');
}

/** There is no such thing at this school, or not any more. */
export function missing(signedIn: OperatorRequest, reply: FastifyReply): FastifyReply {
  const links = [{ href: at(signedIn), label: signedIn.text.admin.overview.back }];
  const page = messagePage(adminFrame(signedIn), { kind: 'not_found', links });
  return sendPage(reply.code(404), page, 'own');
}

/** The address of an admin page of the school. */
export const at = ({ membership }: OperatorRequest, path = ''): string => `/admin/${membership.slug}${path}`;

/** @param current the path of the page that is shown, below the school's: '' is the overview; nothing where it is none of the area */
export function adminFrame(signedIn: OperatorRequest, current?: string): PageFrame {
  const { pages } = signedIn.text.admin.area;
  const { membership } = signedIn;
  const page = (path: string, label: string): AreaLink => ({ href: at(signedIn, path), label });
  const mayConnect = signedIn.manages && triesOut(membership, 'mcp_connections');
  const developers = [
    ...(mayConnect ? [page('/applications', pages.applications)] : []),
    // What is connected can always be seen and ended.
    page('/connections', pages.connections),
    ...(mayConnect ? [page('/reviews', pages.reviews), page('/connect', pages.connect)] : []),
  ];
  const managing = signedIn.manages
    ? [page('/audit', pages.audit), page('/look', pages.look), page('/settings', pages.settings)]
    : [];
  const groups = [
    { pages: [page('', pages.overview), page('/members', pages.members)] },
    { title: signedIn.text.admin.area.developers, pages: developers },
    ...(managing.length === 0 ? [] : [{ title: signedIn.text.admin.area.school, pages: managing }]),
  ];
  return areaFrame(
    signedIn,
    { kind: 'admin', current: current === undefined ? '' : at(signedIn, current), groups },
    membership.siteName,
  );
}
