/** Access control, frame and place of the pages about all schools, for the people who run the platform. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isMultiFactor } from '../../../schema/people/second-factor.ts';
import { goTo } from '../../http.ts';
import type { PageFrame } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import { secondFactorFirst } from '../kit/next-page.ts';
import { frameFor, sendPage, tellStale } from '../kit/sending.ts';
import { areaFrame, type SignedInPages, type SignedInRequest, signedInPages, signInAgain } from '../kit/signed-in.ts';
import { type Place, timeZoneOf } from '../site-admin/operator-pages.ts';

/** The page of all schools, and the prefix of the pages of each. */
export const PLATFORM = '/platform';
export const SCHOOLS = `${PLATFORM}/schools`;
export const REVIEWS = `${PLATFORM}/reviews`;
export const ACCOUNTS = `${PLATFORM}/accounts`;
export const ATTEMPTS = `${PLATFORM}/attempts`;
export const REGISTRATIONS = `${PLATFORM}/registrations`;

/** The pages exist for nobody else. Like the accounts, they need a recent sign-in, with two factors if anybody does. */
export function platformPages(app: FastifyInstance): SignedInPages<SignedInRequest> {
  const { clock, config } = app;

  function wayToProve({ request, session }: SignedInRequest): string | undefined {
    if (session.authenticatedAt + config.lifetimes.operatorSession <= clock()) return signInAgain(request, session);
    const isTooWeak = config.secondFactor !== 'off' && !isMultiFactor(session.authenticatedBy);
    return isTooWeak ? secondFactorFirst(request.url) : undefined;
  }

  return signedInPages<SignedInRequest>(app, (signedIn, reply) => {
    const { request } = signedIn;
    if (!signedIn.runsPlatform) return notThere(signedIn, reply);
    const path = wayToProve(signedIn);
    if (path === undefined) return signedIn;
    return request.method === 'GET' ? goTo(reply, path) : tellStale(request, reply);
  });
}

const notThere = ({ request }: SignedInRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), messagePage(frameFor(request), { kind: 'not_found' }), 'own_message');

/** Sends the response for a school, an account or an app that does not exist, or an action that is not possible. */
export function notFound(signedIn: SignedInRequest, reply: FastifyReply): FastifyReply {
  const links = [{ href: PLATFORM, label: signedIn.text.platform.title }];
  return sendPage(reply.code(404), messagePage(platformFrame(signedIn), { kind: 'not_found', links }), 'own');
}

export function platformFrame(signedIn: SignedInRequest, current: string = PLATFORM): PageFrame {
  const { admin, attempts, platform, registrations } = signedIn.text;
  const pages = [
    { href: PLATFORM, label: platform.title },
    { href: REVIEWS, label: admin.area.pages.reviews },
    { href: ACCOUNTS, label: admin.area.pages.accounts },
    { href: ATTEMPTS, label: attempts.title },
    { href: REGISTRATIONS, label: registrations.title },
  ];
  return areaFrame(signedIn, { kind: 'platform', current, groups: [{ pages }] });
}

export const platformPlace = (pages: SignedInPages<SignedInRequest>, path: string): Place<SignedInRequest> => ({
  pages,
  path,
  base: () => path,
  frame: (signedIn) => platformFrame(signedIn, path),
  timeZone: timeZoneOf,
  missing: notFound,
});
