/** The page of one member: what the school knows, and the actions that are allowed. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OfferKind } from '../../../../schema/audit/recorded-ownership.ts';
import { kindOfOffer } from '../../../../schema/people/ownership.ts';
import type { Text } from '../../../words/index.ts';
import { backLink, button, day, fact, linkButton, moment, notice, postForm } from '../../kit/components.ts';
import { displayText, shellWord } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { timesOfReset } from '../../kit/reset-times.ts';
import { at, type OperatorRequest, type Place } from '../operator-pages.ts';
import { deliveryOf, deliveryText, mailDeliveryOf } from './delivery.ts';
import { holdingsSections, loadHoldings } from './holdings.ts';
import {
  findMember,
  isOwnOwnership,
  MEMBER,
  MEMBERS,
  type MemberProblem,
  mayBecomeOwner,
  mayHaveLink,
  mayReset,
  memberPath,
  nameOf,
  orderedReset,
  readOnlyReason,
  roleGuide,
  roleSelect,
  rolesToGive,
  type ShownMember,
  statusBadge,
} from './member.ts';

/** Sends the page of a member with the reason why something was not done. */
export type ShowMember = (
  signedIn: OperatorRequest,
  reply: FastifyReply,
  member: ShownMember,
  problem: MemberProblem,
) => Promise<FastifyReply>;

type Done = Exclude<keyof Text['members']['done'], 'removed' | 'none'>;
type MemberView = Awaited<ReturnType<typeof load>>;

export function memberPage(app: FastifyInstance, place: Place<OperatorRequest>): ShowMember {
  const show = definePage<OperatorRequest, MemberView>(app, place, {
    at: MEMBER,
    async load({ signedIn }) {
      const member = await findMember(app, signedIn);
      return member && load(app, signedIn, member);
    },
    title: ({ member }) => nameOf(member),
    top: ({ member }, { signedIn, text }, title) => html`<div class="intro">
${backLink(at(signedIn, MEMBERS), text.admin.area.pages.members)}
<h1>${title}</h1><p>${member.name === null ? text.members.unnamedText : displayText(member.email)}</p></div>`,
    isWrong: ({ problem }) => problem !== undefined,
    body,
  });
  return async (signedIn, reply, member, problem) =>
    show(signedIn, reply, { ...(await load(app, signedIn, member)), problem });
}

async function load(app: FastifyInstance, signedIn: OperatorRequest, member: ShownMember) {
  const readOnly = readOnlyReason(signedIn, member);
  const mailDelivery = mailDeliveryOf(app);
  /** A pending reset that the school ordered, for owners. */
  const ordered = readOnly === undefined ? await orderedReset(app, signedIn, member) : undefined;
  const isFollowed = member.status === 'invited' && readOnly === undefined;
  return {
    member,
    readOnly,
    ordered,
    mailDelivery,
    isResettable: readOnly === undefined && ordered === undefined && (await mayReset(app, signedIn, member)),
    /** True if the link of an invitation can be made that no e-mail brings, or has brought yet. */
    hasLink: await mayHaveLink(app, signedIn, member),
    /** Delivery of the e-mail of an open invitation, for those who can send it again. */
    delivery: isFollowed ? await deliveryOf(app, mailDelivery, signedIn.membership.siteId, member.id) : undefined,
    passwordReset: passwordResetOf(app, signedIn, member),
    ownership: await ownershipOf(app, signedIn, member),
    holdings: await loadHoldings(app, signedIn, member),
    problem: undefined as MemberProblem | undefined,
  };
}

/**
 * How a member gets a new password where no e-mail brings a link: by the page of the account, for people who run the
 * platform, or else by these people, there or by a command. A school is not shown what opens an account.
 */
type PasswordReset = { accountHref: string } | { address: string; command: string } | undefined;

function passwordResetOf(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  { id, email, status }: ShownMember,
): PasswordReset {
  if (app.people.mailer.isOn || status === 'invited') return undefined;
  if (signedIn.runsPlatform) return { accountHref: at(signedIn, `/accounts/${id}`) };
  const { baseUrl, platformOperators } = app.config;
  return {
    address: platformOperators.length > 0 ? `${baseUrl}/platform/accounts/${id}` : 'none',
    command: `schoolgate users send-reset ${shellWord(displayText(email))}`,
  };
}

/** For owners: the open offer to a member who can become one, or on the own page, whether there is no other owner. */
type Ownership = { offer: { until: number; kind: OfferKind } | undefined } | { isLast: boolean } | undefined;

async function ownershipOf(app: FastifyInstance, signedIn: OperatorRequest, member: ShownMember): Promise<Ownership> {
  const { siteId } = signedIn.membership;
  const { ownership } = app.school;
  if (isOwnOwnership(signedIn, member)) return { isLast: (await ownership.others(siteId, member.id)).length === 0 };
  if (!mayBecomeOwner(signedIn, member)) return undefined;
  const offer = await ownership.find(siteId, member.id, app.clock());
  return { offer: offer && { until: offer.expiresAt, kind: kindOfOffer(offer) } };
}

type OperatorVisit = Visit<OperatorRequest>;

const pathOf = ({ signedIn }: OperatorVisit, { member }: MemberView, more = ''): string =>
  memberPath(signedIn, member, more);

function body(view: MemberView, visit: OperatorVisit): Html {
  const { member, readOnly, ordered, ownership, problem } = view;
  const { signedIn, text } = visit;
  const { problems, member: words } = text.members;
  const isOwn = ownership !== undefined && 'isLast' in ownership;
  const connections = at(signedIn, `/connections?person=${encodeURIComponent(member.email)}`);
  const trail = at(signedIn, `/audit?person=${encodeURIComponent(member.id)}`);
  return html`${problem !== undefined && notice('problem', html`<p>${problems[problem]}</p>`)}
${problem === undefined && doneNotice(view, visit)}
${readOnly !== undefined && !isOwn && notice('info', html`<p>${words[readOnly]}</p>`)}
${ordered !== undefined && orderedNotice(view, ordered, visit)}
${facts(view, visit)}
${holdingsSections(view.holdings, visit, member.id)}
<div class="inline">${linkButton(connections, words.connections, 'secondary')}${linkButton(at(signedIn, `/members/${member.id}/notes`), text.content.notes, 'secondary')}</div>
${signedIn.manages && html`<p><a href="${trail}">${text.audit.trails.person}</a></p>`}
${readOnly === undefined && [roleForm(view, visit), helpList(view, visit)]}
${ownership !== undefined && (readOnly === undefined || isOwn) && ownershipSection(view, ownership, visit)}
${readOnly === undefined && dangerZone(view, visit)}`;
}

function facts({ delivery, hasLink, member }: MemberView, visit: OperatorVisit): Html {
  const { language, text, timeZone } = visit;
  const { delivery: deliveryWords, member: words } = text.members;
  const { role, status, joinedAt, lastSeenAt, tags, note } = member;
  const seen = lastSeenAt === null ? words.notSeen : day(Date.parse(lastSeenAt), language, timeZone);
  return html`<dl class="facts plain-facts">
${fact(words.role, text.roles[role])}
${fact(words.status, statusBadge(status, text))}
${delivery !== undefined && fact(deliveryWords.title, deliveryText(delivery, hasLink, visit))}
${fact(status === 'invited' ? words.invitedOn : words.since, day(Date.parse(joinedAt), language, timeZone))}
${fact(words.seen, seen)}
${tags.length > 0 && fact(words.tags, tags.map(displayText).join(', '))}
${note !== null && fact(words.note, displayText(note))}
</dl>`;
}

function roleForm(view: MemberView, visit: OperatorVisit): Html | false {
  const { csrf, signedIn, text } = visit;
  const words = text.members.member;
  const fields = [
    roleSelect(words.newRole, view.member.role, signedIn),
    html`<div class="inline">${button(words.saveRole, 'secondary')}</div>`,
  ];
  return (
    rolesToGive(signedIn).length > 0 &&
    html`<section class="stack"><h2>${words.changeRole}</h2><p class="quiet">${words.roleText}</p>
${postForm({ action: pathOf(visit, view, '/role'), csrf, body: fields })}
${roleGuide(signedIn)}
</section>`
  );
}

const actionItem = (title: string, sentence: string, action: Html): Html =>
  html`<li><div><h3 class="name">${title}</h3><p class="detail">${sentence}</p></div>${action}</li>`;

function resetItem(reset: NonNullable<PasswordReset>, { accounts, members }: Text): Html {
  const { button: title, hint, back } = accounts.resetLink;
  if ('accountHref' in reset) return actionItem(title, hint, linkButton(reset.accountHref, back, 'secondary'));
  const { resetByOthers, resetTitle } = members.member;
  return html`<li><div><h3 class="name">${resetTitle}</h3><p class="detail">${resetByOthers({ address: reset.address })}</p>
<pre><code>${reset.command}</code></pre></div></li>`;
}

/** Actions that restore access. */
function helpList(view: MemberView, visit: OperatorVisit): Html | false {
  const { member, mailDelivery, delivery, hasLink, passwordReset } = view;
  const { csrf, text } = visit;
  const { invitationLink, member: words } = text.members;
  const { status } = member;
  if (mailDelivery === 'none' && status === 'invited' && !hasLink) return false;
  const post = (path: string, label: string): Html =>
    postForm({ action: pathOf(visit, view, path), csrf, body: button(label, 'secondary') });
  const link = (path: string, label: string): Html => linkButton(pathOf(visit, view, path), label, 'secondary');
  const wasShown = delivery !== undefined && 'isShown' in delivery && delivery.isShown;
  const makeText = wasShown ? invitationLink.makeTextAgain : invitationLink.makeTextFailed;
  const again = mailDelivery === 'kept' ? `${words.inviteAgainText} ${words.inviteAgainKept}` : words.inviteAgainText;
  return html`<ul class="rows">
${status === 'invited' && mailDelivery !== 'none' && actionItem(words.inviteAgain, again, post('/invite-again', words.inviteAgain))}
${hasLink && actionItem(invitationLink.make, mailDelivery === 'none' ? invitationLink.makeText : makeText, link('/invitation-link', invitationLink.make))}
${status === 'suspended' && actionItem(words.reinstate, words.reinstateText, post('/reinstate', words.reinstate))}
${status !== 'invited' && mailDelivery !== 'none' && actionItem(words.sendReset, words.sendResetText, link('/send-reset', words.sendReset))}
${passwordReset !== undefined && resetItem(passwordReset, text)}
</ul>`;
}

function dangerZone(view: MemberView, visit: OperatorVisit): Html {
  const { invitation, member: words } = visit.text.members;
  const { reset } = visit.text.secondFactor;
  const { status } = view.member;
  const item = (title: string, sentence: string, path: string): Html =>
    actionItem(title, sentence, linkButton(pathOf(visit, view, path), title, 'secondary danger'));
  return html`<section class="stack"><h2>${words.dangerZone}</h2><ul class="rows">
${status !== 'invited' && [item(words.endConnections, words.endConnectionsText, '/connections/end'), item(words.signOut, words.signOutText, '/sign-out')]}
${view.isResettable && item(reset.link, reset.hint, '/second-factor')}
${status === 'active' && item(words.suspend, words.suspendText, '/suspend')}
${status === 'invited' ? item(invitation.withdraw.title, invitation.withdraw.text, '/withdraw') : item(words.remove, words.removeText, '/remove')}
</ul></section>`;
}

function ownershipSection(view: MemberView, ownership: NonNullable<Ownership>, visit: OperatorVisit): Html {
  const { csrf, language, text, timeZone } = visit;
  const { ownership: words } = text.members;
  const section = (content: Html): Html => html`<section class="stack"><h2>${words.title}</h2>${content}</section>`;
  const item = (title: string, sentence: string, path: string, style: 'secondary' | 'secondary danger'): Html =>
    actionItem(title, sentence, linkButton(pathOf(visit, view, `/ownership/${path}`), title, style));
  if ('isLast' in ownership) {
    const { title, text: sentence, last } = words.stepDown;
    return ownership.isLast
      ? section(html`<p>${last}</p>`)
      : section(html`<ul class="rows">${item(title, sentence, 'step-down', 'secondary danger')}</ul>`);
  }
  const { offer } = ownership;
  if (offer === undefined) {
    return section(html`<ul class="rows">${item(words.share, words.shareText, 'share', 'secondary')}
${item(words.handOver, words.handOverText, 'hand-over', 'secondary danger')}</ul>`);
  }
  const withdrawing = html`<div class="inline">${button(words.withdraw, 'secondary')}</div>`;
  return section(html`<h3 class="name">${words[offer.kind]}</h3><p>${words.openUntil} ${moment(offer.until, language, timeZone)}</p>
${postForm({ action: pathOf(visit, view, '/ownership/withdraw'), csrf, body: withdrawing })}`);
}

/** The status of a member after an action. A page that is loaded later reports it only while the status lasts. */
const LEADS_TO: Partial<Record<string, ShownMember['status']>> = {
  invited: 'invited',
  sent: 'invited',
  suspended: 'suspended',
  reinstated: 'active',
};
/** Reported by the list. */
const OF_THE_LIST: ReadonlySet<string> = new Set(['removed', 'none']);

/** The report of an action, with the delivery of an invitation until the page itself has it. */
function doneNotice(
  { member, mailDelivery, delivery, hasLink }: MemberView,
  { query, text }: OperatorVisit,
): Html | undefined {
  const { done: sentences, letters, member: words } = text.members;
  const done = query.get('done') ?? '';
  if (!isDone(done, sentences) || (LEADS_TO[done] ?? member.status) !== member.status) return undefined;
  const sentence = letters[mailDelivery === 'none' && hasLink ? 'link' : mailDelivery];
  const isOpen = mailDelivery !== 'sent' || delivery === undefined || delivery.state === 'waiting';
  const isOfInvitation = (done === 'invited' || done === 'sent') && isOpen;
  const isKept = done === 'resetSent' && mailDelivery === 'kept';
  return notice(
    'info',
    html`<p>${sentences[done]}</p>${isOfInvitation && html`<p>${sentence({ email: displayText(member.email) })}</p>`}${isKept && html`<p>${words.inviteAgainKept}</p>`}`,
  );
}

const isDone = (done: string, sentences: Text['members']['done']): done is Done =>
  Object.hasOwn(sentences, done) && !OF_THE_LIST.has(done);

/** A reset of the second factor that the school ordered, and the way to withdraw it. */
function orderedNotice(view: MemberView, ordered: NonNullable<MemberView['ordered']>, visit: OperatorVisit): Html {
  const { csrf, language, text, timeZone } = visit;
  const { reset } = text.secondFactor;
  const names = { person: nameOf(view.member), ...timesOfReset(ordered, language, timeZone) };
  const action = pathOf(visit, view, '/second-factor/withdraw');
  const form = postForm({ action, csrf, body: button(reset.withdraw, 'secondary') });
  return notice('warning', html`<p>${(ordered.isDue ? reset.dueFor : reset.orderedFor)(names)}</p>${form}`);
}
