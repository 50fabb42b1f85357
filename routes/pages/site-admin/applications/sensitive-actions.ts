/** Actions that break an application. Each requires a confirmation that explains the consequences. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { hashCredential, makeClientSecret } from '../../../../schema/credential.ts';
import {
  type ApplicationUse,
  SECRET_OVERLAP_MS,
  type StoredApplication,
} from '../../../../schema/oauth/site-application.ts';
import type { Parameters } from '../../../../schema/parameters.ts';
import { goTo } from '../../../http.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { type ReauthenticatedAction, requireReauthentication, signedInBy } from '../../kit/reauthentication.ts';
import { sendPage } from '../../kit/sending.ts';
import type { SignedInPages } from '../../kit/signed-in.ts';
import { developerFacts } from '../developer-facts.ts';
import { at, missing, type OperatorRequest, type SiteAdminPages } from '../operator-pages.ts';
import { APPLICATIONS, addingTo, applicationPath, applicationsFrame, findApplication, ONE } from './application.ts';
import { alreadyIssuedPage, issuedApplicationPage } from './secret-view.ts';

interface Subject {
  application: StoredApplication;
  use: ApplicationUse;
}

type What = 'rotate' | 'endOld' | 'disable' | 'remove';
type Act = ReauthenticatedAction<OperatorRequest, Subject>['act'];

interface Step {
  path: string;
  what: What;
  /** Whether the action applies to this application. */
  fits(application: StoredApplication): boolean;
  hidden?(application: StoredApplication): Record<string, string>;
  act: Act;
}

export function applicationDangers(app: FastifyInstance, site: SiteAdminPages): void {
  const pages = site.with('mcp_connections');
  for (const step of [rotation(app), endOfTheOldSecret(app), disabling(app), removal(app)]) ask(app, pages, step);
  enabling(app, pages);
}

/** @param step the action */
function ask(
  app: FastifyInstance,
  pages: SignedInPages<OperatorRequest>,
  { path, what, fits, hidden, act }: Step,
): void {
  requireReauthentication<OperatorRequest, Subject>(app, pages, {
    path: `${ONE}${path}`,
    async find(signedIn) {
      const application = await findApplication(app, signedIn);
      if (application === undefined || !fits(application)) return undefined;
      return { application, use: await app.oauth.siteApplications.use(application, app.clock()) };
    },
    frame: applicationsFrame,
    describe(signedIn, { application, use }) {
      const { one, danger } = signedIn.text.applications;
      const { title, text } = danger[what];
      return {
        title: title({ name: displayText(application.name) }),
        consequences: html`<p>${text}</p>${(what === 'disable' || what === 'remove') && html`<p>${one.use({ grants: use.grants, people: use.people })}</p>`}`,
        submit: one[what],
        cancelHref: applicationPath(signedIn, application),
        ...(hidden === undefined ? {} : { hidden: hidden(application) }),
      };
    },
    act,
    missing,
  });
}

function rotation(app: FastifyInstance): Step {
  const { clock, config } = app;
  const { loginSession } = app.people;
  const { siteApplications } = app.oauth;
  /**
   * Identifies the secret that the form was shown for. If the form is sent twice, the second one must not replace the
   * new secret.
   */
  const mark = ({ id, secretHash }: StoredApplication): string =>
    loginSession.formToken('secret', id, secretHash ?? '');

  async function act(
    signedIn: OperatorRequest,
    { application }: Subject,
    form: Parameters,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const secret = makeClientSecret();
    const href = applicationPath(signedIn, application);
    const isRotated =
      form.get('secret') === mark(application) &&
      (await siteApplications.rotateSecret(
        application,
        { hash: hashCredential(secret), endsAt: clock() + SECRET_OVERLAP_MS },
        signedIn.event('client_secret_rotated', { clientId: application.id }),
      ));
    const frame = applicationsFrame(signedIn);
    if (!isRotated) return sendPage(reply.code(409), alreadyIssuedPage(frame, 'rotated', href), 'own');
    const facts = developerFacts(config.baseUrl, application);
    const page = issuedApplicationPage(frame, { what: 'rotated', name: application.name, secret, facts, href });
    return sendPage(reply, page, 'own');
  }

  return {
    path: '/secret',
    what: 'rotate',
    fits: ({ secretHash }) => secretHash !== undefined,
    hidden: (application) => ({ secret: mark(application) }),
    act,
  };
}

const endOfTheOldSecret = (app: FastifyInstance): Step => ({
  path: '/old-secret',
  what: 'endOld',
  fits: ({ previousSecretEndsAt = 0 }) => previousSecretEndsAt > app.clock(),
  async act(signedIn, { application }) {
    const event = signedIn.event('client_secret_ended', { clientId: application.id });
    await app.oauth.siteApplications.endPreviousSecret(application, event);
    return `${applicationPath(signedIn, application)}?done=secret_ended`;
  },
});

const disabling = (app: FastifyInstance): Step => ({
  path: '/disable',
  what: 'disable',
  fits: ({ active }) => active,
  async act(signedIn, { application }) {
    await app.oauth.siteApplications.disable(
      application,
      signedIn.event('client_disabled', { clientId: application.id }),
    );
    return `${applicationPath(signedIn, application)}?done=disabled`;
  },
});

const removal = (app: FastifyInstance): Step => ({
  path: '/delete',
  what: 'remove',
  fits: () => true,
  async act(signedIn, { application }) {
    await app.oauth.siteApplications.remove(
      application,
      signedIn.event('client_deleted', { clientId: application.id }),
    );
    return at(signedIn, `${APPLICATIONS}?done=deleted`);
  },
});

/** Gives nobody access without a new consent, but whoever is signed in can give that. */
function enabling(app: FastifyInstance, pages: SignedInPages<OperatorRequest>): void {
  pages.post(`${ONE}/enable`, async (signedIn, form, reply) => {
    const application = await findApplication(app, signedIn);
    if (application === undefined) return missing(signedIn, reply);
    const { one } = signedIn.text.applications;
    const proof = await signedInBy(
      app,
      pages,
      { signedIn, form, reply },
      {
        ...addingTo(signedIn),
        title: one.enable,
        consequences: html`<p>${displayText(application.name)}</p>`,
        submit: one.enable,
        cancelHref: applicationPath(signedIn, application),
      },
    );
    if ('sent' in proof) return proof.sent;
    const event = proof.entered.event('client_enabled', { clientId: application.id });
    await app.oauth.siteApplications.enable(application, event);
    return goTo(reply, `${applicationPath(signedIn, application)}?done=enabled`);
  });
}
