import type { Role } from '../../../../schema/oauth/scope.ts';
import type { OfferKind } from '../../../../schema/people/ownership.ts';
import type { PendingReset } from '../../../../schema/people/second-factor.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { button, day, fact, linkButton, moment, notice, postForm, select } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { timesOfReset } from '../../kit/reset-times.ts';
import { deliveryText, type ShownDelivery } from './delivery-view.ts';
import { type MemberItem, type MemberStatus, nameOf, statusBadge } from './names.ts';
import { roleGuide, type StaffOfSchool } from './role-guide.ts';

export type MemberDone = Exclude<keyof Text['members']['done'], 'removed' | 'none'>;
export type MemberProblem = keyof Text['members']['problems'];

export type MemberView = {
  member: MemberItem & {
    joinedAt: number;
    lastSeenAt: number | undefined;
    tags: readonly string[];
    note: string | null;
  };
  /** The roles that can be assigned; empty if nothing can be changed. */
  roles: readonly Role[];
  /** The reason why nothing can be changed, if so. */
  staff: StaffOfSchool;
  bar: 'self' | 'above' | 'lookOnly' | undefined;
  /** The path of this page. */
  base: string;
  connectionsHref: string | undefined;
  /** The path of what the member did, and of what was done to the member, for people who may read the audit log. */
  auditHref: string | undefined;
  /** Where an owner resets the second factor of the member. */
  secondFactorHref: string | undefined;
  /** A pending reset that the school ordered, for owners. */
  orderedReset: Pick<PendingReset, 'effectiveAt' | 'isDue'> | undefined;
  /** What became of the e-mail of an open invitation, for those who can send it again. */
  delivery: ShownDelivery | undefined;
  /** Where the link of an invitation is made that no e-mail brings, or has brought yet. */
  invitationLinkHref: string | undefined;
  /**
   * How the member gets a new password where no e-mail brings a link: by the page of the account, for people who run the
   * platform, or else by these people, there or by a command.
   */
  reset: { accountHref: string } | { address: string | undefined; command: string } | undefined;
  /** For owners: the open offer to a member who can become one, or on the own page, whether there is no other owner. */
  ownership: { offer: { until: number; kind: OfferKind } | undefined } | { isLast: boolean } | undefined;
  timeZone: string;
  csrf: string;
  done: MemberDone | undefined;
  /** What happens to e-mails: they are sent, written to files if there is no mail server, or not written at all. */
  mailDelivery: Exclude<keyof Text['members']['letters'], 'link'>;
  problem: MemberProblem | undefined;
};

const facts = (
  { delivery, invitationLinkHref, member, timeZone }: MemberView,
  text: Text,
  language: PageFrame['language'],
): Html => {
  const memberText = text.members.member;
  const { role, status, joinedAt, lastSeenAt, tags, note } = member;
  return html`<dl class="facts plain-facts">
${fact(memberText.role, text.roles[role])}
${fact(memberText.status, statusBadge(status, text))}
${delivery !== undefined && fact(text.members.delivery.title, deliveryText(delivery, { language, timeZone, offersLink: invitationLinkHref !== undefined }))}
${fact(status === 'invited' ? memberText.invitedOn : memberText.since, day(joinedAt, language, timeZone))}
${fact(memberText.seen, lastSeenAt === undefined ? memberText.notSeen : day(lastSeenAt, language, timeZone))}
${tags.length > 0 && fact(memberText.tags, tags.map(displayText).join(', '))}
${note !== null && fact(memberText.note, displayText(note))}
</dl>`;
};

const roleForm = ({ member, roles, staff, base, csrf }: MemberView, text: Text): Html => {
  const memberText = text.members.member;
  const options = roles.map((value) => ({ value, label: text.roles[value] }));
  return html`<section class="stack"><h2>${memberText.changeRole}</h2><p class="quiet">${memberText.roleText}</p>
${postForm({ action: `${base}/role`, csrf, body: [select({ name: 'role', label: memberText.newRole, options, value: member.role }), html`<div class="inline">${button(memberText.saveRole, 'secondary')}</div>`] })}
${roleGuide(staff, text)}
</section>`;
};

const actionItem = (title: string, sentence: string, action: Html): Html =>
  html`<li><div><h3 class="name">${title}</h3><p class="detail">${sentence}</p></div>${action}</li>`;

const dangerous = (href: string, label: string): Html => html`<a class="secondary danger" href="${href}">${label}</a>`;

/** How a new password comes about without e-mail. A school is not shown what opens an account. */
const resetItem = (reset: NonNullable<MemberView['reset']>, { accounts, members }: Text): Html => {
  const { button: title, hint, back } = accounts.resetLink;
  return 'accountHref' in reset
    ? actionItem(title, hint, linkButton(reset.accountHref, back, 'secondary'))
    : html`<li><div><h3 class="name">${members.member.resetTitle}</h3><p class="detail">${members.member.resetByOthers({ address: reset.address ?? 'none' })}</p>
<pre><code>${reset.command}</code></pre></div></li>`;
};

/** What helps a member, or gives something back. */
const helpList = (
  { member, mailDelivery, delivery, invitationLinkHref, reset, base, csrf }: MemberView,
  text: Text,
): Html | undefined => {
  const { invitationLink, member: memberText } = text.members;
  const { status } = member;
  if (mailDelivery === 'none' && status === 'invited' && invitationLinkHref === undefined) return undefined;
  const wasShown = delivery !== undefined && 'isShown' in delivery && delivery.isShown;
  const makeText = wasShown ? invitationLink.makeTextAgain : invitationLink.makeTextFailed;
  return html`<ul class="rows">
${status === 'invited' && mailDelivery !== 'none' && actionItem(memberText.inviteAgain, mailDelivery === 'kept' ? `${memberText.inviteAgainText} ${memberText.inviteAgainKept}` : memberText.inviteAgainText, postForm({ action: `${base}/invite-again`, csrf, body: button(memberText.inviteAgain, 'secondary') }))}
${invitationLinkHref !== undefined && actionItem(invitationLink.make, mailDelivery === 'none' ? invitationLink.makeText : makeText, linkButton(invitationLinkHref, invitationLink.make, 'secondary'))}
${status === 'suspended' && actionItem(memberText.reinstate, memberText.reinstateText, postForm({ action: `${base}/reinstate`, csrf, body: button(memberText.reinstate, 'secondary') }))}
${status !== 'invited' && mailDelivery !== 'none' && actionItem(memberText.sendReset, memberText.sendResetText, linkButton(`${base}/send-reset`, memberText.sendReset, 'secondary'))}
${reset !== undefined && resetItem(reset, text)}
</ul>`;
};

const dangerZone = ({ member, base, secondFactorHref }: MemberView, text: Text): Html => {
  const memberText = text.members.member;
  const { status } = member;
  const { withdraw } = text.members.invitation;
  return html`<section class="stack"><h2>${memberText.dangerZone}</h2><ul class="rows">
${status !== 'invited' && actionItem(memberText.endConnections, memberText.endConnectionsText, dangerous(`${base}/connections/end`, memberText.endConnections))}
${status !== 'invited' && actionItem(memberText.signOut, memberText.signOutText, dangerous(`${base}/sign-out`, memberText.signOut))}
${secondFactorHref !== undefined && actionItem(text.secondFactor.reset.link, text.secondFactor.reset.hint, dangerous(secondFactorHref, text.secondFactor.reset.link))}
${status === 'active' && actionItem(memberText.suspend, memberText.suspendText, dangerous(`${base}/suspend`, memberText.suspend))}
${status === 'invited' ? actionItem(withdraw.title, withdraw.text, dangerous(`${base}/withdraw`, withdraw.title)) : actionItem(memberText.remove, memberText.removeText, dangerous(`${base}/remove`, memberText.remove))}
</ul></section>`;
};

const ownershipSection = (
  { base, csrf, timeZone }: MemberView,
  ownership: NonNullable<MemberView['ownership']>,
  { members: { ownership: words } }: Text,
  language: PageFrame['language'],
): Html => {
  const section = (body: Html): Html => html`<section class="stack"><h2>${words.title}</h2>${body}</section>`;
  if ('isLast' in ownership) {
    const { title, text, last } = words.stepDown;
    return ownership.isLast
      ? section(html`<p>${last}</p>`)
      : section(
          html`<ul class="rows">${actionItem(title, text, dangerous(`${base}/ownership/step-down`, title))}</ul>`,
        );
  }
  const { offer } = ownership;
  return offer === undefined
    ? section(html`<ul class="rows">${actionItem(words.share, words.shareText, linkButton(`${base}/ownership/share`, words.share, 'secondary'))}
${actionItem(words.handOver, words.handOverText, dangerous(`${base}/ownership/hand-over`, words.handOver))}</ul>`)
    : section(html`<h3 class="name">${words[offer.kind]}</h3><p>${words.openUntil} ${moment(offer.until, language, timeZone)}</p>
${postForm({ action: `${base}/ownership/withdraw`, csrf, body: html`<div class="inline">${button(words.withdraw, 'secondary')}</div>` })}`);
};

/** What a member is after an action. The page that is loaded again later does not report it of who is something else. */
const LEADS_TO: Partial<Record<MemberDone, MemberStatus>> = {
  invited: 'invited',
  sent: 'invited',
  suspended: 'suspended',
  reinstated: 'active',
};
const isOutdated = (done: MemberDone, { status }: MemberView['member']): boolean =>
  (LEADS_TO[done] ?? status) !== status;

/** What was done, and what becomes of the letter of an invitation, until the page says what became of it. */
const doneNotice = (
  done: MemberDone,
  { member, mailDelivery, delivery, invitationLinkHref }: MemberView,
  { members: { done: sentences, letters, member: memberText } }: Text,
): Html => {
  const letter = letters[mailDelivery === 'none' && invitationLinkHref !== undefined ? 'link' : mailDelivery];
  const isOpen = mailDelivery !== 'sent' || delivery === undefined || delivery.state === 'waiting';
  const isOfInvitation = (done === 'invited' || done === 'sent') && isOpen;
  const isKept = done === 'resetSent' && mailDelivery === 'kept';
  return notice(
    'info',
    html`<p>${sentences[done]}</p>${isOfInvitation && html`<p>${letter({ email: displayText(member.email) })}</p>`}${isKept && html`<p>${memberText.inviteAgainKept}</p>`}`,
  );
};

/** A reset of the second factor that the school ordered, and the way to withdraw it. */
const orderedNotice = (
  { base, csrf, member, timeZone }: MemberView,
  ordered: NonNullable<MemberView['orderedReset']>,
  { secondFactor: { reset } }: Text,
  language: PageFrame['language'],
): Html => {
  const names = { person: nameOf(member), ...timesOfReset(ordered, language, timeZone) };
  const form = postForm({ action: `${base}/second-factor/withdraw`, csrf, body: button(reset.withdraw, 'secondary') });
  return notice('warning', html`<p>${(ordered.isDue ? reset.dueFor : reset.orderedFor)(names)}</p>${form}`);
};

/** The page of one member, and the actions that are allowed. */
export const memberPage = (frame: PageFrame, view: MemberView): string => {
  const text = textFor(frame.language);
  const { members: memberText } = text;
  const { member, bar, roles, done, problem, connectionsHref, ownership } = view;
  const name = nameOf(member);
  const isOwnOwnership = ownership !== undefined && 'isLast' in ownership;
  const body = html`<div class="intro"><h1>${name}</h1><p>${member.name === null ? memberText.unnamedText : displayText(member.email)}</p></div>
${problem !== undefined && notice('problem', html`<p>${memberText.problems[problem]}</p>`)}
${done !== undefined && !isOutdated(done, member) && doneNotice(done, view, text)}
${bar !== undefined && !isOwnOwnership && notice('info', html`<p>${memberText.member[bar]}</p>`)}
${view.orderedReset !== undefined && orderedNotice(view, view.orderedReset, text, frame.language)}
${facts(view, text, frame.language)}
${connectionsHref !== undefined && html`<p>${linkButton(connectionsHref, memberText.member.connections, 'secondary')}</p>`}
${view.auditHref !== undefined && html`<p><a href="${view.auditHref}">${text.audit.trails.person}</a></p>`}
${roles.length > 0 && roleForm(view, text)}
${bar === undefined && helpList(view, text)}
${ownership !== undefined && (bar === undefined || isOwnOwnership) && ownershipSection(view, ownership, text, frame.language)}
${bar === undefined && dangerZone(view, text)}`;
  return page(frame, { title: name, body, isWrong: problem !== undefined });
};
