/** Sets up two-factor sign-in with an authenticator app. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { encode } from 'uqr';
import { readParameters } from '../../../../schema/data/parameters.ts';
import type { NewAuthenticator, SetupProof } from '../../../../schema/people/second-factor.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import { button, linkButton, notice, postForm } from '../../kit/components.ts';
import type { ConfirmationProblem } from '../../kit/confirmation.ts';
import { type Html, html } from '../../kit/html.ts';
import { page } from '../../kit/layout.ts';
import { nextOf } from '../../kit/next-page.ts';
import { confirm, reauthenticate, renewSession, signedInLately } from '../../kit/reauthentication.ts';
import { sendPage, tellStale } from '../../kit/sending.ts';
import type { AccountRequest, SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { codeField } from '../../sign-in/view.ts';
import { accountFrame, SIGN_IN } from '../account-pages.ts';
import { NEW_PASSKEY } from '../passkeys.ts';
import { recoveryCodesPage } from './changing.ts';

const PATH = '/account/second-factor';

/** Where pages that need two factors send a person who signed in with one. */
function requiredPage({ people: { secondFactor } }: FastifyInstance, pages: SignedInPages): void {
  pages.get(PATH, async ({ request, session }, reply) => {
    const next = nextOf(readParameters(request.query));
    const needed = await secondFactor.neededBy(session.person.id);
    return needed === 'none'
      ? goTo(reply, `${PATH}/new?${new URLSearchParams({ next })}`)
      : goTo(reply, `/sign-in?${new URLSearchParams({ next, again: '1' })}`);
  });
}

export function addingForms(app: FastifyInstance, pages: SignedInPages): void {
  const { clock, originOf } = app;
  const { loginSession, secondFactor } = app.people;
  requiredPage(app, pages);

  pages.get(`${PATH}/new`, async (signedIn, reply) => {
    const next = nextOf(readParameters(signedIn.request.query));
    const { session } = signedIn;
    const needed = await secondFactor.neededBy(session.person.id);
    // The secret is shown without another sign-in if there was one lately.
    const isRecent = needed === 'none' ? signedInLately(app, signedIn) : secondFactor.isFresh(session);
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
      if (again !== undefined) return showSecret(signedIn, reply.code(400), next, again, true);
    }
    if (result.outcome !== 'added') return goTo(reply, `${SIGN_IN}?done=second_factor_stale`);
    // The session was opened with a password alone, so another takes its place. The code comes from a secret that the
    // page showed, so it does not make the sign-in more recent.
    const { authenticatedAt, person } = result;
    await loginSession.open(request, reply, person, { by: 'password_and_code', authenticatedAt });
    return sendPage(reply, recoveryCodesPage(frame, session.person.email, result.recoveryCodes, next), 'scripted_form');
  });

  async function show(signedIn: AccountRequest, reply: FastifyReply, next: string, proof: SetupProof) {
    const authenticator = await secondFactor.prepare(signedIn.session, proof);
    return authenticator === undefined ? goTo(reply, SIGN_IN) : showSecret(signedIn, reply, next, authenticator, false);
  }
}

function ask(
  signedIn: SignedInRequest,
  reply: FastifyReply,
  next: string,
  problem?: ConfirmationProblem,
): Promise<FastifyReply> {
  const { secondFactor, passkeys } = signedIn.text;
  return confirm(reply.server, signedIn, reply, accountFrame(signedIn, SIGN_IN), {
    title: secondFactor.setUp,
    consequences: html`<p>${secondFactor.setUpText}</p>`,
    submit: passkeys.goOn,
    tone: 'primary',
    hidden: { next },
    cancelHref: SIGN_IN,
    problem,
  });
}

/** Shows the secret for the authenticator app, after reauthentication only. */
async function showSecret(
  signedIn: SignedInRequest,
  reply: FastifyReply,
  next: string,
  { sealed, text: secret, uri }: NewAuthenticator,
  isWrong: boolean,
): Promise<FastifyReply> {
  const { csrf, session, text } = signedIn;
  const { passkeys, secondFactor } = reply.server.people;
  const words = text.secondFactor;
  // Otherwise it is a school that requires it.
  const isForPlatform = /^\/platform(?:[/?]|$)/.test(next);
  const isRequired = isForPlatform || (await secondFactor.isDemandedOf(session.person.id));
  const isChoice = isRequired && passkeys.available;
  const code = codeField(words, isWrong ? 'problem' : undefined, !isChoice || isWrong);
  const submit = html`<div class="inline">${button(words.confirm)}</div>`;
  const requiredTitle = isForPlatform ? words.requiredHere : words.requiredTitle;
  const body = html`<div class="intro"><h1>${isRequired ? requiredTitle : words.setUp}</h1>${isRequired && html`<p>${words.required}</p>`}</div>
${isChoice && passkeyInstead(next, text)}
${isWrong && notice('problem', html`<p>${words.wrongNewCode}</p>`, 'problem')}
${isChoice ? html`<section class="stack"><h2>${words.withApp}</h2><p>${words.scan}</p></section>` : html`<p>${words.scan}</p>`}
${qrCode(uri, words.picture)}
<p>${words.key}: <code>${secret.replace(/.{4}(?=.)/g, '$& ')}</code></p>
<p>${words.enter}</p>
${postForm({ action: PATH, csrf, hidden: { sealed, next }, body: [code, submit] })}`;
  return sendPage(reply, page(accountFrame(signedIn, SIGN_IN), { title: words.setUp, body, isWrong }), 'own');
}

/** A passkey is two factors, so where they are demanded, one suffices. It is asked for when the person goes on. */
const passkeyInstead = (next: string, { passkeys, secondFactor: words }: Text): Html =>
  html`<section class="stack"><h2>${words.withPasskey}</h2><p>${words.withPasskeyText}</p>
<div class="inline">${linkButton(`${NEW_PASSKEY}?${new URLSearchParams({ next })}`, passkeys.add, 'secondary')}</div></section>`;

/** The quiet zone around a QR code (ISO/IEC 18004). */
const QUIET = 4;

function qrCode(content: string, label: string): Html {
  const { data, size } = encode(content, { border: QUIET });
  const path = data
    .flatMap((row, y) => {
      const dark = row.map((isDark) => (isDark ? '1' : '0')).join('');
      return [...dark.matchAll(/1+/g)].map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1H${x}z`);
    })
    .join('');
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
}
