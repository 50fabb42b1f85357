/** Registers pages for signed-in people, and their forms. */
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RequestPayload,
  RouteShorthandOptions,
} from 'fastify';
import type { AuditEvent, AuditEventName } from '../../../schema/audit/audit-event.ts';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import { MAX_BODY } from '../../../schema/limits.ts';
import type { AnySession, SchoolMembership, Session } from '../../../schema/people/person.ts';
import { isPlatformOperator } from '../../../schema/people/platform-operator.ts';
import { needsProvider } from '../../../schema/people/provider.ts';
import { foreignForm } from '../../form.ts';
import { goTo } from '../../http.ts';
import { atMost } from '../../json-body.ts';
import { type Text, textFor } from '../../words/index.ts';
import { brandedFrame } from './branding.ts';
import { displayText } from './display-text.ts';
import type { Area, AreaLink, PageFrame } from './layout.ts';
import { signInAtSchool } from './next-page.ts';
import { offerToSendAgain } from './send-again.ts';
import { frameFor, tellStale } from './sending.ts';

/** A request of a signed-in person, by an account or through the provider of a school. */
export interface SignedInRequest {
  request: FastifyRequest;
  session: AnySession;
  /** The active memberships of the person; of a session at a school, the one there. */
  memberships: readonly SchoolMembership[];
  /** Those of an account at schools that require their provider. */
  atProvider: readonly SchoolMembership[];
  /** True if the configuration names the person as one who runs the platform. */
  runsPlatform: boolean;
  frame: PageFrame;
  text: Text;
  /** The token for every form on the page. */
  csrf: string;
  /** Returns an event of the audit log that the person causes now, by this request. */
  event(event: AuditEventName, about?: Partial<AuditEvent>): AuditEvent;
}

/** A request of a person who has signed in with the account. */
export interface AccountRequest extends SignedInRequest {
  session: Session;
}

export type GetHandler<V> = (signedIn: V, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
export type PostHandler<V> = (
  signedIn: V,
  form: Parameters,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

/** Checks whether the person may see these pages and adds what they need, or sends a response that refuses access. */
export type Enter<V extends SignedInRequest, From extends SignedInRequest = AccountRequest> = (
  signedIn: From,
  reply: FastifyReply,
) => V | FastifyReply;

/**
 * @property bodyLimit how many bytes a form may have, if it has long texts or a file
 * @property isFor returns whether a form of this length is read of the person; by default, it is
 */
export type FormOptions = Pick<RouteShorthandOptions, 'bodyLimit'> & {
  config?: FastifyContextConfig;
  isFor?(memberships: readonly SchoolMembership[], request: FastifyRequest): boolean;
};

export interface SignedInPages<V extends SignedInRequest = AccountRequest> {
  /**
   * Registers a page. A person who is not signed in signs in first and returns here, unless there is something to show to
   * others.
   */
  get(path: string, show: GetHandler<V>, showToOthers?: GetHandler<FastifyRequest>): void;
  /**
   * Registers a form that does something once. RFC 6749 §10.12: it is accepted only from our own page, created for this
   * session.
   */
  post(path: string, take: PostHandler<V>, options?: FormOptions): void;
  /** Registers a form that sets what it says, or only shows something, so that sending it again does no harm. */
  set(path: string, take: PostHandler<V>): void;
  /**
   * Reads the session and the memberships again.
   * @returns `undefined` if the person may no longer see these pages; the response has then been sent
   */
  reload(signedIn: Pick<V, 'request'>, reply: FastifyReply): Promise<V | undefined>;
}

const isSignedIn = <V extends SignedInRequest>(entered: V | FastifyReply): entered is V => 'session' in entered;

/** Returns the token that proves that a form was created by our page for this session. */
export const pageToken = (app: FastifyInstance, session: AnySession): string =>
  app.people.loginSession.formToken('page', session.id);

export const signInFirst = (request: FastifyRequest): string =>
  `/sign-in?${new URLSearchParams({ next: backTo(request) })}`;

/** Returns the path of the sign-in page for a person whose sign-in is too old. */
export const signInAgain = (request: FastifyRequest, session: AnySession, next = backTo(request)): string =>
  session.schoolId === undefined
    ? `/sign-in?${new URLSearchParams({ next, again: '1' })}`
    : signInAtSchool(session, { next, isAgain: true });

/** Returns the path of the sign-in page for a person who wants to use another account for this page. */
export const signInAsOther = (request: FastifyRequest): string =>
  `/sign-in?${new URLSearchParams({ next: backTo(request), other: '1' })}`;

/** Says whose account it is, for pages that refuse something to it. */
export const signedInAs = (session: AnySession, text: Text): string => {
  const { name, email } = session.person;
  const account = text.shell.signedInAs({ name: `${displayText(name)} (${displayText(email)})` });
  const through = throughSchool(session, text);
  return through === undefined ? account : `${account} – ${through}`;
};

/** Says through which school a person has signed in, so that nobody takes the session for one of the account. */
export const throughSchool = (session: AnySession, text: Text): string | undefined =>
  session.schoolId === undefined ? undefined : text.schoolSignIn.through({ school: displayText(session.schoolName) });

const backTo = ({ method, url }: FastifyRequest): string => (method === 'GET' ? url : (url.split('?')[0] ?? ''));

export interface SignedInOptions<V> {
  /** Called before the page is shown or the form is taken. */
  whenEntered?(entered: V): Promise<void>;
  /** Returns the school that the pages look like. */
  schoolOf?(memberships: readonly SchoolMembership[], request: FastifyRequest): SchoolMembership | undefined;
}

/**
 * Returns whether a session opens a membership: that at its school, or of the account, where the school does not require
 * its provider. Those who run the platform help there with their account.
 */
const opens = ({ config }: FastifyInstance, { person, schoolId }: AnySession, membership: SchoolMembership): boolean =>
  schoolId === undefined
    ? !needsProvider(membership) || isPlatformOperator(config.platformOperators, person)
    : membership.siteId === schoolId;

/** Returns the active memberships that a session opens, and those of an account that their schools' providers open. */
async function openedBy(app: FastifyInstance, session: AnySession) {
  const all = await app.people.memberships.of(session.person.id);
  const memberships = all.filter((one) => opens(app, session, one));
  const atProvider = session.schoolId === undefined ? all.filter((one) => !memberships.includes(one)) : [];
  return { memberships, atProvider };
}

export const membershipsIn = async (app: FastifyInstance, session: AnySession): Promise<SchoolMembership[]> =>
  (await openedBy(app, session)).memberships;

/** Leads to the provider of a school that does not accept the account. */
export const toProvider = (
  { request }: SignedInRequest,
  { slug }: SchoolMembership,
  reply: FastifyReply,
): FastifyReply =>
  request.method === 'GET' ? goTo(reply, signInAtSchool({ slug }, { next: request.url })) : tellStale(request, reply);

/** Registers pages for people who have signed in with their account. */
export const signedInPages = <V extends SignedInRequest>(
  app: FastifyInstance,
  enter: Enter<V>,
  options: SignedInOptions<V> = {},
): SignedInPages<V> =>
  pagesFor(app, { find: (request) => app.people.loginSession.find(request), enter, others: schoolAccountOr }, options);

/**
 * Registers pages that also open in a session at a school: the only way into pages for such a session. `enter` gets the
 * membership at that school alone, and the person runs no platform by it.
 */
export const schoolPages = <V extends SignedInRequest>(
  app: FastifyInstance,
  enter: Enter<V, SignedInRequest>,
  options: SignedInOptions<V> = {},
): SignedInPages<V> =>
  pagesFor(app, { find: (request) => app.people.loginSession.findAny(request), enter, others: toSignIn }, options);

const toSignIn = (request: FastifyRequest, reply: FastifyReply): FastifyReply => goTo(reply, signInFirst(request));

/** The page of a person who has signed in at a school, where there is a page of accounts. */
export const SCHOOL_ACCOUNT = '/account/school';

const schoolAccountOr: GetHandler<FastifyRequest> = async (request, reply) => {
  const session = await request.server.people.loginSession.findAny(request);
  return session?.schoolId === undefined ? toSignIn(request, reply) : goTo(reply, `${SCHOOL_ACCOUNT}?closed=1`);
};

interface Audience<V extends SignedInRequest, S extends AnySession> {
  find(request: FastifyRequest): Promise<S | undefined>;
  enter: Enter<V, SignedInRequest & { session: S }>;
  /** Answers requests for a page of people without such a session. */
  others: GetHandler<FastifyRequest>;
}

function pagesFor<V extends SignedInRequest, S extends AnySession>(
  app: FastifyInstance,
  { find, enter, others }: Audience<V, S>,
  { whenEntered, schoolOf }: SignedInOptions<V>,
): SignedInPages<V> {
  const { knownBrowsers, loginSession } = app.people;

  async function signedInRequest(request: FastifyRequest, session: S) {
    const opened = await openedBy(app, session);
    const frame = await brandedFrame(app, frameFor(request), schoolOf?.(opened.memberships, request)?.siteId);
    return {
      request,
      session,
      ...opened,
      runsPlatform: session.schoolId === undefined && isPlatformOperator(app.config.platformOperators, session.person),
      frame,
      text: textFor(frame.language),
      csrf: pageToken(app, session),
      event: (event: AuditEventName, about?: Partial<AuditEvent>) => ({
        ...app.originOf(request),
        event,
        at: app.clock(),
        personId: session.person.id,
        ...about,
      }),
    };
  }

  return {
    get(path, show, showToOthers = others) {
      app.get(path, async (request, reply) => {
        const session = await find(request);
        if (session === undefined) return showToOthers(request, reply);
        // The person may have changed the password here, or signed in before browsers were remembered.
        if (session.schoolId === undefined && knownBrowsers.findSignedIn(request, session.person) === undefined) {
          knownBrowsers.remember(request, reply, session.person, 'signed_in');
        }
        const entered = enter(await signedInRequest(request, session), reply);
        if (!isSignedIn(entered)) return entered;
        await whenEntered?.(entered);
        return show(entered, reply);
      });
    },

    post(path, take, { isFor, ...options } = {}) {
      // Strangers can send no more than to any form. A text that was written for longer than the session lasts is kept.
      const isKnown = async (request: FastifyRequest): Promise<boolean> => {
        if (isFor === undefined && knownBrowsers.isKnown(request)) return true;
        const session = await find(request);
        return session !== undefined && (isFor?.(await membershipsIn(app, session), request) ?? true);
      };
      const isRead = async (request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload) =>
        (await isKnown(request)) ? payload : atMost(MAX_BODY.form, payload);
      const reading = options.bodyLimit === undefined ? {} : { preParsing: isRead };
      app.post(path, { ...options, ...reading }, async (request, reply) => {
        const session = await find(request);
        const form = readParameters(request.body);
        const check = loginSession.checkForm(request, form.get('csrf'), 'page', session?.id ?? 'nobody');
        if (check === 'foreign') throw foreignForm();
        if (session === undefined || check === 'stale') {
          const sender = session && {
            csrf: pageToken(app, session),
            is: signedInAs(session, textFor(frameFor(request).language)),
          };
          return offerToSendAgain(request, reply, sender);
        }
        const entered = enter(await signedInRequest(request, session), reply);
        if (!isSignedIn(entered)) return entered;
        await whenEntered?.(entered);
        return take(entered, form, reply);
      });
    },

    set(path, take) {
      this.post(path, take, { config: { repeats: true } });
    },

    async reload({ request }, reply) {
      const session = await find(request);
      // A reply is thenable: an awaited function that returned one would wait until the response has been sent, and
      // would yield nothing.
      const entered =
        session === undefined
          ? offerToSendAgain(request, reply, undefined)
          : enter(await signedInRequest(request, session), reply);
      return isSignedIn(entered) ? entered : undefined;
    },
  };
}

const RUNS_A_SCHOOL: ReadonlySet<SchoolMembership['role']> = new Set(['owner', 'admin', 'staff']);

/** Returns whether this role runs a school, and can therefore open its admin pages. */
export const runsSchool = ({ role }: Pick<SchoolMembership, 'role'>): boolean => RUNS_A_SCHOOL.has(role);

/** Returns the frame of a page for signed-in people, with links to the other areas that the person can visit. */
export function areaFrame(
  signedIn: SignedInRequest,
  area: Pick<Area, 'kind' | 'current' | 'groups' | 'site' | 'isBar'>,
  schoolName?: string,
): PageFrame {
  const { session } = signedIn;
  const account = session.schoolId === undefined ? '/account' : SCHOOL_ACCOUNT;
  const elsewhere: AreaLink[] = [
    { href: account, label: signedIn.text.shell.areas.account },
    ...signedIn.memberships
      .filter(runsSchool)
      .map(({ slug, siteName }) => ({ href: `/admin/${slug}`, label: siteName })),
    ...(signedIn.runsPlatform ? [{ href: '/platform', label: signedIn.text.shell.areas.platform }] : []),
  ];
  return {
    ...signedIn.frame,
    ...(schoolName === undefined ? {} : { schoolName }),
    area: {
      ...area,
      person: session.person,
      through: throughSchool(session, signedIn.text),
      csrf: signedIn.csrf,
      elsewhere,
    },
  };
}
