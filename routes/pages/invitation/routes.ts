/** An invitation to a school, by the link in an e-mail: the page that it opens, and the forms that accept or decline it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readParameters } from '../../../schema/data/parameters.ts';
import type { Invitation } from '../../../schema/people/invitation.ts';
import type { PasswordProblem } from '../../../schema/people/password-policy.ts';
import type { SchoolProvider } from '../../../schema/people/provider.ts';
import { emailKey } from '../../../schema/text/email.ts';
import { nameProblem } from '../../../schema/text/person-name.ts';
import { goTo } from '../../http.ts';
import { type Text, textFor } from '../../words/index.ts';
import { brandedFrame } from '../kit/branding.ts';
import { button, errorSummary, linkButton, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { page } from '../kit/layout.ts';
import { mailedLink, type OpenedLink } from '../kit/mailed-link.ts';
import { outcomePage } from '../kit/message.ts';
import { accountField, type NameProblem, nameField, newPasswordField } from '../kit/person-fields.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import { acceptanceAtSchool, acceptingAtSchool, askAtSchool, DECLINE, signInLink } from './at-school.ts';

const PATH = '/invitation';

export default async function invitationSurface(app: FastifyInstance): Promise<void> {
  const { clock } = app;
  const { addressHint, invitations, loginSession, passwords, validatePassword } = app.people;
  showFailures(app);
  const links = mailedLink(app, 'invitation', 'invitation');

  links.show(PATH, async (link, request, reply) => {
    const invitation = await find(link);
    if (invitation === undefined) return links.gone(request, reply);
    const { email, hasPassword, name } = link.live.person;
    const session = await loginSession.find(request);
    const signedInAs = session?.person.name;
    if (!hasPassword) {
      // Whoever was shown the link learns no name that another school gave the account.
      const isKnown = isAddressProven(link) || (await isAccountOf(invitation));
      const account = { email, name: isKnown ? name : '', signedInAs };
      return askNew(reply, link, invitation, { by: 'new_account', ...account });
    }
    if (signedInAs === undefined) return ask(reply, link, invitation, { by: 'signing_in' });
    // The account page lists the open invitations.
    if (session?.person.id === link.live.personId) return goTo(reply, '/account');
    return ask(reply, link, invitation, { by: 'changing_account', signedInAs });
  });

  links.take(PATH, async (link, form, request, reply) => {
    const invitation = await find(link);
    // An account that has a password must be signed in to.
    if (invitation === undefined || link.live.person.hasPassword) return links.gone(request, reply);
    const { email } = invitation;
    const name = (form.get('name') ?? '').trim().normalize('NFC');
    const password = form.get('new_password') ?? '';
    const wrongName = nameProblem(name);
    const problem = validatePassword(password, [name, email, invitation.siteName]);
    if (wrongName !== undefined || problem !== undefined) {
      const account = { email, name, nameProblem: wrongName, problem };
      return askNew(reply.code(400), link, invitation, { by: 'new_account', ...account });
    }
    const account = {
      name,
      passwordHash: await passwords.hash(password, invitation.personId),
      provenAddress: isAddressProven(link) ? link.live.email : undefined,
    };
    const trail = eventOf(invitation, 'invitation_accepted', request);
    if (!(await invitations.acceptAnew(link.hash, invitation, account, trail))) return links.gone(request, reply);
    addressHint.leave(reply, email);
    const person = await app.people.persons.find(link.live.personId);
    if (person !== undefined) app.people.knownBrowsers.remember(request, reply, person, 'followed_link');
    return goTo(reply, `/sign-in?${new URLSearchParams({ done: 'invitation', school: invitation.siteId })}`);
  });

  links.take(DECLINE, async (link, _form, request, reply) => {
    const invitation = await find(link);
    const isDeclined =
      invitation !== undefined &&
      !link.live.person.hasPassword &&
      (await invitations.decline(invitation, eventOf(invitation, 'invitation_declined', request)));
    if (!isDeclined) return links.gone(request, reply);
    const frame = await brandedFrame(app, frameFor(request), invitation.siteId);
    const { invitation: text, recovery } = textFor(frame.language);
    const next = { href: '/sign-in', label: recovery.sent.back };
    const declined = { title: text.declinedTitle, sentences: [text.declined], next };
    return sendPage(reply, outcomePage(frame, declined), 'plain');
  });

  const find = async (link: OpenedLink): Promise<Invitation | undefined> => {
    const { personId, siteId } = link.live;
    return siteId === null || !isToAccount(link) ? undefined : invitations.find(personId, siteId);
  };

  /** Returns whether the invitation made the account, so that its name is the one that the school entered. */
  const isAccountOf = async ({ personId, siteId }: Invitation): Promise<boolean> =>
    (await invitations.stateOf(siteId, personId))?.isNewAccount === true;

  acceptingAtSchool(app, links, find);

  const eventOf = (
    { personId, siteId }: Invitation,
    event: 'invitation_accepted' | 'invitation_declined',
    request: FastifyRequest,
    // Without the IP address and browser, because the school can read this event, and the person may never join it.
  ) => ({ requestId: request.id, event, at: clock(), personId, siteId });
}

/** A link that was shown instead of sent is none to an address. */
const isAddressProven = ({ live }: OpenedLink): boolean => live.email !== '';

/** A reader of e-mails at an address that the account no longer has is a stranger to it. */
const isToAccount = (link: OpenedLink): boolean =>
  !isAddressProven(link) || emailKey(link.live.email) === emailKey(link.live.person.email);

/** The way in which the person accepts the invitation. */
type Acceptance = NewAccountAcceptance | { by: 'signing_in' } | { by: 'changing_account'; signedInAs: string };

interface NewAccountAcceptance {
  by: 'new_account';
  email: string;
  name: string;
  /** The person who is signed in in this browser, and keeps an account of their own. */
  signedInAs?: string | undefined;
  nameProblem?: NameProblem | undefined;
  problem?: PasswordProblem | undefined;
  /** The sign-in of the school, by which it can be accepted instead. */
  provider?: SchoolProvider | undefined;
}

/** Asks for a password, or for no more than a name after a sign-in at the provider of the school. */
async function askNew(
  reply: FastifyReply,
  link: OpenedLink,
  invitation: Invitation,
  acceptance: NewAccountAcceptance,
): Promise<FastifyReply> {
  const { request } = reply;
  const { provider, proof } = await acceptanceAtSchool(reply.server, invitation, request);
  const choosesPassword = request.method === 'POST' || readParameters(request.query).get('by') === 'password';
  return provider === undefined || proof === undefined || choosesPassword
    ? ask(reply, link, invitation, { ...acceptance, provider })
    : askAtSchool(reply, link, invitation, { provider, proof, name: acceptance.name });
}

async function ask(
  reply: FastifyReply,
  link: OpenedLink,
  { role, siteId, siteName }: Invitation,
  acceptance: Acceptance,
): Promise<FastifyReply> {
  const frame = await brandedFrame(reply.server, frameFor(reply.request), siteId);
  const text = textFor(frame.language);
  const { invitation } = text;
  const { csrf, hidden } = link;
  const title = invitation.title({ school: displayText(siteName) });
  const isNew = acceptance.by === 'new_account';
  const wrong = [
    ...(isNew && acceptance.nameProblem ? [{ id: 'name', label: text.profile.name }] : []),
    ...(isNew && acceptance.problem ? [{ id: 'new_password', label: text.password.new }] : []),
  ];
  const body = html`<div class="intro"><h1>${title}</h1><p>${invitation.lead({ role: text.roles[role] })}</p></div>
${errorSummary(wrong, text)}
${accepting(acceptance, link, siteId, text)}
${isNew && html`<div class="aside">${postForm({ action: DECLINE, csrf, hidden, body: button(invitation.decline, 'plain') })}</div>`}`;
  const parts = { title, body, revealsPassword: isNew, isWrong: wrong.length > 0 };
  return sendPage(reply, page(frame, parts), isNew ? 'scripted_form' : 'form');
}

function accepting(acceptance: Acceptance, link: OpenedLink, siteId: string, text: Text): Html {
  const { csrf, hidden } = link;
  const { invitation } = text;
  switch (acceptance.by) {
    case 'new_account': {
      const { email, name, nameProblem, problem, provider, signedInAs } = acceptance;
      const fields = html`<fieldset class="stack"><legend>${invitation.newAccount}</legend>
<p class="quiet">${invitation.newAccountLead({ email: displayText(email) })}</p>
${accountField(email)}
${nameField(text, invitation.nameHint, name, nameProblem)}
${newPasswordField(text, { problem })}</fieldset>`;
      const other = signedInAs && invitation.besideAccount({ name: displayText(signedInAs) });
      return html`${other && notice('warning', html`<p>${other}</p>`)}
${postForm({ action: PATH, csrf, hidden, body: [fields, button(invitation.accept)] })}
${provider && signInLink(provider, link, text)}`;
    }
    case 'signing_in':
      return html`<p>${invitation.hasAccount}</p>
<div class="inline">${linkButton(`/sign-in?next=/account&school=${siteId}`, invitation.signIn)}</div>`;
    case 'changing_account':
      return html`${notice('warning', html`<p>${invitation.otherAccount({ name: displayText(acceptance.signedInAs) })}</p>`)}
<div class="inline">${linkButton('/account', text.recovery.confirm.toAccount, 'secondary')}</div>`;
  }
}
