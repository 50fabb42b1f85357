/**
 * Lets people in whom the provider of a school has proven for the first time, as far as the school wants it: those whom it
 * invited, new people of its domains, and members whose `sub` has changed. An address leads only to an account that nobody
 * else has, and to no role above member; everybody else proves the account once, or opens the link of the invitation.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import { type CredentialHash, makeIdentifier } from '../../schema/credential.ts';
import type { Invitation } from '../../schema/people/invitation.ts';
import type { Person } from '../../schema/people/person.ts';
import { hostOf, type LinkedBy, type ProviderIdentity, type SchoolProvider } from '../../schema/people/provider.ts';
import { type ProofToConnect, type ProviderClaims, schoolAddress } from '../../schema/people/provider-sign-in.ts';
import { emailKey } from '../../schema/text/email.ts';
import { nameProblem } from '../../schema/text/person-name.ts';
import { JOINS_PER_SITE, JOINS_PER_SITE_AND_DAY } from '../../schema/throttle.ts';
import { provide } from '../provide.ts';

/** Why nobody was let in, for the log. The person sees one page for all but the last. */
type Refusal = 'address_unusable' | 'account_exists' | 'joining_off' | 'address_reserved' | 'changed' | 'too_many';

export interface ProviderJoining {
  /**
   * Lets somebody in whom the provider has proven, if there is a way.
   * @param locale the language of our pages
   */
  admit(
    provider: SchoolProvider,
    claims: ProviderClaims,
    request: FastifyRequest,
    locale: string,
  ): Promise<Refusal | undefined>;
  /** Returns why a person with an address cannot become a member by the provider, whatever the account is. */
  refusalToJoin(provider: SchoolProvider, email: string): Promise<Refusal | undefined>;
  /** Counts a person who joins. @returns what gives the place back; `undefined` if too many have joined */
  takePlace(siteId: string): Promise<(() => Promise<void>) | undefined>;
  /** Returns whether the invitation can be accepted by the sign-in of the school: the account is nobody else's. */
  canAccept(invitation: Invitation): Promise<boolean>;
  /**
   * Accepts an invitation by its link and a proof of the provider. It proves no address: the school may have seen the link.
   * @returns false if something that it depends on has changed meanwhile
   */
  accept(
    provider: SchoolProvider,
    proof: ProofToConnect,
    invitation: Invitation,
    by: { link: CredentialHash; name: string; locale: string },
    request: FastifyRequest,
  ): Promise<boolean>;
}

declare module './stores.ts' {
  interface People {
    readonly providerJoining: ProviderJoining;
  }
}

export default fp(
  async (app) => {
    const places = joiningPlaces(app);
    const admission = admitting(app, places);

    provide(app.people, 'providerJoining', {
      async admit(provider, claims, request, locale) {
        const reason = await admission.admit(provider, claims, request, locale);
        if (reason !== undefined)
          app.log.info({ provider: provider.id, reason }, 'a sign-in at the provider of a school opened nothing');
        return reason;
      },

      ...places,

      canAccept: async ({ personId, role, siteId }) =>
        role !== 'owner' && (await app.people.providerAdmissions.isFree(personId, siteId)),

      accept: admission.accept,
    } satisfies ProviderJoining);
  },
  { name: 'provider-joining', dependencies: ['provider-sign-in', 'mailer', 'throttle'] },
);

type Proven = Pick<ProviderClaims, 'issuer' | 'subject' | 'email'>;

const seenOf = ({ id, siteId, updatedAt }: SchoolProvider) => ({ id, siteId, seen: updatedAt });

const identityOf = (
  { clientId, siteId }: SchoolProvider,
  { issuer, subject, email }: Proven,
  personId: string,
  linkedBy: LinkedBy,
  now: number,
): ProviderIdentity => ({
  ...{ id: makeIdentifier('pid'), siteId, issuer, subject, clientId, personId, email: email ?? null, linkedBy },
  ...{ clientSubject: makeIdentifier('usr'), createdAt: now, lastUsedAt: now },
});

/** A sign-in whose provider has proven somebody, and the language of our pages. */
interface Arrival {
  provider: SchoolProvider;
  claims: Proven & Pick<ProviderClaims, 'name'>;
  request: FastifyRequest;
  locale: string;
}

/** Lets in whom the school has invited, or has as a member. */
function takingKnown(app: FastifyInstance) {
  const { clock, people } = app;
  const { providerAdmissions } = people;
  const connected = connectedEvent(app);

  async function takeKnown(arrival: Arrival, known: KnownAccount): Promise<Refusal | undefined> {
    const { provider, claims, request } = arrival;
    if (!known.isNobodyElses || known.role !== 'member') return 'account_exists';
    const account = { id: known.personId, email: known.email };
    const identity = identityOf(provider, claims, known.personId, 'invitation', clock());
    const admission = { provider: seenOf(provider), identity, credentialsVersion: known.credentialsVersion };
    const name = known.name === '' ? nameOf(claims, known.email) : known.name;
    if (known.status === 'invited') {
      const invitation = { personId: known.personId, siteId: provider.siteId, email: known.email };
      const events = [acceptedEvent(invitation, request, clock()), connected(arrival, account)] as const;
      return (await providerAdmissions.accept(admission, invitation, { name }, events)) ? undefined : 'changed';
    }
    return known.status === 'active' ? match(arrival, admission, known, name) : 'account_exists';
  }

  async function match(
    arrival: Arrival,
    { identity, ...admission }: Admission,
    { email, personId }: KnownAccount,
    name: string,
  ): Promise<Refusal | undefined> {
    const { provider } = arrival;
    const isOpen = (provider.matchUntil ?? 0) > clock();
    const id = isOpen ? await providerAdmissions.outdatedAt(provider, personId) : undefined;
    if (id === undefined) return 'account_exists';
    const event = connected(arrival, { id: personId, email }, 'sign_in_matched');
    const isMatched = await providerAdmissions.match({ ...admission, identity: { ...identity, id } }, name, event);
    return isMatched ? undefined : 'changed';
  }

  return takeKnown;
}

/** What both ways to join ask: with a new account, and with one that the person has. */
function joiningPlaces({ clock, people, throttle }: FastifyInstance) {
  const { emailAddresses, providerAdmissions } = people;
  return {
    async refusalToJoin({ joins, siteId }, email) {
      if (!joins) return 'joining_off';
      const key = emailKey(email);
      const isTaken =
        (await emailAddresses.isReserved(key, clock())) || (await providerAdmissions.hadMember(siteId, key));
      return isTaken ? 'address_reserved' : undefined;
    },

    async takePlace(siteId) {
      const counters = [
        { kind: 'provider_joins', subject: siteId, rule: JOINS_PER_SITE },
        { kind: 'provider_joins_day', subject: siteId, rule: JOINS_PER_SITE_AND_DAY },
      ];
      return (await throttle.take(...counters)) > 0 ? undefined : () => throttle.giveBack(...counters);
    },
  } satisfies Pick<ProviderJoining, 'refusalToJoin' | 'takePlace'>;
}

function admitting(app: FastifyInstance, { refusalToJoin, takePlace }: ReturnType<typeof joiningPlaces>) {
  const { clock, people } = app;
  const { persons, providerAdmissions } = people;
  const connected = connectedEvent(app);
  const takeKnown = takingKnown(app);

  async function join(arrival: Arrival, email: string): Promise<Refusal | undefined> {
    const { provider, claims, request } = arrival;
    const { siteId } = provider;
    const [at, key] = [clock(), emailKey(email)];
    const refusal = await refusalToJoin(provider, email);
    if (refusal !== undefined) return refusal;
    const giveBack = await takePlace(siteId);
    if (giveBack === undefined) return 'too_many';
    const id = makeIdentifier('usr');
    const account = {
      ...{ id, email, emailKey: key, name: nameOf(claims, email), createdAt: at },
      ...{ emailVerified: false, passwordHash: null, active: true },
    };
    const admission = { provider: seenOf(provider), identity: identityOf(provider, claims, id, 'joined', at) };
    const target = hostOf(provider.issuer);
    const isJoined = await providerAdmissions.join(admission, account, [
      { ...app.originOf(request), event: 'member_joined', at, personId: id, siteId, target },
      connected(arrival, account),
    ]);
    if (!isJoined) await giveBack();
    return isJoined ? undefined : 'changed';
  }

  return {
    async admit(...[provider, claims, request, locale]: Parameters<ProviderJoining['admit']>) {
      const key = schoolAddress(provider, claims);
      if (key === undefined) return 'address_unusable';
      const arrival = { provider, claims, request, locale };
      const known = await providerAdmissions.byAddress(key, provider.siteId);
      return known === undefined ? join(arrival, claims.email ?? key) : takeKnown(arrival, known);
    },

    async accept(...[provider, proof, invitation, by, request]: Parameters<ProviderJoining['accept']>) {
      const { link, name, locale } = by;
      const person = await persons.find(invitation.personId);
      if (person === undefined) return false;
      const identity = identityOf(provider, proof, person.id, 'invitation', clock());
      const admission = { provider: seenOf(provider), identity, credentialsVersion: person.credentialsVersion };
      const arrival = { provider, claims: proof, request, locale };
      const events = [acceptedEvent(invitation, request, clock()), connected(arrival, person)] as const;
      return providerAdmissions.accept(admission, invitation, { name, link }, events);
    },
  };
}

type Admission = Parameters<FastifyInstance['people']['providerAdmissions']['match']>[0];
type KnownAccount = NonNullable<Awaited<ReturnType<FastifyInstance['people']['providerAdmissions']['byAddress']>>>;

/** What the person reads of a sign-in that was connected, also in a letter with the link that undoes it. */
const connectedEvent =
  (app: FastifyInstance) =>
  (
    { provider: { issuer, siteId, siteName }, claims: { email, subject }, request, locale }: Arrival,
    account: Pick<Person, 'id' | 'email'>,
    event: 'sign_in_connected' | 'sign_in_matched' = 'sign_in_connected',
  ): AuditEvent => {
    const at = app.clock();
    const host = hostOf(issuer);
    const letter = { kind: 'sign_in_connected', school: siteName, who: email ?? subject, host, at } as const;
    const { outgoing } = app.people.mailer.notice(account, locale, letter);
    return { ...app.originOf(request), event, at, personId: account.id, siteId, target: host, outgoing };
  };

/** Without the IP address and browser, as by the link. */
const acceptedEvent = (
  { personId, siteId }: Pick<Invitation, 'personId' | 'siteId'>,
  { id: requestId }: FastifyRequest,
  at: number,
): AuditEvent => ({ requestId, event: 'invitation_accepted', at, personId, siteId });

/** A preliminary name until the person sets one, as of people who are invited. */
const nameOf = ({ name = '' }: Pick<ProviderClaims, 'name'>, email: string): string => {
  const own = name.trim().normalize('NFC');
  return nameProblem(own) === undefined ? own : emailKey(email).replace(/@.*/, '');
};
