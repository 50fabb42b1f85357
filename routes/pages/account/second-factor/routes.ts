/** Sets up and turns off two-factor sign-in, and makes recovery codes. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuditEvent } from '../../../../schema/audit/audit-event.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import {
  makeRecoveryCodes,
  type NewAuthenticator,
  recoveryCodeHashes,
  type SetupProof,
} from '../../../../schema/people/second-factor.ts';
import type { ConfirmationProblem } from '../../kit/confirmation.ts';
import { html } from '../../kit/html.ts';
import { messagePage } from '../../kit/message.ts';
import { nextOf } from '../../kit/next-page.ts';
import { confirm, reauthenticate, renewSession, requireReauthentication } from '../../kit/reauthentication.ts';
import { frameFor, goTo, sendPage } from '../../kit/sending.ts';
import { type SignedInPages, type SignedInRequest, tellStale } from '../../kit/signed-in.ts';
import { accountFrame } from '../account-pages.ts';
import { keepingForm } from './reset.ts';
import { newSecondFactorPage, recoveryCodesPage } from './view.ts';

const PAGE = '/account/sign-in';
const PATH = '/account/second-factor';

export function secondFactorPages(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  requiredPage(app, pages);
  addingForms(app, pages);
  recoveryCodeForms(app, pages);
  removingForms(app, pages);
  keepingForm(app, pages);
}

/** Returns the event of a change, of which the person is told by e-mail. */
function eventOf(
  { clock, originOf, people: { mailer } }: FastifyInstance,
  { frame, request, session }: SignedInRequest,
  event: 'recovery_codes_replaced' | 'second_factor_removed',
): AuditEvent {
  const at = clock();
  const notice = mailer.notice(session.person, frame.language, { kind: event, at });
  return { ...originOf(request), ...notice, event, at, personId: session.person.id };
}

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
  const { loginSession, secondFactor } = app.people;

  pages.get(`${PATH}/new`, async (signedIn, reply) => {
    const next = nextOf(readParameters(signedIn.request.query));
    const { session } = signedIn;
    const needed = await secondFactor.neededBy(session.person.id);
    const isRecent = needed === 'none' ? session.authenticatedAt + RECENT_MS > clock() : secondFactor.isFresh(session);
    const { authenticatedAt } = session;
    return isRecent ? show(signedIn, reply, next, { needed, authenticatedAt }) : ask(signedIn, reply, next);
  });

  pages.post(`${PATH}/new`, async (signedIn, form, reply) => {
    const needed = await secondFactor.neededBy(signedIn.session.person.id);
    const result = await reauthenticate(app, signedIn, form, reply);
    if ('problem' in result) return ask(signedIn, reply, nextOf(form), result.problem);
    // Verifying the password takes time, so the session is read again afterwards.
    const entered = await pages.reload(signedIn, reply);
    if (entered === undefined) return reply;
    if (!(await renewSession(app, entered, reply, result.person))) return tellStale(entered.request, reply);
    return show(entered, reply, nextOf(form), { needed, authenticatedAt: clock() });
  });

  pages.post(PATH, async (signedIn, form, reply) => {
    const { frame, request, session } = signedIn;
    const sealed = form.get('sealed') ?? '';
    const next = nextOf(form);
    const result = await secondFactor.add(session, sealed, form.get('code') ?? '', originOf(request), frame.language);
    if (result.outcome === 'wrong_code') {
      const again = secondFactor.reopen(session, sealed);
      if (again !== undefined) return showSecret(app, signedIn, reply.code(400), next, again, true);
    }
    if (result.outcome !== 'added') return goTo(reply, `${PAGE}?done=second_factor_stale`);
    // The session was opened with a password alone, so another takes its place. The code comes from a secret that the
    // page showed, so it does not make the sign-in more recent.
    const { authenticatedAt, person } = result;
    await loginSession.open(request, reply, person, { by: 'password_and_code', authenticatedAt });
    return sendPage(reply, recoveryCodesPage(frame, result.recoveryCodes, next), 'form');
  });

  async function show(
    signedIn: SignedInRequest,
    reply: FastifyReply,
    next: string,
    proof: SetupProof,
  ): Promise<FastifyReply> {
    const authenticator = await secondFactor.prepare(signedIn.session, proof);
    return authenticator === undefined
      ? goTo(reply, PAGE)
      : showSecret(app, signedIn, reply, next, authenticator, false);
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

async function showSecret(
  { people: { passkeys, secondFactor } }: FastifyInstance,
  signedIn: SignedInRequest,
  reply: FastifyReply,
  next: string,
  authenticator: NewAuthenticator,
  isWrong: boolean,
): Promise<FastifyReply> {
  const { csrf, session } = signedIn;
  const isForPlatform = /^\/platform(?:[/?]|$)/.test(next);
  const isRequired = isForPlatform || (await secondFactor.isDemandedOf(session.person.id));
  const view = { ...authenticator, csrf, next, isForPlatform, isRequired, isWrong, canAddPasskey: passkeys.available };
  return sendPage(reply, newSecondFactorPage(accountFrame(signedIn, PAGE), view), 'own');
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
  const { secondFactor, secondFactors } = app.people;

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
      return `${PAGE}?done=second_factor_removed`;
    },
    missing,
  });
}

const missing = (signedIn: SignedInRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), messagePage(frameFor(signedIn.request), { kind: 'not_found' }), 'own_message');
