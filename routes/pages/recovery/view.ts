/** Pages for a forgotten password and for the confirmation of an e-mail address. */
import { emailKey } from '../../../schema/people/email.ts';
import type { TenantLink } from '../../../schema/tenant-link.ts';
import { type Text, textFor } from '../../words/index.ts';
import { button, field, linkButton, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { type NewPasswordProblem, newPasswordField } from '../kit/new-password.ts';
import { type CameFrom, pathFrom } from '../kit/next-page.ts';
import { type Outcome, outcomePage } from '../kit/outcome.ts';
import { tenantAnchor } from '../kit/tenant-anchor.ts';
import type { AccountView } from '../kit/views.ts';

type Form = { action: string; csrf: string; hidden?: Readonly<Record<string, string>> };

export type Forgot = Form & { email?: string; problem?: 'invalid' | 'throttled' | 'stale' };

export const forgotPage = (frame: PageFrame, { action, csrf, hidden, email, problem }: Forgot): string => {
  const text = textFor(frame.language);
  const { forgot } = text.recovery;
  const address = field({
    name: 'email',
    label: text.labels.email,
    type: 'email',
    autocomplete: 'username',
    maxLength: 254,
    value: email,
    error: problem === undefined || problem === 'stale' ? undefined : forgot[problem],
    focus: true,
  });
  const body = html`<div class="intro"><h1>${forgot.title}</h1><p>${forgot.lead}</p></div>
${problem === 'stale' && notice('problem', html`<p>${forgot.stale}</p>`)}
${postForm({ action, csrf, hidden, body: [address, button(forgot.submit)] })}`;
  return page(frame, { title: forgot.title, body, isWrong: problem !== undefined });
};

/** An authorization request that waits has a sign-in page of its own. */
const signInLink = (cameFrom: CameFrom): string =>
  cameFrom.next?.startsWith('/oauth/') === true ? cameFrom.next : pathFrom('/sign-in', cameFrom);

/**
 * The page is the same whether the address has an account.
 * @param email the address that was entered
 * @param writesFiles whether no mail server is set, so that e-mails are files of this server
 */
export const linkSentPage = (frame: PageFrame, email: string, cameFrom: CameFrom, writesFiles: boolean): string => {
  const { title, received, text, nothing, files, back } = textFor(frame.language).recovery.sent;
  const body = html`<div class="intro"><h1>${title}</h1></div>
${notice('success', html`<p class="name" role="status">${received}</p><p>${text({ email: displayText(email) })}</p>`)}
<p>${writesFiles ? files : nothing}</p>
<div class="inline">${linkButton(signInLink(cameFrom), back, 'secondary')}</div>`;
  return page(frame, { title, body });
};

const SEND_RESET = 'schoolgate users send-reset <e-mail>';

/**
 * The page of a server that sends no e-mail.
 * @param support the page on which the school that the person came from helps
 */
export const noEmailPage = (frame: PageFrame, cameFrom: CameFrom, support: TenantLink | undefined): string => {
  const { admin, recovery } = textFor(frame.language);
  const { noEmail, sent } = recovery;
  const body = html`<div class="intro"><h1>${noEmail.title}</h1><p>${noEmail.text}</p>
${support !== undefined && html`<p>${noEmail.support} ${tenantAnchor(support)}</p>`}</div>
<section class="stack"><h2>${noEmail.school}</h2><p>${noEmail.schoolText}</p></section>
<section class="stack"><h2>${noEmail.server}</h2><p>${noEmail.accounts} <a href="/platform/accounts">${admin.area.pages.accounts}</a></p>
<p>${noEmail.command}</p><pre><code>${SEND_RESET}</code></pre></section>
<p>${linkButton(signInLink(cameFrom), sent.back, 'secondary')}</p>`;
  return page(frame, { title: noEmail.title, body });
};

/** Where a person can go from a link that no longer works. It is the same whether there ever was such a link. */
export type AfterGone = 'again' | 'account' | 'invitation' | 'email';

const nextOf = (next: AfterGone, { invitation, profile, recovery }: Text): Outcome['next'] => {
  switch (next) {
    case 'again':
      return { href: '/password/forgot', label: recovery.gone.again };
    case 'invitation':
      return { href: '/sign-in', label: invitation.signIn };
    case 'email':
      return { href: '/account/profile', label: profile.title };
    case 'account':
      return { href: '/account', label: recovery.confirm.toAccount };
  }
};

export const linkGonePage = (frame: PageFrame, next: AfterGone): string => {
  const text = textFor(frame.language);
  const { gone } = text.recovery;
  const advice = next === 'invitation' || next === 'email' ? [gone[next]] : [];
  return outcomePage(frame, {
    title: gone.title,
    sentences: [gone.text, ...advice],
    next: nextOf(next, text),
  });
};

export type Reset = Form & {
  email: string;
  problem?: NewPasswordProblem | undefined;
  /** Whether somebody else may have been in the account. */
  hadIntruder?: boolean;
  /** Whether the passkeys can be removed, too. */
  offersPasskeys: boolean;
};

const choice = (name: string, isTicked: boolean, label: string, hint: string): Html =>
  html`<label class="choice boxed"><input type="checkbox" name="${name}" value="yes"${isTicked && html` checked`}>
<span><span class="name">${label}</span><br><span class="detail">${hint}</span></span></label>`;

export const resetPage = (frame: PageFrame, view: Reset): string => {
  const { action, csrf, hidden, email, problem, hadIntruder = false, offersPasskeys } = view;
  const text = textFor(frame.language);
  const { reset } = text.recovery;
  // One question, which people can answer, stands for the two things that would outlive the new password.
  const hint = offersPasskeys ? reset.endsAccess : reset.endsApps;
  const intruder = choice('someone_else', hadIntruder, reset.someoneElse, hint);
  const body = html`<div class="intro"><h1>${reset.title}</h1><p>${reset.lead({ email: displayText(email) })}</p></div>
${postForm({ action, csrf, hidden, body: [newPasswordField(text, { problem, focus: true }), intruder, button(reset.submit)] })}`;
  return page(frame, { title: reset.title, body, revealsPassword: true, isWrong: problem !== undefined });
};

export const keepSecondFactorPage = (frame: PageFrame, { action, csrf, hidden }: Form): string => {
  const { reset } = textFor(frame.language).secondFactor;
  const body = html`<div class="intro"><h1>${reset.cancelTitle}</h1><p>${reset.cancelText}</p></div>
${postForm({ action, csrf, hidden, body: button(reset.cancel) })}`;
  return page(frame, { title: reset.cancelTitle, body });
};

export const secondFactorKeptPage = (frame: PageFrame): string => {
  const { password, secondFactor } = textFor(frame.language);
  const { cancelled, cancelledText } = secondFactor.reset;
  const next = { href: '/password/forgot', label: password.forgot };
  return outcomePage(frame, { title: cancelled, sentences: [cancelledText], next });
};

/** The name and the current address of the account. */
export type ConfirmEmail = Form & { email: string; account: AccountView };

export const confirmEmailPage = (frame: PageFrame, { action, csrf, hidden, email, account }: ConfirmEmail): string => {
  const { confirm } = textFor(frame.language).recovery;
  const isSame = emailKey(email) === emailKey(account.email);
  const body = html`<div class="intro"><h1>${confirm.title}</h1><p>${confirm.lead({ email: displayText(email) })}</p><p>${isSame ? confirm.sameAccount({ name: displayText(account.name) }) : confirm.account({ name: displayText(account.name), email: displayText(account.email) })}</p></div>
${postForm({ action, csrf, hidden, body: button(confirm.submit) })}`;
  return page(frame, { title: confirm.title, body });
};

/** @param isNew whether the address has replaced another one */
export const emailConfirmedPage = (frame: PageFrame, email: string, isNew: boolean): string => {
  const { doneTitle, done, doneSame, toAccount } = textFor(frame.language).recovery.confirm;
  const next = { href: '/account', label: toAccount };
  return outcomePage(frame, {
    title: doneTitle,
    sentences: [isNew ? done({ email: displayText(email) }) : doneSame({ email: displayText(email) })],
    next,
  });
};

/**
 * Someone is signed in, but to another account than the one that the link belongs to. The page does not reveal that
 * account.
 */
export const otherAccountPage = (frame: PageFrame, signedInAs: string): string => {
  const { otherTitle, other, toAccount } = textFor(frame.language).recovery.confirm;
  return outcomePage(frame, {
    title: otherTitle,
    sentences: [other({ name: displayText(signedInAs) })],
    next: { href: '/account', label: toAccount },
  });
};

export const emailTakenPage = (frame: PageFrame): string => {
  const { takenTitle, taken, toAccount } = textFor(frame.language).recovery.confirm;
  return outcomePage(frame, {
    title: takenTitle,
    sentences: [taken],
    next: { href: '/account', label: toAccount },
  });
};

type TakeBack = 'restore' | 'notMe';

/** The page that says what the link does, which its button then does. */
export const takeBackPage = (
  frame: PageFrame,
  kind: TakeBack,
  { action, csrf, hidden, email }: Form & { email: string },
  sendsMail: boolean,
): string => {
  const { recovery } = textFor(frame.language);
  const { title, lead, submit } = recovery[kind];
  const body = html`<div class="intro"><h1>${title}</h1><p>${lead({ email: displayText(email) })}</p><p>${recovery.secured.effects}</p><p>${sendsMail ? recovery.secured.linkFollows : recovery.secured.noLink}</p>${kind === 'notMe' && html`<p>${recovery.notMe.ifYou}</p>`}</div>
${postForm({ action, csrf, hidden, body: button(submit) })}`;
  return page(frame, { title, body });
};

export const takenBackPage = (frame: PageFrame, kind: TakeBack, email: string, sendsMail: boolean): string => {
  const { recovery } = textFor(frame.language);
  const { next, noLink } = recovery.secured;
  return outcomePage(frame, {
    title: recovery[kind].doneTitle,
    sentences: [sendsMail ? next({ email: displayText(email) }) : noLink],
    next: { href: '/sign-in', label: recovery.sent.back },
  });
};
