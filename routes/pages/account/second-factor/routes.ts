/** Sets up and turns off two-factor sign-in, and makes recovery codes. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuditEventName } from '../../../../schema/audit/audit-event.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import {
  makeRecoveryCodes,
  type NewAuthenticator,
  recoveryCodeHashes,
} from '../../../../schema/people/second-factor.ts';
import type { ConfirmationProblem } from '../../kit/confirmation.ts';
import { html } from '../../kit/html.ts';
import { messagePage } from '../../kit/message.ts';
import { nextOf } from '../../kit/next-page.ts';
import { confirm, reauthenticate, renewSession, requireReauthentication } from '../../kit/reauthentication.ts';
import { frameFor, goTo, sendPage } from '../../kit/sending.ts';
import { type SignedInPages, type SignedInRequest, tellStale } from '../../kit/signed-in.ts';
import { accountFrame } from '../account-pages.ts';
import { newSecondFactorPage, recoveryCodesPage } from './view.ts';

const PAGE = '/account/sign-in';
const PATH = '/account/second-factor';

export function secondFactorPages(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  requiredPage(app, pages);
  addingForms(app, pages);
  recoveryCodeForms(app, pages);
  removingForms(app, pages);
}

const eventOf = (
  { clock, originOf }: FastifyInstance,
  { request, session }: SignedInRequest,
  event: AuditEventName,
) => ({ ...originOf(request), event, at: clock(), personId: session.person.id });

/** Where pages that need two factors send a person who signed in with one. */
function requiredPage({ people: { secondFactor } }: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  pages.get(PATH, async ({ request, session }, reply) => {
    const next = nextOf(readParameters(request.query));
    const needed = await secondFactor.neededBy(session.person.id);
    return needed === 'none'
      ? goTo(reply, `${PATH}/new?${new URLSearchParams({ next })}`)
      : goTo(reply, `/sign-in?${new URLSearchParams({ next, again: '1' })}`);
  });
}

/** How recent a sign-in must be for the secret to be shown without another one. */
const RECENT_MS = 10 * 60_000;

function addingForms(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { clock, originOf } = app;
  const { loginSession, protection, secondFactor } = app.people;

  pages.get(`${PATH}/new`, async (signedIn, reply) => {
    const next = nextOf(readParameters(signedIn.request.query));
    const { session } = signedIn;
    const needed = await secondFactor.neededBy(session.person.id);
    const isRecent = needed === 'none' ? session.authenticatedAt + RECENT_MS > clock() : secondFactor.isFresh(session);
    return isRecent ? show(signedIn, reply, next) : ask(signedIn, reply, next);
  });

  pages.post(`${PATH}/new`, async (signedIn, form, reply) => {
    const result = await reauthenticate(app, signedIn, form, reply);
    if ('problem' in result) return ask(signedIn, reply, nextOf(form), result.problem);
    // Verifying the password takes time, so the session is read again afterwards.
    const entered = await pages.reload(signedIn, reply);
    if (entered === undefined) return reply;
    if (!(await renewSession(app, entered, reply, result.person))) return tellStale(entered.request, reply);
    return show(entered, reply, nextOf(form));
  });

  pages.post(PATH, async (signedIn, form, reply) => {
    const { frame, request, session } = signedIn;
    const sealed = form.get('sealed') ?? '';
    const next = nextOf(form);
    const result = await secondFactor.add(session, sealed, form.get('code') ?? '', originOf(request));
    if (result.outcome === 'wrong_code') {
      const again = secondFactor.reopen(session, sealed);
      if (again !== undefined) return show(signedIn, reply.code(400), next, again);
    }
    if (result.outcome !== 'added') return goTo(reply, `${PAGE}?done=second_factor_stale`);
    protection.notify(session.person, frame.language, { kind: 'second_factor_added', at: clock() });
    // The session was opened with a password alone, so another takes its place.
    await loginSession.open(request, reply, result.person, 'password_and_code');
    return sendPage(reply, recoveryCodesPage(frame, result.recoveryCodes, next), 'form');
  });

  async function show(
    signedIn: SignedInRequest,
    reply: FastifyReply,
    next: string,
    again?: NewAuthenticator,
  ): Promise<FastifyReply> {
    const { csrf, session } = signedIn;
    const authenticator = again ?? (await secondFactor.prepare(session));
    if (authenticator === undefined) return goTo(reply, PAGE);
    const isRequired = await secondFactor.isDemandedOf(session.person.id);
    const view = { ...authenticator, csrf, next, isRequired, isWrong: again !== undefined };
    return sendPage(reply, newSecondFactorPage(accountFrame(signedIn, PAGE), view), 'own');
  }

  function ask(
    signedIn: SignedInRequest,
    reply: FastifyReply,
    next: string,
    problem?: ConfirmationProblem,
  ): Promise<FastifyReply> {
    const { secondFactor: text, passkeys } = signedIn.text;
    return confirm(app, signedIn, reply, accountFrame(signedIn, PAGE), {
      title: text.setUp,
      consequences: html`<p>${text.setUpText}</p>`,
      submit: passkeys.goOn,
      tone: 'primary',
      hidden: { next },
      cancelHref: PAGE,
      problem,
    });
  }
}

function recoveryCodeForms(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { secondFactors } = app.people;

  requireReauthentication(app, pages, {
    path: `${PATH}/recovery-codes`,
    find: ({ session }) => secondFactors.find(session.person.id),
    frame: (signedIn) => accountFrame(signedIn, PAGE),
    describe: ({ text }) => ({
      title: text.secondFactor.newCodes,
      consequences: html`<p>${text.secondFactor.newCodesText}</p>`,
      submit: text.secondFactor.newCodes,
      tone: 'primary',
      cancelHref: PAGE,
    }),
    async act(signedIn, { personId }, _form, reply, { credentialsVersion: version }) {
      const codes = makeRecoveryCodes();
      const verified = { sessionId: signedIn.session.id, version };
      const event = eventOf(app, signedIn, 'recovery_codes_replaced');
      const isDone = await secondFactors.replaceRecoveryCodes(personId, recoveryCodeHashes(codes), verified, event);
      if (!isDone) return `${PAGE}?done=second_factor_stale`;
      return sendPage(reply, recoveryCodesPage(accountFrame(signedIn, PAGE), codes, PAGE), 'own');
    },
    missing,
  });
}

function removingForms(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { clock } = app;
  const { protection, secondFactor, secondFactors } = app.people;

  requireReauthentication(app, pages, {
    path: `${PATH}/remove`,
    async find({ session }) {
      const { id: personId } = session.person;
      if ((await secondFactors.find(personId)) === undefined) return undefined;
      return { personId, isDemanded: await secondFactor.isDemandedOf(personId) };
    },
    frame: (signedIn) => accountFrame(signedIn, PAGE),
    describe: ({ text: { secondFactor: text } }, { isDemanded }) => ({
      title: text.turnOff,
      consequences: html`<p>${text.turnOffText}</p>${isDemanded && html`<p>${text.turnOffDemanded}</p>`}`,
      submit: text.turnOff,
      cancelHref: PAGE,
    }),
    async act(signedIn, { personId }, _form, _reply, { credentialsVersion: version }) {
      const verified = { sessionId: signedIn.session.id, version };
      const event = eventOf(app, signedIn, 'second_factor_removed');
      if (!(await secondFactors.remove(personId, verified, event))) return `${PAGE}?done=second_factor_stale`;
      const { frame, session } = signedIn;
      protection.notify(session.person, frame.language, { kind: 'second_factor_removed', at: clock() });
      return `${PAGE}?done=second_factor_removed`;
    },
    missing,
  });
}

const missing = (signedIn: SignedInRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), messagePage(frameFor(signedIn.request), { kind: 'not_found' }), 'own_message');
