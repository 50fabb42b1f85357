/** Accepts or declines an invitation to a school by the link in an e-mail. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { emailKey } from '../../../schema/people/email.ts';
import type { Invitation } from '../../../schema/people/invitation.ts';
import { nameProblem } from '../../../schema/people/person-name.ts';
import { goTo } from '../../http.ts';
import { textFor } from '../../words/index.ts';
import { brandedFrame } from '../kit/branding.ts';
import { mailedLink, type OpenedLink } from '../kit/mailed-link.ts';
import { outcomePage } from '../kit/message.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import { linkGone } from '../recovery/link-pages.ts';
import { ask, DECLINE, PATH } from './asking.ts';

const gone = linkGone('invitation');

export default async function invitationSurface(app: FastifyInstance): Promise<void> {
  const { clock } = app;
  const { addressHint, invitations, loginSession, passwords, validatePassword } = app.people;
  showFailures(app);
  const links = mailedLink(app, 'invitation', gone);

  links.show(PATH, async (link, request, reply) => {
    const invitation = await find(link);
    if (invitation === undefined) return gone(request, reply);
    const { email, hasPassword, name } = link.live.person;
    const session = await loginSession.find(request);
    const signedInAs = session?.person.name;
    if (!hasPassword) {
      // Whoever was shown the link learns no name that another school gave the account.
      const isKnown = isAddressProven(link) || (await isAccountOf(invitation));
      const account = { email, name: isKnown ? name : '', signedInAs };
      return ask(reply, link, invitation, { by: 'new_account', ...account });
    }
    if (signedInAs === undefined) return ask(reply, link, invitation, { by: 'signing_in' });
    // The account page lists the open invitations.
    if (session?.person.id === link.live.personId) return goTo(reply, '/account');
    return ask(reply, link, invitation, { by: 'changing_account', signedInAs });
  });

  links.take(PATH, async (link, form, request, reply) => {
    const invitation = await find(link);
    // An account that has a password must be signed in to.
    if (invitation === undefined || link.live.person.hasPassword) return gone(request, reply);
    const { email } = invitation;
    const name = (form.get('name') ?? '').trim().normalize('NFC');
    const password = form.get('new_password') ?? '';
    const wrongName = nameProblem(name);
    const problem = validatePassword(password, [name, email, invitation.siteName]);
    if (wrongName !== undefined || problem !== undefined) {
      const account = { email, name, nameProblem: wrongName, problem };
      return ask(reply.code(400), link, invitation, { by: 'new_account', ...account });
    }
    const account = {
      name,
      passwordHash: await passwords.hash(password, invitation.personId),
      provenAddress: isAddressProven(link) ? link.live.email : undefined,
    };
    const trail = eventOf(invitation, 'invitation_accepted', request);
    if (!(await invitations.acceptAnew(link.hash, invitation, account, trail))) return gone(request, reply);
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
    if (!isDeclined) return gone(request, reply);
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

  /** Whether the invitation made the account, so that its name is the one that the school entered. */
  const isAccountOf = async ({ personId, siteId }: Invitation): Promise<boolean> =>
    (await invitations.stateOf(siteId, personId))?.isNewAccount === true;

  const eventOf = (
    { personId, siteId }: Invitation,
    event: 'invitation_accepted' | 'invitation_declined',
    request: FastifyRequest,
    // Without the IP address and browser, because the school can read this event, and the person may never join it.
  ) => ({ requestId: request.id, event, at: clock(), personId, siteId });
}

/** A link that was shown instead of sent is none to an address. */
const isAddressProven = ({ live }: OpenedLink): boolean => live.email !== '';

/** Whoever reads the e-mails of an address that the account no longer has is a stranger to it. */
const isToAccount = (link: OpenedLink): boolean =>
  !isAddressProven(link) || emailKey(link.live.email) === emailKey(link.live.person.email);
