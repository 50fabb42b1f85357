/** Who may see the pages of a member at one school, and what is around them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SchoolMembership } from '../../../schema/people/person.ts';
import type { Member } from '../../../schema/school/account.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { type LearningPath, learningFrame, learningPath } from '../account/account-pages.ts';
import type { PageFrame } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import type { Place, Visit } from '../kit/page.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { frameFor, sendPage } from '../kit/sending.ts';
import { type SignedInPages, type SignedInRequest, signedInPages, toProvider } from '../kit/signed-in.ts';

/** The prefix of every path below. */
export const LEARNING = '/account/schools/:school';

/** More than people have of anything. Lists are in memory, so that they are turned in both directions. */
export const MOST = 500;

export interface MemberRequest extends SignedInRequest {
  membership: SchoolMembership;
}

export type MemberPages = SignedInPages<MemberRequest>;
export type MemberVisit = Visit<MemberRequest>;

const membershipIn = (memberships: readonly SchoolMembership[], request: FastifyRequest) =>
  memberships.find(({ isClosed, slug }) => !isClosed && slug === pathParameter(request, 'school'));

/** The response is the same for a school that does not exist and for the school of others. */
export const memberPages = (app: FastifyInstance): MemberPages =>
  signedInPages(
    app,
    (signedIn, reply) => {
      const membership = membershipIn(signedIn.memberships, signedIn.request);
      if (membership !== undefined) return { ...signedIn, membership };
      const elsewhere = membershipIn(signedIn.atProvider, signedIn.request);
      return elsewhere === undefined ? refuse(signedIn, reply) : toProvider(signedIn, elsewhere, reply);
    },
    { schoolOf: membershipIn },
  );

const refuse = ({ request, text }: SignedInRequest, reply: FastifyReply): FastifyReply => {
  const links = [{ href: '/account', label: text.shell.areas.account }];
  return sendPage(reply.code(404), messagePage(frameFor(request), { kind: 'not_found', links }), 'own_message');
};

export const memberOf = ({ membership, session }: MemberRequest): Member => ({
  siteId: membership.siteId,
  personId: session.person.id,
});

/** Returns the path of a page of the member at the school. */
export const at = ({ membership }: Pick<MemberRequest, 'membership'>, path = ''): string =>
  learningPath(membership, path);

/** @param current the page of the navigation to which the pages belong */
export const memberPlace = (pages: MemberPages, current: LearningPath): Place<MemberRequest> => ({
  pages,
  frame: (signedIn) => memberFrame(signedIn, current),
  timeZone: ({ membership }) => membership.timezone,
  missing(signedIn, reply) {
    const links = [{ href: at(signedIn), label: signedIn.text.learning.pages.courses }];
    const page = messagePage(memberFrame(signedIn, current), { kind: 'not_found', links });
    return sendPage(reply.code(404), page, 'own');
  },
});

export const memberFrame = (signedIn: MemberRequest, current: LearningPath): PageFrame =>
  learningFrame(signedIn, at(signedIn, current), signedIn.membership);

/**
 * Does what a member asks for.
 * @param path the page that says that it is no longer possible
 * @returns where to go next, or `undefined` if there is no such thing
 */
export async function attempted(
  signedIn: MemberRequest,
  path: LearningPath,
  act: () => Promise<string>,
): Promise<string | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.type === 'conflict' ? `${at(signedIn, path)}?done=none` : undefined;
  }
}
