/** Pages for people who are signed in, and the forms on them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { type Parameters, readParameters } from '../../../schema/parameters.ts';
import type { Place, Session } from '../../../schema/people/person.ts';
import type { Area, AreaLink } from './area.ts';
import type { PageFrame } from './layout.ts';
import { messagePage } from './message.ts';
import { frameFor, goTo, sendPage } from './sending.ts';
import { type Text, textFor } from './text/index.ts';

/** Somebody who is signed in, at a page. */
export interface Visit {
  request: FastifyRequest;
  session: Session;
  /** Where the person belongs, and what as. */
  places: readonly Place[];
  frame: PageFrame;
  text: Text;
  /** For every form on the page. */
  csrf: string;
}

export type Show<V> = (visit: V, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
export type Take<V> = (visit: V, form: Parameters, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/** Makes a visit to this surface of a visit to any, or answers that the person has no business here. */
export type Enter<V extends Visit> = (visit: Visit, reply: FastifyReply) => V | FastifyReply;

export interface VisitedPages<V extends Visit> {
  /** A page at a path; whoever is not signed in signs in first and comes back. */
  show(path: string, show: Show<V>): void;
  /** RFC 6749 §10.12: a form counts only from our own page, made for this sign-in. */
  take(path: string, take: Take<V>): void;
  /**
   * The same visit as it is by now. `undefined` when, after a wait, the person has no business here any more, which has
   * been answered.
   */
  again(visit: V, reply: FastifyReply): Promise<V | undefined>;
}

const isVisit = <V extends Visit>(entered: V | FastifyReply): entered is V => 'session' in entered;

/** The value that proves a form to be made by our page for this sign-in. */
export const pageToken = (app: FastifyInstance, session: Session): string =>
  app.people.loginSession.formToken('page', session.id);

export const signInFirst = (request: FastifyRequest): string =>
  `/sign-in?${new URLSearchParams({ next: backTo(request) })}`;

/** The same for somebody who is signed in, but too long ago. */
export const signInAgain = (request: FastifyRequest): string =>
  `/sign-in?${new URLSearchParams({ next: backTo(request), again: '1' })}`;

const backTo = ({ method, url }: FastifyRequest): string => (method === 'GET' ? url : (url.split('?')[0] ?? ''));

export function visitedPages<V extends Visit>(app: FastifyInstance, enter: Enter<V>): VisitedPages<V> {
  const { loginSession, memberships: places } = app.people;

  async function visit(request: FastifyRequest, session: Session): Promise<Visit> {
    const frame = frameFor(request);
    return {
      request,
      session,
      places: await places.of(session.person.id),
      frame,
      text: textFor(frame.language),
      csrf: pageToken(app, session),
    };
  }

  return {
    show(path, show) {
      app.get(path, async (request, reply) => {
        const session = await loginSession.find(request);
        if (session === undefined) return goTo(reply, signInFirst(request));
        const entered = enter(await visit(request, session), reply);
        return isVisit(entered) ? show(entered, reply) : entered;
      });
    },

    take(path, take) {
      app.post(path, async (request, reply) => {
        const session = await loginSession.find(request);
        const form = readParameters(request.body);
        const judged = loginSession.judgeForm(request, form.get('csrf'), 'page', session?.id ?? 'nobody');
        if (judged === 'foreign') {
          throw new OAuthError('access_denied', 'this form was not sent by our own page', {
            reason: 'origin_foreign',
          });
        }
        if (session === undefined || judged === 'stale') return tellStale(request, reply);
        const entered = enter(await visit(request, session), reply);
        return isVisit(entered) ? take(entered, form, reply) : entered;
      });
    },

    async again({ request }, reply) {
      const session = await loginSession.find(request);
      // A reply is a promise to whoever awaits it, and of nothing: it must not be what an awaited function returns.
      const entered = session === undefined ? tellStale(request, reply) : enter(await visit(request, session), reply);
      return isVisit(entered) ? entered : undefined;
    },
  };
}

/** The form is of a page that counts no more. */
export const tellStale = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(403), messagePage(frameFor(request), { kind: 'page_too_old' }), 'own_message');

const RUNS_A_SCHOOL: ReadonlySet<Place['role']> = new Set(['owner', 'admin', 'staff']);

/** Does this role run a school, and so reach its admin pages at all? */
export const runsSchool = ({ role }: Place): boolean => RUNS_A_SCHOOL.has(role);

/** The frame of a page of an area, with everywhere else that this person can go. */
export function areaFrame(
  visit: Visit,
  area: Pick<Area, 'kind' | 'current' | 'groups'>,
  schoolName?: string,
): PageFrame {
  const elsewhere: AreaLink[] = [
    { href: '/account', label: visit.text.shell.areas.account },
    ...visit.places.filter(runsSchool).map(({ slug, siteName }) => ({ href: `/admin/${slug}`, label: siteName })),
  ];
  return {
    ...visit.frame,
    ...(schoolName === undefined ? {} : { schoolName }),
    area: { ...area, person: visit.session.person, csrf: visit.csrf, elsewhere },
  };
}
