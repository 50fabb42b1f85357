/** Actions that break an application. Each requires a confirmation that explains the consequences. */
import type { FastifyInstance } from 'fastify';
import { fieldValues } from '../../../../schema/audit/audit-event.ts';
import { hashCredential, makeClientSecret } from '../../../../schema/credential.ts';
import {
  type ApplicationUse,
  SECRET_OVERLAP_MS,
  type StoredApplication,
} from '../../../../schema/oauth/site-application.ts';
import { goTo } from '../../../http.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { type ReauthenticatedAction, requireReauthentication, signedInBy } from '../../kit/reauthentication.ts';
import { at, type OperatorRequest, type Place } from '../operator-pages.ts';
import { APPLICATIONS, addingTo, applicationPath, findApplication, ONE, takeForm } from './application.ts';
import { issuedPages } from './developer.ts';

interface Subject {
  application: StoredApplication;
  use: ApplicationUse;
}

interface SensitiveAction {
  path: string;
  action: 'rotate' | 'endOld' | 'disable' | 'remove' | 'alone';
  /** Returns whether the action applies to this application. */
  fits(application: StoredApplication): boolean;
  hidden?(application: StoredApplication): Record<string, string>;
  act: ReauthenticatedAction<OperatorRequest, Subject>['act'];
}

export function applicationDangers(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const { siteApplications } = app.oauth;
  ask(app, place, rotation(app, place));

  ask(app, place, {
    path: '/old-secret',
    action: 'endOld',
    fits: ({ previousSecretEndsAt = 0 }) => previousSecretEndsAt > app.clock(),
    async act(signedIn, { application }) {
      const event = signedIn.event('client_secret_ended', { clientId: application.id });
      await siteApplications.endPreviousSecret(application, event);
      return `${applicationPath(signedIn, application)}?done=secret_ended`;
    },
  });

  ask(app, place, {
    path: '/disable',
    action: 'disable',
    fits: ({ active }) => active,
    async act(signedIn, { application }) {
      await siteApplications.disable(application, signedIn.event('client_disabled', { clientId: application.id }));
      return `${applicationPath(signedIn, application)}?done=disabled`;
    },
  });

  ask(app, place, {
    path: '/delete',
    action: 'remove',
    fits: () => true,
    async act(signedIn, { application }) {
      await siteApplications.remove(application, signedIn.event('client_deleted', { clientId: application.id }));
      return at(signedIn, `${APPLICATIONS}?done=deleted`);
    },
  });

  ask(app, place, {
    path: '/alone',
    action: 'alone',
    fits: ({ runsAlone, secretHash }) => secretHash !== undefined && !runsAlone,
    async act(signedIn, { application }) {
      await setAlone(app, signedIn, application, true);
      return `${applicationPath(signedIn, application)}?done=alone`;
    },
  });

  takeForm(app, place, '/ask', async ({ signedIn, reply, application }) => {
    await setAlone(app, signedIn, application, false);
    return goTo(reply, `${applicationPath(signedIn, application)}?done=asks`);
  });

  // Gives nobody access without a new consent, but whoever is signed in can give that.
  takeForm(app, place, '/enable', async (sent) => {
    const { signedIn, reply, application } = sent;
    const { one } = signedIn.text.applications;
    const proof = await signedInBy(app, place.pages, sent, {
      ...addingTo(signedIn),
      title: one.enable,
      consequences: html`<p>${displayText(application.name)}</p>`,
      submit: one.enable,
      cancelHref: applicationPath(signedIn, application),
    });
    if ('sent' in proof) return proof.sent;
    await siteApplications.enable(application, proof.entered.event('client_enabled', { clientId: application.id }));
    return goTo(reply, `${applicationPath(signedIn, application)}?done=enabled`);
  });
}

async function setAlone(
  { school }: FastifyInstance,
  { event, membership }: OperatorRequest,
  { id, ...application }: StoredApplication,
  runsAlone: boolean,
): Promise<void> {
  const before = fieldValues({ runsAlone: application.runsAlone === true });
  const changed = event('client_changed', { clientId: id, before, after: fieldValues({ runsAlone }) });
  await school.approvals.setAlone(membership.siteId, id, runsAlone, changed);
}

function ask(
  app: FastifyInstance,
  place: Place<OperatorRequest>,
  { path, action, fits, hidden, act }: SensitiveAction,
): void {
  requireReauthentication<OperatorRequest, Subject>(app, place.pages, {
    ...place,
    path: `${ONE}${path}`,
    async find(signedIn) {
      const application = await findApplication(app, signedIn);
      if (application === undefined || !fits(application)) return undefined;
      return { application, use: await app.oauth.siteApplications.use(application, app.clock()) };
    },
    describe(signedIn, { application, use }) {
      const { one, danger } = signedIn.text.applications;
      const { title, text } = danger[action];
      return {
        title: title({ name: displayText(application.name) }),
        consequences: html`<p>${text}</p>${(action === 'disable' || action === 'remove') && html`<p>${one.use({ grants: use.grants, people: use.people })}</p>`}`,
        submit: one[action],
        cancelHref: applicationPath(signedIn, application),
        ...(hidden === undefined ? {} : { hidden: hidden(application) }),
      };
    },
    act,
  });
}

function rotation(app: FastifyInstance, place: Place<OperatorRequest>): SensitiveAction {
  const { alreadyIssued, issued } = issuedPages(app, place);
  /**
   * Identifies the secret that the form was shown for. If the form is sent twice, the second one must not replace the
   * new secret.
   */
  const mark = ({ id, secretHash }: StoredApplication): string =>
    app.people.loginSession.formToken('secret', id, secretHash ?? '');

  return {
    path: '/secret',
    action: 'rotate',
    fits: ({ secretHash }) => secretHash !== undefined,
    hidden: (application) => ({ secret: mark(application) }),
    async act(signedIn, { application }, form, reply) {
      const secret = makeClientSecret();
      const isRotated =
        form.get('secret') === mark(application) &&
        (await app.oauth.siteApplications.rotateSecret(
          application,
          { hash: hashCredential(secret), endsAt: app.clock() + SECRET_OVERLAP_MS },
          signedIn.event('client_secret_rotated', { clientId: application.id }),
        ));
      return isRotated
        ? issued(signedIn, reply, { occasion: 'rotated', application, secret })
        : alreadyIssued(signedIn, reply.code(409), { occasion: 'rotated', id: application.id });
    },
  };
}
