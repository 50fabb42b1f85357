/** The sign-ins of schools that a person has connected with the account: the list, and how one is connected and ended. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { makeIdentifier } from '../../../schema/credential.ts';
import {
  type ConnectedIdentity,
  hostOf,
  type ProviderIdentity,
  type SchoolProvider,
} from '../../../schema/people/provider.ts';
import { goTo } from '../../http.ts';
import { button, dayText, emptyList, linkButton, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { page } from '../kit/layout.ts';
import { signInAtSchool } from '../kit/next-page.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { requireConfirmation, signedInBy } from '../kit/reauthentication.ts';
import { sendPage } from '../kit/sending.ts';
import type { AccountRequest, SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { CONNECT } from '../sign-in/at-school.ts';
import { accountFrame, SIGN_IN, signInPlace, timeZoneOf } from './account-pages.ts';

const MAX_SHOWN = 40;
const REFUSED = `${SIGN_IN}?done=school_refused`;

/** What is to be connected: the proof of the provider, under settings that are still those of now, at a school of the person. */
interface ToConnect {
  provider: SchoolProvider;
  identity: Pick<ProviderIdentity, 'issuer' | 'subject' | 'email'>;
  /** Whether the person becomes a member of the school by it. */
  joins: boolean;
  /** Who the person is there, as the person knows it. */
  who: string;
  /** Whether a sign-in there steps over the second factor of somebody who runs the school. */
  stepsOver: boolean;
}

async function toConnect(
  app: FastifyInstance,
  { atProvider, memberships, request, session }: AccountRequest,
): Promise<ToConnect | undefined> {
  const { providerSignIn, providerStore, secondFactor } = app.people;
  const proof = providerSignIn.findProof(request);
  if (proof === undefined || !['', session.id].includes(proof.sessionId)) return undefined;
  const siteId = (await providerStore.find(proof.providerId))?.siteId;
  const provider = siteId === undefined ? undefined : await providerSignIn.offeredAt({ siteId });
  if (provider === undefined || proof.version !== provider.updatedAt) return undefined;
  const role = [...memberships, ...atProvider].find((one) => one.siteId === provider.siteId)?.role;
  const { email = null, issuer, subject } = proof;
  const mayJoin =
    role === undefined &&
    proof.mayJoin &&
    (await app.people.providerJoining.refusalToJoin(provider, email ?? '')) === undefined;
  const joins = mayJoin && (await app.people.invitations.find(session.person.id, provider.siteId)) === undefined;
  if (!joins && (role === undefined || role === 'owner')) return undefined;
  const runsSchool = role !== undefined && role !== 'member';
  const stepsOver = runsSchool && (await secondFactor.hasAny(session.person.id));
  return { provider, joins, identity: { issuer, subject, email }, who: whoOf(email, subject), stepsOver };
}

/** Whoever is invited to the school of the proof accepts the invitation first. */
async function isInvited({ people }: FastifyInstance, { request, session }: AccountRequest): Promise<boolean> {
  const proof = people.providerSignIn.findProof(request);
  const provider = proof && (await people.providerStore.find(proof.providerId));
  return provider !== undefined && (await people.invitations.find(session.person.id, provider.siteId)) !== undefined;
}

/** Words of a provider, which stand in our letters, are cut and quoted unless they are an address. */
const whoOf = (email: string | null, subject: string): string =>
  displayText(email ?? `“${subject.slice(0, MAX_SHOWN)}${subject.length > MAX_SHOWN ? '…' : ''}”`);

export function schoolSignInForms(app: FastifyInstance, pages: SignedInPages): void {
  const { loginSession, mailer, providerAdmissions, providerIdentities, providerJoining, providerSignIn } = app.people;
  disconnecting(app, pages);

  /** The token binds the form to what the page has shown, because another tab may have brought another proof. */
  const boundTo = ({ session }: AccountRequest, { provider, identity }: ToConnect): string[] => [
    ...['connect', session.id, provider.id, String(provider.updatedAt)],
    ...[identity.issuer, identity.subject],
  ];
  const proofOf = (signedIn: AccountRequest, wanted: ToConnect) => ({
    proof: loginSession.formToken(...boundTo(signedIn, wanted)),
  });

  pages.get(CONNECT, async (signedIn, reply) => {
    const wanted = await toConnect(app, signedIn);
    if (wanted === undefined) return goTo(reply, (await isInvited(app, signedIn)) ? '/account' : REFUSED);
    const { labels, shell } = signedIn.text;
    const buttons = html`<div class="inline decide">${linkButton(SIGN_IN, shell.cancel, 'secondary')}${button(signedIn.text.schoolSignIn.connected.submit)}</div>`;
    const { title, text } = questionOf(wanted, signedIn);
    const body = html`<div class="intro"><h1>${title}</h1></div><div class="stack">${text}<p>${labels.email}: ${displayText(signedIn.session.person.email)}</p></div>
${postForm({ action: CONNECT, csrf: signedIn.csrf, hidden: proofOf(signedIn, wanted), body: buttons })}`;
    return sendPage(reply, page(accountFrame(signedIn, SIGN_IN), { title, body, narrow: true }), 'own');
  });

  pages.post(CONNECT, async (signedIn, form, reply) => {
    const wanted = await toConnect(app, signedIn);
    const isShown = (one: ToConnect) =>
      loginSession.checkForm(signedIn.request, form.get('proof'), ...boundTo(signedIn, one)) === 'own';
    if (wanted === undefined || !isShown(wanted)) return goTo(reply, REFUSED);
    const { title, text } = questionOf(wanted, signedIn);
    const submit = signedIn.text.schoolSignIn.connected.submit;
    const hidden = proofOf(signedIn, wanted);
    const asking = { title, consequences: text, hidden, submit, tone: 'primary', cancelHref: SIGN_IN } as const;
    const frame = accountFrame(signedIn, SIGN_IN);
    // Like a passkey, it is a way in that stays.
    const proof = await signedInBy(app, pages, { signedIn, form, reply }, { ...asking, frame, unlessLately: true });
    return 'sent' in proof ? proof.sent : connect(proof.entered, wanted, reply);
  });

  async function connect(signedIn: AccountRequest, { provider, identity, joins, who }: ToConnect, reply: FastifyReply) {
    const { person } = signedIn.session;
    const { siteId, siteName } = provider;
    const at = app.clock();
    const host = hostOf(provider.issuer);
    const notice = { kind: 'sign_in_connected', school: siteName, who, host, at } as const;
    const event = signedIn.event('sign_in_connected', {
      ...mailer.notice(person, signedIn.frame.language, notice),
      ...{ at, siteId, target: host },
    });
    const row: ProviderIdentity = {
      ...{ ...identity, id: makeIdentifier('pid'), siteId, personId: person.id, clientSubject: makeIdentifier('usr') },
      ...{ clientId: provider.clientId, linkedBy: 'person', createdAt: at, lastUsedAt: at },
    };
    const joined = signedIn.event('member_joined', { at, siteId, target: host });
    const giveBack = joins ? await providerJoining.takePlace(siteId) : async () => {};
    if (giveBack === undefined) return goTo(reply, REFUSED);
    const further = joins ? await providerAdmissions.joining(row, person, joined) : [];
    const seen = { id: provider.id, siteId, seen: provider.updatedAt };
    const verified = { sessionId: signedIn.session.id, version: person.credentialsVersion };
    const isConnected = await providerIdentities.link(row, seen, verified, event, further);
    if (isConnected) providerSignIn.dropProof(reply);
    else await giveBack();
    return goTo(reply, isConnected ? `${SIGN_IN}?done=school_connected` : REFUSED);
  }
}

/** Ends a sign-in, with the sessions and connections that it opened. */
function disconnecting(app: FastifyInstance, pages: SignedInPages): void {
  const { providerIdentities } = app.people;
  requireConfirmation<AccountRequest, ConnectedIdentity>({
    ...signInPlace(pages),
    pages,
    path: `${SIGN_IN}/schools/:identity/disconnect`,
    async find({ request, session }) {
      const id = pathParameter(request, 'identity');
      return (await providerIdentities.ofPerson(session.person.id)).find((one) => one.id === id);
    },
    async describe(
      {
        text: {
          schoolSignIn: { connected },
        },
      },
      { siteName },
    ) {
      return {
        title: connected.disconnectTitle({ school: displayText(siteName) }),
        consequences: html`<p>${connected.disconnectText}</p>`,
        submit: connected.disconnect,
        cancelHref: SIGN_IN,
      };
    },
    async act(signedIn, { id, issuer, siteId }) {
      const event = signedIn.event('sign_in_disconnected', { siteId, target: hostOf(issuer) });
      await providerIdentities.unlink({ id, siteId, personId: signedIn.session.person.id }, 'person', event);
      return `${SIGN_IN}?done=school_disconnected`;
    },
  });
}

function questionOf(
  { joins, provider, stepsOver, who }: ToConnect,
  { text }: SignedInRequest,
): { title: string; text: Html } {
  const { connected } = text.schoolSignIn;
  const school = displayText(provider.siteName);
  return {
    title: connected.connect({ school }),
    text: html`${joins && html`<p>${connected.joins({ school })}</p>`}<p>${connected.connectText({ who, school, host: displayText(hostOf(provider.issuer)) })}</p><p>${connected.connectNote({ school })}</p>${stepsOver && html`<p>${connected.connectFactor({ school })}</p>`}`,
  };
}

/** The section of the sign-in settings; `undefined` where no school of the person offers a sign-in and none is connected. */
export async function schoolSignInSection(
  { people: { providerIdentities, providerSignIn } }: FastifyInstance,
  { atProvider, frame, memberships, session, text }: SignedInRequest,
): Promise<Html | undefined> {
  const connected = await providerIdentities.ofPerson(session.person.id);
  const offered = (await providerSignIn.connectable([...memberships, ...atProvider])).filter(
    ({ siteId, issuer }) => !connected.some((one) => one.siteId === siteId && one.issuer === issuer),
  );
  if (connected.length + offered.length === 0) return undefined;
  const { connected: words } = text.schoolSignIn;
  const item = ({ id, createdAt, email, issuer, siteName }: ConnectedIdentity): Html => html`<li><div>
<h3>${words.at({ host: displayText(hostOf(issuer)), school: displayText(siteName) })}</h3>
<p class="detail">${email !== null && html`${displayText(email)}, `}${words.since({ day: dayText(createdAt, frame.language, timeZoneOf(memberships)) })}</p></div>
${linkButton(`${SIGN_IN}/schools/${id}/disconnect`, words.disconnect, 'secondary')}</li>`;
  const connect = (provider: SchoolProvider): Html =>
    linkButton(
      signInAtSchool(provider, { links: true, next: SIGN_IN }),
      words.connect({ school: displayText(provider.siteName) }),
      'secondary',
    );
  return html`<section class="stack" id="schools"><div class="intro"><h2>${words.title}</h2><p>${words.lead}</p></div>
${connected.length === 0 ? emptyList(words.none, words.noneText) : html`<ul class="rows">${connected.map(item)}</ul>`}
${offered.length > 0 && html`<div class="inline">${offered.map(connect)}</div>`}</section>`;
}
