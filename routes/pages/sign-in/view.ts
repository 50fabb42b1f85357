/** The sign-in page, which asks for the e-mail address and the password, and the second step that may follow. */
import { hostOf, type SchoolProvider } from '../../../schema/people/provider.ts';
import { type Text, textFor, timeSpan } from '../../words/index.ts';
import { clientLabel, clientTile, unreviewedBadge } from '../kit/client.ts';
import { button, field, linkButton, notice, postForm, statusNotice } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { pathFrom, signInAtSchool } from '../kit/next-page.ts';
import { passkeyForm } from '../kit/passkey-form.ts';
import { revealing } from '../kit/person-fields.ts';
import { passkeyScript } from '../kit/scripts.ts';
import type { ClientView } from '../kit/views.ts';

/** The problem. After `reauthenticate` nothing is: a person signs in again. */
export type SignInProblem = keyof ReturnType<typeof problemTexts> | 'reauthenticate';

/** The step after a correct password. */
interface SecondStep {
  /** The sealed state of the sign-in. */
  sealed: string;
  needs: 'none' | 'code' | 'passkey';
}

export interface SignIn {
  action: string;
  csrf: string;
  hidden?: Readonly<Record<string, string>>;
  email?: string;
  problem?: SignInProblem;
  /** The WebAuthn options, if passkeys can be used. */
  passkeyQuestion?: string | undefined;
  cancelAction?: string;
  retryAfterSeconds?: number;
  client?: ClientView;
  /** A text about the previous action, which is completed by signing in. */
  done?: string | undefined;
  /** The name of the person whose sign-in in this browser the new one replaces. */
  signedInAs?: string | undefined;
  second?: SecondStep;
  /** True if there is no school yet, so that nobody can sign in. */
  isWaiting?: boolean;
  /** True if a forgotten password can be reset. */
  recovers?: boolean;
  /** The id of the school that the page looks like. */
  school?: string | undefined;
  /** The sign-in of the school that the person came for. */
  provider?: Pick<SchoolProvider, 'issuer' | 'signInBy' | 'siteName' | 'slug'> | undefined;
  /** The path of the page that the person came for, which the page for a forgotten password leads back to. */
  next?: string | undefined;
}

function problemTexts(text: Text, isSecond: boolean, recovers: boolean, retryAfterSeconds: number | undefined) {
  const { passkeys, secondFactor, signIn } = text;
  const span = timeSpan(text, retryAfterSeconds ?? 60);
  return {
    wrong_credentials: signIn.wrongCredentials,
    wrong_passkey: isSecond ? secondFactor.wrongPasskey : passkeys.wrong,
    wrong_code: secondFactor.wrongCode,
    wrong_recovery_code: secondFactor.wrongRecoveryCode,
    codes_ended: secondFactor.codesEnded({ recovers }),
    expired: secondFactor.expired,
    throttled: retryAfterSeconds === undefined ? signIn.throttled : signIn.throttledFor({ span }),
    new_browser_throttled: signIn.newBrowserThrottled({ span, recovers }),
    busy: signIn.busy,
    stale: signIn.stale,
  };
}

export const signInPage = (frame: PageFrame, signIn: SignIn): string => {
  const { action, csrf, hidden, email, client, passkeyQuestion: question, problem: is, second } = signIn;
  const text = textFor(frame.language);
  const texts = problemTexts(text, second !== undefined, signIn.recovers === true, signIn.retryAfterSeconds);
  const problem = is === undefined || is === 'reauthenticate' ? undefined : texts[is];
  if (second !== undefined) return secondStepPage(frame, signIn, second, problem);
  const errorId = is === 'wrong_credentials' ? 'problem' : undefined;
  const knowsEmail = email !== undefined && email !== '';
  // With `webauthn`, the browser lists passkeys, too.
  const autocomplete = question === undefined ? 'username' : 'username webauthn';
  const address = { type: 'email', autocomplete, value: email, maxLength: 254 } as const;
  const password = { type: 'password', reveal: revealing(text), autocomplete: 'current-password' } as const;
  const fields = [
    field({ name: 'email', label: text.labels.email, ...address, errorId, focus: !knowsEmail }),
    field({ name: 'password', label: text.labels.password, ...password, errorId, focus: knowsEmail }),
  ];
  const title =
    frame.schoolName === undefined ? text.signIn.title : text.signIn.at({ school: displayText(frame.schoolName) });
  const body = html`<div class="intro"><h1>${title}</h1>${client === undefined && html`<p>${text.signIn.alone}</p>`}</div>
${client !== undefined && sentBy(client, text)}
${beforeForm(signIn, text)}
${problem !== undefined && notice('problem', html`<p>${problem}</p>`, 'problem')}
${is === 'reauthenticate' && notice('info', html`<p>${text.signIn.reauthenticate}</p>`)}
${atSchool(signIn, text)}
${unlessRequired(
  signIn,
  html`${postForm({ action, csrf, hidden, body: [fields, button(text.signIn.submit)] })}
${recovery(signIn, text)}
${question !== undefined && passkeyForm({ action, csrf, hidden, question, does: 'get', label: text.passkeys.signIn }, text)}`,
  text,
)}
${cancelForm(signIn, text)}`;
  return page(frame, {
    title: text.signIn.title,
    body,
    revealsPassword: true,
    headExtra: question && passkeyScript,
    isWrong: problem !== undefined,
  });
};

const sentBy = (client: ClientView, text: Text): Html => html`<div class="asker">${clientTile(client)}<div>
<p>${text.signIn.sentBy({ app: clientLabel(client) })}</p>
${unreviewedBadge(client, text)}
</div></div>`;

/** The way to the provider of the school, which the page names by its host: it could be called anything. */
const atSchool = ({ next, problem, provider }: SignIn, { schoolSignIn: words }: Text): Html | undefined =>
  provider &&
  html`<div class="stack"><p>${words[isRequired(provider) ? 'required' : 'offer']({ school: displayText(provider.siteName) })}</p>
${linkButton(
  signInAtSchool(provider, { next, isAgain: problem === 'reauthenticate' }),
  words.continueAt({ host: displayText(hostOf(provider.issuer)) }),
  isRequired(provider) ? 'primary' : 'secondary',
)}</div>`;

const isRequired = (provider: SignIn['provider']): boolean => provider?.signInBy === 'provider';

/** The forms of the account, which few people need where the provider is required. */
const unlessRequired = ({ problem, provider }: SignIn, forms: Html, { schoolSignIn }: Text): Html =>
  isRequired(provider)
    ? html`<details${problem !== undefined && html` open`}><summary>${schoolSignIn.owners}</summary><div class="stack">${forms}</div></details>`
    : forms;

/** The notice above the form. */
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

/** The way back from the sign-in to an app. */
const cancelForm = ({ cancelAction, csrf }: SignIn, { labels }: Text): Html | false =>
  cancelAction !== undefined &&
  html`<div class="aside">${postForm({ action: cancelAction, csrf, body: button(labels.cancel, 'plain') })}</div>`;

/** @param problem the sentence about what is wrong */
function secondStepPage(
  frame: PageFrame,
  state: SignIn,
  { sealed, needs }: SecondStep,
  problem: string | undefined,
): string {
  const text = textFor(frame.language);
  const form = { ...state, hidden: { ...state.hidden, second: sealed } };
  const { action, csrf, email = '', hidden, passkeyQuestion: question } = form;
  const words = text.secondFactor;
  const body = html`<div class="intro"><h1>${words.stepTitle}</h1><p>${words.stepText({ email: displayText(email) })}</p></div>
${problem !== undefined && notice('problem', html`<p>${problem}</p>`, 'problem')}
${needs === 'passkey' ? html`<p>${words.passkeyNeeded}</p>` : codeForms(form, words)}
${question !== undefined && passkeyForm({ action, csrf, hidden, question, does: 'get', label: text.passkeys.confirm }, text)}
${needs === 'passkey' && html`<p class="quiet">${words.lost}</p>`}
${cancelForm(form, text)}`;
  const headExtra = question && passkeyScript;
  return page(frame, { title: words.stepTitle, body, headExtra, isWrong: problem !== undefined });
}

/** Characters of a recovery code, with separators. */
const MAX_RECOVERY_CODE = 40;

/** Asks for the code of the authenticator app. A recovery code is not cut off, because it is accepted here too. */
export const codeField = (text: Text['secondFactor'], errorId: string | undefined, focus = false): Html =>
  field({
    name: 'code',
    label: text.code,
    type: 'text',
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    hint: text.codeHint,
    maxLength: MAX_RECOVERY_CODE,
    errorId,
    focus,
  });

const codeForms = ({ action, csrf, hidden, problem }: SignIn, text: Text['secondFactor']): Html => {
  const isRecovery = problem === 'wrong_recovery_code' || problem === 'codes_ended';
  const recovery = field({
    name: 'recovery_code',
    label: text.recoveryCode,
    type: 'text',
    autocomplete: 'off',
    maxLength: MAX_RECOVERY_CODE,
    errorId: isRecovery ? 'problem' : undefined,
    focus: isRecovery,
  });
  const code = codeField(text, problem === 'wrong_code' ? 'problem' : undefined, !isRecovery);
  return html`${postForm({ action, csrf, hidden, body: [code, button(text.submit)] })}
<details${isRecovery && html` open`}><summary>${text.noCode}</summary>
<div class="stack"><p>${text.recoveryText}</p>
${postForm({ action, csrf, hidden, body: [recovery, button(text.submit, 'secondary')] })}
<p class="quiet">${text.lost}</p></div></details>`;
};
