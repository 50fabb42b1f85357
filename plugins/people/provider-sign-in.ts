/**
 * Who a person is whom the provider of a school has proven. The key is the school, the issuer and the subject: an address
 * that the provider names leads to no account, and what it says counts at that school only.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Membership } from '../../schema/people/person.ts';
import { factorsOf, MAX_SUBJECT, type ProvenSubject, type SchoolProvider } from '../../schema/people/provider.ts';
import {
  isAllowedIssuer,
  type ProofToConnect,
  type ProviderClaims,
  schoolAddress,
} from '../../schema/people/provider-sign-in.ts';
import { provide } from '../provide.ts';
import { hostCookie } from './cookies.ts';
import type { SignInAtSchool } from './login-session.ts';
import { envelopeOf } from './sealed-forms.ts';

/**
 * `known`: the sign-in opens the membership. `owner`: owners sign in with their account only. `no_member`: the person was
 * removed or suspended. `unknown`: nothing is connected with it; the response is the same whether the address has an account.
 */
export type Proven = ({ is: 'known' } & SignInAtSchool) | { is: 'owner' | 'no_member' | 'unknown' };

export interface ProviderSignIn {
  /** Finds the provider by which members of a school can sign in. */
  offeredAt(school: { siteId?: string | undefined; slug?: string | undefined }): Promise<SchoolProvider | undefined>;
  personOf(provider: SchoolProvider, claims: ProvenSubject): Promise<Proven>;
  /** Keeps a proof in the browser that made it, for as long as it takes to sign in to the account. */
  keepProof(reply: FastifyReply, provider: SchoolProvider, claims: ProviderClaims, sessionId?: string): void;
  findProof(request: FastifyRequest): ProofToConnect | undefined;
  dropProof(reply: FastifyReply): void;
  /** Lists the schools whose sign-in a person can connect. */
  connectable(memberships: readonly Membership[]): Promise<SchoolProvider[]>;
}

declare module './stores.ts' {
  interface People {
    readonly providerSignIn: ProviderSignIn;
  }
}

const PROOF_LIFE_MS = 10 * 60_000;

function proofsOf(app: FastifyInstance): Pick<ProviderSignIn, 'keepProof' | 'findProof' | 'dropProof'> {
  const cookie = hostCookie(app, 'proof');
  const envelope = envelopeOf(app, 'proof of a provider');
  return {
    keepProof(reply, provider, claims, sessionId = '') {
      const { id, updatedAt, joins } = provider;
      const { issuer, subject, email = '' } = claims;
      const mayJoin = joins && schoolAddress(provider, claims) !== undefined ? 1 : 0;
      const proof = [id, updatedAt, issuer, subject, email, sessionId, mayJoin];
      const sealed = envelope.close(proof, app.clock() + PROOF_LIFE_MS);
      cookie.write(reply, sealed, PROOF_LIFE_MS / 1000);
    },

    findProof(request) {
      const proof = envelope.open(cookie.read(request) ?? '', app.clock());
      if (proof === undefined) return undefined;
      const [providerId = '', version, issuer = '', subject = '', email = '', sessionId = '', mayJoin] =
        proof.map(String);
      return {
        providerId,
        version: Number(version),
        mayJoin: mayJoin === '1',
        issuer,
        subject,
        sessionId,
        email: email === '' ? undefined : email,
      };
    },

    dropProof: (reply) => cookie.write(reply, '', 0),
  };
}

export default fp(
  async (app) => {
    const {
      people,
      school: { platform },
    } = app;
    const { providerIdentities, providerStore } = people;

    const offeredAt: ProviderSignIn['offeredAt'] = async ({ siteId, slug }) => {
      const id = siteId ?? (slug === undefined ? undefined : (await platform.openSiteBySlug(slug))?.id);
      const provider = id === undefined ? undefined : await providerStore.ofSite(id);
      const isOffered = provider !== undefined && provider.signInBy !== 'account';
      return isOffered && isAllowedIssuer(app.config.schoolProviders, provider.issuer) ? provider : undefined;
    };

    // The platform may have decided otherwise since the server ran last.
    app.addHook('onReady', async () => {
      const { schoolProviders } = app.config;
      if (schoolProviders === 'any') return;
      for (const { issuer, siteId } of await providerStore.inUse())
        if (!isAllowedIssuer(schoolProviders, issuer)) await providerStore.endOpened(siteId, app.clock());
    });

    provide(people, 'providerSignIn', {
      ...proofsOf(app),
      offeredAt,

      async personOf(provider, claims) {
        const { email = null, issuer, subject } = claims;
        if (issuer !== provider.issuer || subject === '' || subject.length > MAX_SUBJECT) return { is: 'unknown' };
        const found = await providerIdentities.find({ siteId: provider.siteId, issuer, subject });
        if (found === undefined) return { is: 'unknown' };
        const { identity, credentialsVersion, role } = found;
        if (!found.active || found.status !== 'active' || role === null) return { is: 'no_member' };
        if (role === 'owner') return { is: 'owner' };
        return {
          is: 'known',
          person: { id: identity.personId, credentialsVersion },
          provider,
          identity: { id: identity.id, email },
          by: factorsOf(provider, claims),
          authTime: claims.authTime,
        };
      },

      async connectable(memberships) {
        const offered = memberships.filter(({ role }) => role !== 'owner').map(({ siteId }) => offeredAt({ siteId }));
        return (await Promise.all(offered)).filter((provider) => provider !== undefined);
      },
    } satisfies ProviderSignIn);
  },
  { name: 'provider-sign-in', dependencies: ['stores', 'key-ring', 'cookies'] },
);
