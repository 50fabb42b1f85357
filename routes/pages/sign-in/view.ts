import { type Text, textFor, timeSpan } from '../../words/index.ts';
import { clientLabel, clientTile, unreviewedBadge } from '../kit/client.ts';
import { button, field, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { revealing } from '../kit/new-password.ts';
import { pathFrom } from '../kit/next-page.ts';
import { passkeyForm } from '../kit/passkey-form.ts';
import { passkeyScript } from '../kit/scripts.ts';
import type { ClientView } from '../kit/views.ts';
import { type SecondStep, secondStepPage } from './second-step.ts';

export type SignInProblem =
  | 'wrong_credentials'
  | 'wrong_passkey'
  | 'wrong_code'
  | 'wrong_recovery_code'
  | 'codes_ended'
  | 'expired'
  | 'throttled'
  | 'new_browser_throttled'
  | 'busy'
  | 'stale'
  | 'reauthenticate';

export type SignIn = {
  action: string;
  csrf: string;
  hidden?: Readonly<Record<string, string>>;
  email?: string;
  problem?: SignInProblem;
  retryAfterSeconds?: number;
  client?: ClientView;
  cancelAction?: string;
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
  /** The WebAuthn options, if passkeys can be used. */
  passkeyQuestion?: string | undefined;
};

const problemText = (signIn: SignIn, text: Text): string | undefined => {
  const { problem, recovers, retryAfterSeconds } = signIn;
  switch (problem) {
    case 'wrong_credentials':
      return text.signIn.wrongCredentials;
    case 'wrong_passkey':
      return signIn.second === undefined ? text.passkeys.wrong : text.secondFactor.wrongPasskey;
    case 'wrong_code':
      return text.secondFactor.wrongCode;
    case 'wrong_recovery_code':
      return text.secondFactor.wrongRecoveryCode;
    case 'codes_ended':
      return text.secondFactor.codesEnded({ recovers: recovers === true });
    case 'expired':
      return text.secondFactor.expired;
    case 'throttled':
      return retryAfterSeconds === undefined
        ? text.signIn.throttled
        : text.signIn.throttledFor({ span: timeSpan(text, retryAfterSeconds) });
    case 'new_browser_throttled':
      return text.signIn.newBrowserThrottled({
        span: timeSpan(text, retryAfterSeconds ?? 60),
        recovers: recovers === true,
      });
    case 'busy':
      return text.signIn.busy;
    case 'stale':
      return text.signIn.stale;
    default:
      return undefined;
  }
};

const sentBy = (client: ClientView, text: Text): Html => html`<div class="asker">${clientTile(client)}<div>
<p>${text.signIn.sentBy({ app: clientLabel(client) })}</p>
${unreviewedBadge(client, text)}
</div></div>`;

/** What is to be known before signing in. */
const aboutThis = (
  signIn: SignIn,
  text: Text,
): Html => html`${signIn.isWaiting === true && notice('info', html`<p class="name">${text.setup.waiting.title}</p><p>${text.setup.waiting.text}</p>`)}
${signIn.done !== undefined && notice('info', html`<p role="status">${signIn.done}</p>`)}
${signIn.signedInAs !== undefined && notice('info', html`<p>${text.signIn.replaces({ name: displayText(signIn.signedInAs) })}</p>`)}`;

const FORGOT = '/password/forgot';

/** How a forgotten password is replaced. Before there is a school, nobody has one. */
const recovery = (signIn: SignIn, text: Text): Html | false => {
  if (signIn.recovers === true) return html`<p><a href="${pathFrom(FORGOT, signIn)}">${text.password.forgot}</a></p>`;
  return (
    signIn.isWaiting !== true &&
    html`<p class="quiet">${text.signIn.noRecovery} <a href="${pathFrom(FORGOT, signIn)}">${text.signIn.howElse}</a></p>`
  );
};

export const signInPage = (frame: PageFrame, signIn: SignIn): string => {
  const { action, csrf, hidden, email, client, cancelAction, passkeyQuestion } = signIn;
  const text = textFor(frame.language);
  const problem = problemText(signIn, text);
  if (signIn.second !== undefined) return secondStepPage(frame, { ...signIn, saidProblem: problem }, signIn.second);
  const errorId = signIn.problem === 'wrong_credentials' ? 'problem' : undefined;
  const knowsEmail = email !== undefined && email !== '';
  const fields = [
    field({
      name: 'email',
      label: text.labels.email,
      type: 'email',
      // With `webauthn`, the browser lists passkeys, too.
      autocomplete: passkeyQuestion === undefined ? 'username' : 'username webauthn',
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
${aboutThis(signIn, text)}
${problem !== undefined && notice('problem', html`<p>${problem}</p>`, 'problem')}
${signIn.problem === 'reauthenticate' && notice('info', html`<p>${text.signIn.reauthenticate}</p>`)}
${postForm({ action, csrf, hidden, body: [fields, button(text.signIn.submit)] })}
${recovery(signIn, text)}
${passkeyQuestion !== undefined && passkeyForm({ action, csrf, hidden, question: passkeyQuestion, does: 'get', label: text.passkeys.signIn }, text)}
${cancelAction !== undefined && html`<div class="aside">${postForm({ action: cancelAction, csrf, body: button(text.labels.cancel, 'plain') })}</div>`}`;
  return page(frame, {
    title: text.signIn.title,
    body,
    revealsPassword: true,
    headExtra: passkeyQuestion && passkeyScript,
    isWrong: problem !== undefined,
  });
};
