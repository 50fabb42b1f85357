/** Accepting an invitation by its link and the sign-in of the school, instead of a password. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Invitation } from '../../../schema/people/invitation.ts';
import { hostOf, type SchoolProvider } from '../../../schema/people/provider.ts';
import type { ProofToConnect } from '../../../schema/people/provider-sign-in.ts';
import { nameProblem } from '../../../schema/text/person-name.ts';
import { goTo } from '../../http.ts';
import { type Text, textFor } from '../../words/index.ts';
import { brandedFrame } from '../kit/branding.ts';
import { button, errorSummary, linkButton, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { page } from '../kit/layout.ts';
import type { mailedLink, OpenedLink } from '../kit/mailed-link.ts';
import { outcomePage } from '../kit/message.ts';
import { signInAtSchool } from '../kit/next-page.ts';
import { type NameProblem, nameField } from '../kit/person-fields.ts';
import { frameFor, sendPage } from '../kit/sending.ts';

export const DECLINE = '/invitation/decline';
const PATH = '/invitation/at-school';

const linkPath = ({ hidden }: OpenedLink, by: Record<string, string> = {}): string =>
  `/invitation?${new URLSearchParams({ ...hidden, ...by })}`;

/** The provider by which an invitation can be accepted, and what it has proven in this browser. */
export async function acceptanceAtSchool(
  { people: { providerJoining, providerSignIn } }: FastifyInstance,
  invitation: Invitation,
  request: FastifyRequest,
): Promise<{ provider?: SchoolProvider | undefined; proof?: ProofToConnect | undefined }> {
  const offered = await providerSignIn.offeredAt({ siteId: invitation.siteId });
  const provider = offered && (await providerJoining.canAccept(invitation)) ? offered : undefined;
  const proof = provider && providerSignIn.findProof(request);
  // One of a session is to be connected with its account.
  const isOfThis =
    proof?.providerId === provider?.id && proof?.version === provider?.updatedAt && proof?.sessionId === '';
  return { provider, proof: isOfThis ? proof : undefined };
}

/** Leads to the provider and back to the page of the invitation. */
export const signInLink = (provider: SchoolProvider, link: OpenedLink, { invitation, schoolSignIn }: Text): Html =>
  html`<div class="stack"><p>${invitation.orAtSchool}</p><div class="inline">${linkButton(
    signInAtSchool(provider, { next: linkPath(link) }),
    schoolSignIn.continueAt({ host: displayText(hostOf(provider.issuer)) }),
    'secondary',
  )}</div></div>`;

interface Asked {
  provider: SchoolProvider;
  proof: ProofToConnect;
  name: string;
  problem?: NameProblem | undefined;
}

export async function askAtSchool(
  reply: FastifyReply,
  link: OpenedLink,
  { role, siteId, siteName }: Invitation,
  { provider, proof, name, problem }: Asked,
): Promise<FastifyReply> {
  const frame = await brandedFrame(reply.server, frameFor(reply.request), siteId);
  const text = textFor(frame.language);
  const { invitation } = text;
  const title = invitation.title({ school: displayText(siteName) });
  const { csrf, hidden } = link;
  const who = displayText(proof.email ?? proof.subject);
  const shown = { ...hidden, proof: tokenOf(reply.server, link, proof) };
  const fields = [nameField(text, invitation.nameHint, name, problem), button(invitation.accept)];
  const body = html`<div class="intro"><h1>${title}</h1><p>${invitation.lead({ role: text.roles[role] })}</p></div>
${errorSummary(problem ? [{ id: 'name', label: text.profile.name }] : [], text)}
<p>${invitation.provenAt({ who, host: displayText(hostOf(provider.issuer)) })}</p>
${postForm({ action: PATH, csrf, hidden: shown, body: fields })}
<div class="aside"><p><a href="${linkPath(link, { by: 'password' })}">${invitation.byPassword}</a></p>
${postForm({ action: DECLINE, csrf, hidden, body: button(invitation.decline, 'plain') })}</div>`;
  return sendPage(reply, page(frame, { title, body, isWrong: problem !== undefined }), 'form');
}

/** Binds the form to what the page has shown, because another tab may have brought another proof. */
const tokenOf = ({ people }: FastifyInstance, { hash }: OpenedLink, proof: ProofToConnect): string =>
  people.loginSession.formToken('accept', hash, proof.providerId, String(proof.version), proof.issuer, proof.subject);

export function acceptingAtSchool(
  app: FastifyInstance,
  links: ReturnType<typeof mailedLink>,
  find: (link: OpenedLink) => Promise<Invitation | undefined>,
): void {
  const { providerJoining, providerSignIn } = app.people;

  links.take(PATH, async (link, form, request, reply) => {
    const invitation = await find(link);
    if (invitation === undefined) return links.gone(request, reply);
    const { provider, proof } = await acceptanceAtSchool(app, invitation, request);
    if (provider === undefined || proof === undefined || form.get('proof') !== tokenOf(app, link, proof))
      return goTo(reply, linkPath(link));
    const name = (form.get('name') ?? '').trim().normalize('NFC');
    const problem = nameProblem(name);
    if (problem !== undefined)
      return askAtSchool(reply.code(400), link, invitation, { provider, proof, name, problem });
    const frame = await brandedFrame(app, frameFor(request), invitation.siteId);
    const by = { link: link.hash, name, locale: frame.language };
    if (!(await providerJoining.accept(provider, proof, invitation, by, request))) return goTo(reply, linkPath(link));
    providerSignIn.dropProof(reply);
    const { invitation: words, schoolSignIn } = textFor(frame.language);
    const host = displayText(hostOf(provider.issuer));
    // A form of ours may lead to no other host, so a link does.
    const next = { href: signInAtSchool(provider, {}), label: schoolSignIn.continueAt({ host }) };
    const title = words.done.accepted;
    return sendPage(reply, outcomePage(frame, { title, sentences: [words.readyAtSchool({ host })], next }), 'plain');
  });
}
