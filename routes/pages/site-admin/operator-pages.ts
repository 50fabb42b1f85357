/** The admin pages of one school at `/admin/<slug>`: who may see them, their frame, and how they run operations. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { roleMayGrant, type Scope } from '../../../schema/oauth/scope.ts';
import type { AnySession, SchoolMembership } from '../../../schema/people/person.ts';
import { isMultiFactor } from '../../../schema/people/second-factor.ts';
import type { BetaFeature } from '../../../schema/school/beta-feature.ts';
import type { Operation, Operator, UnparsedInput } from '../../../schema/school/operation.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { goTo } from '../../http.ts';
import type { PageFrame } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import { secondFactorFirst } from '../kit/next-page.ts';
import type { Place as KitPlace } from '../kit/page.ts';
import { refuseOneFactor } from '../kit/proof-at-school.ts';
import { frameFor, sendPage, tellStale } from '../kit/sending.ts';
import {
  areaFrame,
  type Enter,
  runsSchool,
  SCHOOL_ACCOUNT,
  type SignedInPages,
  type SignedInRequest,
  schoolPages,
  signedInAs,
  signInAgain,
  signInAsOther,
  toProvider,
} from '../kit/signed-in.ts';
import { entryOf, menuOf } from './menu.ts';

export interface OperatorRequest extends SignedInRequest {
  membership: SchoolMembership;
  /** True if the person is an owner or administrator. Other people who run the school can only view these pages. */
  manages: boolean;
}

export interface SiteAdminPages {
  /** Pages for everyone who runs the school. */
  operators: SignedInPages<OperatorRequest>;
  /** Pages for people who run the school and whose role has the scopes, which a school can take from its staff. */
  seeing(...scopes: readonly Scope[]): SignedInPages<OperatorRequest>;
  /** Pages for owners and administrators. */
  managers: SignedInPages<OperatorRequest>;
  /** Pages for owners. */
  owners: SignedInPages<OperatorRequest>;
  /** Pages for owners and administrators that do not exist until the school turns the feature on. */
  with(feature: BetaFeature): SignedInPages<OperatorRequest>;
  /** Pages about all schools, which exist only for the people who run the platform. They need two factors if anybody does. */
  platform: SignedInPages<OperatorRequest>;
}

/** Conditions for pages, besides running the school. */
interface PageGuard {
  allows(membership: SchoolMembership): boolean;
  /** Returns whether the pages exist for the person; by default they do. */
  exists?(entered: OperatorRequest): boolean;
  /** Sends the response if they do not; by default the one of a page that nobody knows. */
  onMissing?(entered: OperatorRequest, reply: FastifyReply): FastifyReply;
  /** Returns whether the sign-in suffices for the role, but not for these pages; by default it does for both. */
  needsStepUp?(session: AnySession): boolean;
}

/** The prefix of every path below. */
export const SCHOOL = '/admin/:school';

/** The page where it is decided what staff can do. */
export const STAFF_RIGHTS = '/settings/staff';

type HasRole = Pick<SchoolMembership, 'role'>;

export const manages = ({ role }: HasRole): boolean => role === 'owner' || role === 'admin';

/** Returns whether the person decides about owners and second factors. */
export const owns = ({ role }: HasRole): boolean => role === 'owner';

export const triesOut = ({ betaFeatures }: SchoolMembership, feature: BetaFeature): boolean =>
  betaFeatures.includes(feature);

export function siteAdminPages(app: FastifyInstance): SiteAdminPages {
  const { clock, config } = app;
  // The lifetime of a session is fixed when it starts. The session of a member lasts for weeks, even if the member has
  // meanwhile been given a role that runs a school.
  const isRecent = ({ session }: SignedInRequest): boolean =>
    session.authenticatedAt + config.lifetimes.operatorSession > clock();

  /** Returns the path of the page where the person proves more, if the sign-in is too old or too weak. */
  function wayToProve(entered: OperatorRequest, needsStepUp: PageGuard['needsStepUp']): string | undefined {
    const { membership, request, session } = entered;
    if (!isRecent(entered)) return signInAgain(request, session);
    const isMissing = app.people.secondFactor.isMissing(session, membership) || needsStepUp?.(session) === true;
    return isMissing ? secondFactorFirst(request.url) : undefined;
  }

  /** The second factor of the account is none of a session at a school. */
  const prove = (entered: OperatorRequest, reply: FastifyReply, path: string): FastifyReply =>
    entered.session.schoolId !== undefined && isRecent(entered)
      ? refuseOneFactor(entered, entered.membership, reply)
      : askFirst(entered, reply, path);

  const noteVisit = ({ session, membership }: OperatorRequest): Promise<void> =>
    app.people.noteVisit(session.person.id, membership.siteId);

  const enter = ({ allows, exists, onMissing = missing, needsStepUp }: PageGuard) => {
    const admit: Enter<OperatorRequest, SignedInRequest> = (signedIn, reply) => {
      const { school } = signedIn.request.params as { school: string };
      const membership = signedIn.memberships.find(({ slug }) => slug === school);
      // The response is the same for a school that does not exist and for the school of others.
      if (!opensSchool(membership)) return refuse(signedIn, reply, membership);
      const entered: OperatorRequest = {
        ...signedIn,
        membership,
        manages: manages(membership),
        event: (event, about) => signedIn.event(event, { siteId: membership.siteId, ...about }),
      };
      if (!allows(membership)) return refuseRole(entered, reply, 'managers_only');
      if (exists?.(entered) === false) return onMissing(entered, reply);
      const path = wayToProve(entered, needsStepUp);
      return path === undefined ? entered : prove(entered, reply, path);
    };
    return schoolPages(app, admit, { whenEntered: noteVisit, schoolOf: schoolRun });
  };

  return {
    operators: enter({ allows: runsSchool }),
    seeing: (...scopes) =>
      enter({
        allows: runsSchool,
        exists: ({ membership }) => scopes.every((scope) => roleMayGrant(membership, scope)),
        onMissing: (entered, reply) => refuseRole(entered, reply, 'not_in_role'),
      }),
    managers: enter({ allows: manages }),
    owners: enter({
      allows: runsSchool,
      exists: ({ membership }) => owns(membership),
      onMissing: (entered, reply) => refuseRole(entered, reply, 'not_in_role'),
    }),
    with: (feature) =>
      enter({
        allows: manages,
        exists: ({ membership }) => triesOut(membership, feature),
        onMissing: turnedOff,
      }),
    platform: enter({
      allows: runsSchool,
      exists: ({ runsPlatform }) => runsPlatform,
      needsStepUp: ({ authenticatedBy }) => config.secondFactor !== 'off' && !isMultiFactor(authenticatedBy),
    }),
  };
}

/** Nobody learns the look of a school here who does not run it. */
function schoolRun(memberships: readonly SchoolMembership[], { params }: FastifyRequest): SchoolMembership | undefined {
  const membership = memberships.find(({ slug }) => slug === (params as { school: string }).school);
  return opensSchool(membership) ? membership : undefined;
}

const askFirst = ({ request }: SignedInRequest, reply: FastifyReply, path: string): FastifyReply =>
  request.method === 'GET' ? goTo(reply, path) : tellStale(request, reply);

/** Returns whether the person can open the admin pages of the school. */
const opensSchool = (membership: SchoolMembership | undefined): membership is SchoolMembership =>
  membership !== undefined && runsSchool(membership) && !membership.isClosed;

function refuse(
  signedIn: SignedInRequest,
  reply: FastifyReply,
  membership: SchoolMembership | undefined,
): FastifyReply {
  const { atProvider, request } = signedIn;
  const elsewhere = atProvider.find(({ slug }) => slug === (request.params as { school: string }).school);
  if (opensSchool(elsewhere)) return toProvider(signedIn, elsewhere, reply);
  if ((membership ?? elsewhere)?.isClosed !== true) return refuseStranger(signedIn, reply);
  return sendPage(reply.code(403), messagePage(frameFor(request), { kind: 'school_closed' }), 'own_message');
}

/** Sends the response for a person who runs no such school. It says who that is, and leads back here as somebody else. */
export function refuseStranger(
  { request, session, text, runsPlatform }: SignedInRequest,
  reply: FastifyReply,
): FastifyReply {
  const page = messagePage(frameFor(request), {
    kind: 'no_operator',
    detail: signedInAs(session, text),
    links: [
      { href: signInAsOther(request), label: text.labels.switch },
      { href: session.schoolId === undefined ? '/account' : SCHOOL_ACCOUNT, label: text.shell.areas.account },
      ...(runsPlatform ? [{ href: '/platform', label: text.shell.areas.platform }] : []),
    ],
  });
  return sendPage(reply.code(403), page, 'own_message');
}

/** Sends the response for a person who runs the school but lacks this right. It links to all that they can do. */
function refuseRole(
  signedIn: OperatorRequest,
  reply: FastifyReply,
  kind: 'managers_only' | 'not_in_role',
): FastifyReply {
  const { admin, roles } = signedIn.text;
  const page = messagePage(adminFrame(signedIn), {
    kind,
    detail: admin.overview.lead({ role: roles[signedIn.membership.role] }),
    links: [{ href: at(signedIn), label: admin.overview.back }],
  });
  return sendPage(reply.code(403), page, 'own');
}

/** Sends the response for an object that does not exist at this school, or no longer does. */
export function missing(signedIn: OperatorRequest, reply: FastifyReply): FastifyReply {
  const links = [{ href: at(signedIn), label: signedIn.text.admin.overview.back }];
  const page = messagePage(adminFrame(signedIn), { kind: 'not_found', links });
  return sendPage(reply.code(404), page, 'own');
}

/** Sends the response for a page of the beta feature that the school has not turned on. It leads to where that is offered. */
function turnedOff(signedIn: OperatorRequest, reply: FastifyReply): FastifyReply {
  const links = [{ href: at(signedIn, '/connect'), label: signedIn.text.connect.offer.submit }];
  const page = messagePage(adminFrame(signedIn), { kind: 'feature_off', links });
  return sendPage(reply.code(404), page, 'own');
}

/** Returns the path of an admin page of the school. */
export const at = ({ membership }: OperatorRequest, path = ''): string => `/admin/${membership.slug}${path}`;

/**
 * @param current the path of the current page below the school's; '' is the overview, and `undefined` a page that is
 * not in the navigation
 */
export const adminFrame = (signedIn: OperatorRequest, current?: string): PageFrame =>
  areaFrame(
    signedIn,
    {
      kind: 'admin',
      current: current === undefined ? '' : at(signedIn, entryOf(signedIn, current)),
      groups: menuOf(signedIn, at(signedIn)),
      site: `/schools/${signedIn.membership.slug}`,
    },
    signedIn.membership.siteName,
  );

/** A request of a person who runs a school or the platform. Below `/platform` there is no membership. */
export type PlacedRequest = SignedInRequest & { membership?: SchoolMembership };

/** Where the pages are. */
export interface Place<V extends PlacedRequest> extends KitPlace<V> {
  /** The prefix of the routes. */
  path: string;
  /** Returns what the prefix is for this request. */
  base(signedIn: V): string;
}

export const timeZoneOf = ({ membership }: PlacedRequest): string => membership?.timezone ?? 'UTC';

/** @param path below the school's */
export const belowSchool = (pages: SignedInPages<OperatorRequest>, path: string): Place<OperatorRequest> => ({
  pages,
  path: `${SCHOOL}${path}`,
  base: (signedIn) => at(signedIn, path),
  frame: (signedIn) => adminFrame(signedIn, path),
  timeZone: timeZoneOf,
  missing,
});

/** Returns the person as the operator of an operation, with the current role and without a client. */
export const operatorOf = (
  { clock, originOf }: FastifyInstance,
  { request, session, membership }: OperatorRequest,
): Operator => ({
  siteId: membership.siteId,
  personId: session.person.id,
  role: membership.role,
  now: clock(),
  requestId: request.id,
  ...originOf(request),
});

/**
 * Runs an operation with the fields of a form.
 * @param seen the `updatedAt` of what is to be changed, if the operation is to change that version only
 * @throws {ProblemError} an error of the operation; `role-insufficient` if the role does not have the scope
 */
export async function runAs<In extends z.ZodObject, Out extends z.ZodType>(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  operation: Operation<string, In, Out>,
  input: UnparsedInput<In>,
  seen?: string,
): Promise<z.output<Out>> {
  // A token of this person could not have the scope either.
  if (!roleMayGrant(signedIn.membership, operation.scope)) {
    throw new ProblemError('role-insufficient', `as ${signedIn.membership.role} you may not do this`);
  }
  const versions = seen === undefined ? {} : { onlyVersions: [Date.parse(seen)] };
  return app.school.runOperation(operation, { ...operatorOf(app, signedIn), ...versions }, input);
}
