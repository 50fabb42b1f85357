/** Pages for people who are signed in, and the forms on them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { type Parameters, readParameters } from '../../../schema/parameters.ts';
import type { SchoolMembership, Session } from '../../../schema/people/person.ts';
import type { Area, AreaLink } from './area.ts';
import type { PageFrame } from './layout.ts';
import { messagePage } from './message.ts';
import { frameFor, goTo, sendPage } from './sending.ts';
import { type Text, textFor } from './text/index.ts';

/** A request of somebody who is signed in. */
export interface SignedInRequest {
  request: FastifyRequest;
  session: Session;
  /** Where the person belongs, and what as. */
  memberships: readonly SchoolMembership[];
  frame: PageFrame;
  text: Text;
  /** For every form on the page. */
  csrf: string;
}

export type GetHandler<V> = (signedIn: V, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
export type PostHandler<V> = (
  signedIn: V,
  form: Parameters,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

/** Lets the person into these pages, with what they need, or answers that the person may not see them. */
export type Enter<V extends SignedInRequest> = (signedIn: SignedInRequest, reply: FastifyReply) => V | FastifyReply;

export interface SignedInPages<V extends SignedInRequest> {
  /** A page at a path; whoever is not signed in signs in first and comes back. */
  get(path: string, show: GetHandler<V>): void;
  /** RFC 6749 §10.12: a form counts only from our own page, made for this sign-in. */
  post(path: string, take: PostHandler<V>): void;
  /**
   * The same request with who is signed in read once more. `undefined` when, after a wait, the person may not see these
   * pages any more, which has been answered.
   */
  reload(signedIn: V, reply: FastifyReply): Promise<V | undefined>;
}

const isSignedIn = <V extends SignedInRequest>(entered: V | FastifyReply): entered is V => 'session' in entered;

/** The value that proves a form to be made by our page for this sign-in. */
export const pageToken = (app: FastifyInstance, session: Session): string =>
  app.people.loginSession.formToken('page', session.id);

export const signInFirst = (request: FastifyRequest): string =>
  `/sign-in?${new URLSearchParams({ next: backTo(request) })}`;

/** The same for somebody who is signed in, but too long ago. */
export const signInAgain = (request: FastifyRequest): string =>
  `/sign-in?${new URLSearchParams({ next: backTo(request), again: '1' })}`;

const backTo = ({ method, url }: FastifyRequest): string => (method === 'GET' ? url : (url.split('?')[0] ?? ''));

export function signedInPages<V extends SignedInRequest>(app: FastifyInstance, enter: Enter<V>): SignedInPages<V> {
  const { loginSession, memberships: places } = app.people;

  async function signedInRequest(request: FastifyRequest, session: Session): Promise<SignedInRequest> {
    const frame = frameFor(request);
    return {
      request,
      session,
      memberships: await places.of(session.person.id),
      frame,
      text: textFor(frame.language),
      csrf: pageToken(app, session),
    };
  }

  return {
    get(path, show) {
      app.get(path, async (request, reply) => {
        const session = await loginSession.find(request);
        if (session === undefined) return goTo(reply, signInFirst(request));
        const entered = enter(await signedInRequest(request, session), reply);
        return isSignedIn(entered) ? show(entered, reply) : entered;
      });
    },

    post(path, take) {
      app.post(path, async (request, reply) => {
        const session = await loginSession.find(request);
        const form = readParameters(request.body);
        const judged = loginSession.checkForm(request, form.get('csrf'), 'page', session?.id ?? 'nobody');
        if (judged === 'foreign') {
          throw new OAuthError('access_denied', 'this form was not sent by our own page', {
            reason: 'origin_foreign',
          });
        }
        if (session === undefined || judged === 'stale') return tellStale(request, reply);
        const entered = enter(await signedInRequest(request, session), reply);
        return isSignedIn(entered) ? take(entered, form, reply) : entered;
      });
    },

    async reload({ request }, reply) {
      const session = await loginSession.find(request);
      // A reply is a promise to whoever awaits it, and of nothing: it must not be what an awaited function returns.
      const entered =
        session === undefined ? tellStale(request, reply) : enter(await signedInRequest(request, session), reply);
      return isSignedIn(entered) ? entered : undefined;
    },
  };
}

/** The form is of a page that counts no more. */
export const tellStale = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(403), messagePage(frameFor(request), { kind: 'page_too_old' }), 'own_message');

const RUNS_A_SCHOOL: ReadonlySet<SchoolMembership['role']> = new Set(['owner', 'admin', 'staff']);

/** Does this role run a school, and so reach its admin pages at all? */
export const runsSchool = ({ role }: SchoolMembership): boolean => RUNS_A_SCHOOL.has(role);

/** The frame of a page of an area, with everywhere else that this person can go. */
export function areaFrame(
  signedIn: SignedInRequest,
  area: Pick<Area, 'kind' | 'current' | 'groups'>,
  schoolName?: string,
): PageFrame {
  const elsewhere: AreaLink[] = [
    { href: '/account', label: signedIn.text.shell.areas.account },
    ...signedIn.memberships
      .filter(runsSchool)
      .map(({ slug, siteName }) => ({ href: `/admin/${slug}`, label: siteName })),
  ];
  return {
    ...signedIn.frame,
    ...(schoolName === undefined ? {} : { schoolName }),
    area: { ...area, person: signedIn.session.person, csrf: signedIn.csrf, elsewhere },
  };
}
