/** The page of the sign-in, which asks for the e-mail address and the password. */
import { type Text, textFor, timeSpan } from '../../words/index.ts';
import { clientLabel, clientTile, unreviewedBadge } from '../kit/client.ts';
import { button, field, notice, postForm, statusNotice } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { pathFrom } from '../kit/next-page.ts';
import { passkeyForm } from '../kit/passkey-form.ts';
import { revealing } from '../kit/person-fields.ts';
import { passkeyScript } from '../kit/scripts.ts';
import type { ClientView } from '../kit/views.ts';
import { cancelForm, type SecondStep, type SignInForm, type SignInProblem, secondStepPage } from './second-step.ts';

export type SignIn = SignInForm & {
  retryAfterSeconds?: number;
  client?: ClientView;
  /** A text about the previous action, which is completed by signing in. */
  done?: string | undefined;
  /** The name of the person whose sign-in in this browser the new one replaces. */
  signedInAs?: string | undefined;
  /** Set once the password was right: what has to follow, and the sealed state of this sign-in. */
  second?: SecondStep;
  /** Whether there is no school yet, so that nobody can sign in. */
  isWaiting?: boolean;
  /** Whether a forgotten password can be reset. */
  recovers?: boolean;
  /** The id of the school that the page looks like. */
  school?: string | undefined;
  /** The path of the page that the person came for, which the page for a forgotten password leads back to. */
  next?: string | undefined;
};

function problemText({ problem, recovers = false, retryAfterSeconds, second }: SignIn, text: Text): string | undefined {
  if (problem === undefined) return undefined;
  const { passkeys, secondFactor, signIn } = text;
  const span = timeSpan(text, retryAfterSeconds ?? 60);
  const texts: Readonly<Record<SignInProblem, string | undefined>> = {
    wrong_credentials: signIn.wrongCredentials,
    wrong_passkey: second === undefined ? passkeys.wrong : secondFactor.wrongPasskey,
    wrong_code: secondFactor.wrongCode,
    wrong_recovery_code: secondFactor.wrongRecoveryCode,
    codes_ended: secondFactor.codesEnded({ recovers }),
    expired: secondFactor.expired,
    throttled: retryAfterSeconds === undefined ? signIn.throttled : signIn.throttledFor({ span }),
    new_browser_throttled: signIn.newBrowserThrottled({ span, recovers }),
    busy: signIn.busy,
    stale: signIn.stale,
    reauthenticate: undefined,
  };
  return texts[problem];
}

const sentBy = (client: ClientView, text: Text): Html => html`<div class="asker">${clientTile(client)}<div>
<p>${text.signIn.sentBy({ app: clientLabel(client) })}</p>
${unreviewedBadge(client, text)}
</div></div>`;

/** What is to be known before signing in. */
const beforeForm = (signIn: SignIn, text: Text): Html =>
  html`${signIn.isWaiting === true && notice('info', html`<p class="name">${text.setup.waiting.title}</p><p>${text.setup.waiting.text}</p>`)}
${signIn.done !== undefined && statusNotice(signIn.done)}
${signIn.signedInAs !== undefined && notice('info', html`<p>${text.signIn.replaces({ name: displayText(signIn.signedInAs) })}</p>`)}`;

/** How a forgotten password is replaced. Before there is a school, nobody has one. */
function recovery(signIn: SignIn, text: Text): Html | false {
  const forgot = pathFrom('/password/forgot', signIn);
  if (signIn.recovers === true) return html`<p><a href="${forgot}">${text.password.forgot}</a></p>`;
  const { howElse, noRecovery } = text.signIn;
  return signIn.isWaiting !== true && html`<p class="quiet">${noRecovery} <a href="${forgot}">${howElse}</a></p>`;
}

export const signInPage = (frame: PageFrame, signIn: SignIn): string => {
  const { action, csrf, hidden, email, client, passkeyQuestion: question } = signIn;
  const text = textFor(frame.language);
  const problem = problemText(signIn, text);
  if (signIn.second !== undefined) return secondStepPage(frame, signIn, signIn.second, problem);
  const errorId = signIn.problem === 'wrong_credentials' ? 'problem' : undefined;
  const knowsEmail = email !== undefined && email !== '';
  const fields = [
    field({
      name: 'email',
      label: text.labels.email,
      type: 'email',
      // With `webauthn`, the browser lists passkeys, too.
      autocomplete: question === undefined ? 'username' : 'username webauthn',
      value: email,
      maxLength: 254,
      errorId,
      focus: !knowsEmail,
    }),
    field({
      name: 'password',
      label: text.labels.password,
      type: 'password',
      reveal: revealing(text),
      autocomplete: 'current-password',
      errorId,
      focus: knowsEmail,
    }),
  ];
  const title =
    frame.schoolName === undefined ? text.signIn.title : text.signIn.at({ school: displayText(frame.schoolName) });
  const body = html`<div class="intro"><h1>${title}</h1>${client === undefined && html`<p>${text.signIn.alone}</p>`}</div>
${client !== undefined && sentBy(client, text)}
${beforeForm(signIn, text)}
${problem !== undefined && notice('problem', html`<p>${problem}</p>`, 'problem')}
${signIn.problem === 'reauthenticate' && notice('info', html`<p>${text.signIn.reauthenticate}</p>`)}
${postForm({ action, csrf, hidden, body: [fields, button(text.signIn.submit)] })}
${recovery(signIn, text)}
${question !== undefined && passkeyForm({ action, csrf, hidden, question, does: 'get', label: text.passkeys.signIn }, text)}
${cancelForm(signIn, text)}`;
  return page(frame, {
    title: text.signIn.title,
    body,
    revealsPassword: true,
    headExtra: question && passkeyScript,
    isWrong: problem !== undefined,
  });
};
