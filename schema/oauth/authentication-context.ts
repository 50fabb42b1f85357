/** How a person signed in, for clients: the claims `acr` and `amr`, and the parameters that ask for them. */
import { z } from 'zod';
import { type AuthenticatedBy, isMultiFactor } from '../people/second-factor.ts';

/** The only `acr` value: more than one authentication factor (OpenID PAPE 1.0 §4). Other sign-ins have none. */
export const MULTI_FACTOR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

/**
 * RFC 8176 §2. A passkey proves the possession of a key, and that its device has verified the person. What the provider of a
 * school calls its methods is not repeated.
 */
const METHODS: Readonly<Record<AuthenticatedBy, readonly string[]>> = {
  password: ['pwd'],
  password_and_code: ['pwd', 'otp', 'mfa'],
  password_and_recovery_code: ['pwd', 'mfa'],
  passkey: ['pop', 'user', 'mfa'],
  provider: [],
  provider_two_factors: ['mfa'],
};

export const authenticationContext = (by: AuthenticatedBy): { acr?: string; amr?: readonly string[] } => ({
  ...(isMultiFactor(by) ? { acr: MULTI_FACTOR } : {}),
  ...(METHODS[by].length > 0 ? { amr: METHODS[by] } : {}),
});

/** The demands of a request on the sign-in. */
export interface AskedAuthentication {
  authTime: boolean;
  authContext: boolean;
  /** OpenID Connect Core §5.5.1.1: `acr` is essential, and two factors are among its values. */
  needsTwoFactors: boolean;
  /** `acr` is essential, and none of its values is known. */
  needsUnknown: boolean;
  /** OpenID Connect Core §3.1.2.2: if there are any, the answer is about one of these people, or there is none. */
  onlyFor: readonly string[] | undefined;
}

const member = z
  .looseObject({ essential: z.boolean(), value: z.string(), values: z.array(z.string()) })
  .partial()
  .nullish();
const authTime = z.looseObject({ essential: z.boolean() }).partial().nullish();
const claimsParameter = z.looseObject({
  id_token: z.looseObject({ acr: member, amr: member, auth_time: authTime, sub: member }).nullish(),
  userinfo: z.looseObject({ sub: member }).nullish(),
});

/** OpenID Connect Core §5.5.1. */
const valuesOf = (claim: z.infer<typeof member>): string[] => [claim?.value ?? [], claim?.values ?? []].flat();

/** The subjects that both parts of `claims` allow. */
function subjects({ id_token, userinfo }: z.infer<typeof claimsParameter>): readonly string[] | undefined {
  const restricts = (sub: z.infer<typeof member>) => (sub?.value ?? sub?.values) !== undefined;
  const [first, ...others] = [id_token?.sub, userinfo?.sub].filter(restricts).map(valuesOf);
  return first?.filter((sub) => others.every((allowed) => allowed.includes(sub)));
}

/**
 * Reads `acr_values` and `claims`. Other claims than `acr`, `amr`, `auth_time` and `sub` are voluntary, and the scopes
 * decide about them.
 * @returns `undefined` if `claims` is malformed
 */
export function askedAuthentication(
  acrValues: string | undefined,
  claims: string | undefined,
): AskedAuthentication | undefined {
  const parsed = claimsParameter.safeParse(jsonOf(claims ?? '{}'));
  if (!parsed.success) return undefined;
  const { acr, amr, auth_time: authTime } = parsed.data.id_token ?? {};
  const values = valuesOf(acr);
  const isEssential = acr?.essential === true && values.length > 0;
  return {
    authTime: authTime !== undefined,
    authContext: acrValues !== undefined || acr !== undefined || amr !== undefined,
    needsTwoFactors: isEssential && values.includes(MULTI_FACTOR),
    needsUnknown: isEssential && !values.includes(MULTI_FACTOR),
    onlyFor: subjects(parsed.data),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
