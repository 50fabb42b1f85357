/** The provider of a school, and its addresses. */
import type { FastifyInstance } from 'fastify';
import type { ProviderIdentity, SchoolProvider, SignInBy } from '../../../../schema/people/provider.ts';
import { demandsSecondFactor } from '../../../../schema/people/second-factor.ts';
import { SIGN_IN } from '../menu.ts';
import { at, type OperatorRequest, SCHOOL } from '../operator-pages.ts';

export const SIGN_IN_ROUTE = `${SCHOOL}${SIGN_IN}`;

export const signInPath = (signedIn: OperatorRequest, path = ''): string => at(signedIn, `${SIGN_IN}${path}`);

/** A school has one. Its address can be entered at the provider before there is a client ID. */
export const providerIdOf = ({ membership: { siteId } }: OperatorRequest): string =>
  `prv_${siteId.slice(siteId.indexOf('_') + 1)}`;

/** A change of the settings needs another test. */
export const isTested = ({ testedAt }: SchoolProvider): boolean => testedAt !== null;

/** Nothing is required by which people below owner could not prove what is demanded of them. */
export const lacksFactor = (
  { config }: FastifyInstance,
  { membership }: OperatorRequest,
  { provesTwoFactors }: SchoolProvider,
): boolean => !provesTwoFactors && demandsSecondFactor('admin', config.secondFactor, membership.secondFactorFor);

/** Returns whether the sign-in can be turned to this: what nobody has tried is neither offered nor required. */
export const isPossible = (
  app: FastifyInstance,
  signedIn: OperatorRequest,
  provider: SchoolProvider,
  mode: SignInBy,
): boolean =>
  mode !== provider.signInBy &&
  (mode === 'account' || (isTested(provider) && (mode === 'offered' || !lacksFactor(app, signedIn, provider))));

export const seenOf = ({ id, siteId, updatedAt }: SchoolProvider) => ({ id, siteId, seen: updatedAt });

/** An identity that was not used since the provider or its client ID has changed. */
export const isOutdated = ({ issuer, clientId }: SchoolProvider, one: Pick<ProviderIdentity, 'issuer' | 'clientId'>) =>
  one.issuer !== issuer || one.clientId !== clientId;

/** Owners without a second factor change nothing. */
export const mayChange = ({ people }: FastifyInstance, { session }: OperatorRequest): Promise<boolean> =>
  people.secondFactor.hasAny(session.person.id);

const MAX_LISTED = 500;

/** Returns the first who are connected. */
export const connectedAt = ({ people }: FastifyInstance, { membership }: OperatorRequest) =>
  people.providerIdentities.ofSite(membership.siteId, MAX_LISTED);

export type Connected = Awaited<ReturnType<typeof connectedAt>>;
