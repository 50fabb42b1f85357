/** Mistakes with codes and with client authentication. */
import type { Bug } from '../build.ts';

const REDEMPTION = 'routes/oauth/token/authorization-code.ts';
const CODES = 'db/oauth/codes.ts';
const AUTHENTICATION = 'plugins/oauth/client-authentication.ts';

export const CODE_BUGS: readonly Bug[] = [
  {
    name: 'a code is not bound to its client',
    file: REDEMPTION,
    find: 'if (code.grant.clientId !== client.id)',
    replace: 'if (code.grant.clientId === undefined)',
  },
  {
    name: 'the verifier is checked only when it is sent',
    file: REDEMPTION,
    find: "  if (verifier === undefined) throw new OAuthError('pkce_mismatch.missing');\n  if (!verifierMatches(",
    replace: '  if (verifier !== undefined && !verifierMatches(',
  },
  {
    name: 'the verifier is not compared',
    file: 'schema/oauth/pkce.ts',
    find: 'export function verifierMatches',
    replace:
      'export const verifierMatches = (verifier: string, _challenge: string): boolean => verifier !== "";\nfunction _verifierMatches',
  },
  {
    name: 'the redirect URI is not compared at the token endpoint',
    file: REDEMPTION,
    find: "if (requireParameter(form, 'redirect_uri') !== code.redirectUri)",
    replace: "if (requireParameter(form, 'redirect_uri') === '')",
  },
  {
    name: 'the resource is not checked at the exchange',
    file: REDEMPTION,
    find: '  checkResource(form, code.grant.audience, code.resourceSent);\n',
    replace: '',
  },
  {
    name: 'codes do not expire',
    file: REDEMPTION,
    find: 'if (code.expiresAt < now) {',
    replace: 'if (code.expiresAt < now - 3_600_000) {',
  },
  {
    name: 'an expired code is good again when the clock goes back',
    file: REDEMPTION,
    find: '      await codes.expire(code, now);\n',
    replace: '',
  },
  {
    name: 'a code is read first and marked later',
    file: CODES,
    find: 'required(markRedeemed({ id, now, hash })),',
    replace: 'markRedeemed({ id, now, hash }),',
  },
  {
    name: 'a code and its tokens are stored in two transactions',
    file: CODES,
    find: `          db.atomically(
            required(markRedeemed({ id, now, hash })),
            tokens.insertPair(id, tokenPair, null),
            clients.touch(clientId, now),
          ),`,
    replace: `          db
            .atomically(required(markRedeemed({ id, now, hash })))
            .then((done) => done && db.atomically(tokens.insertPair(id, tokenPair, null), clients.touch(clientId, now))),`,
  },
  {
    name: 'a replayed code does not end the grant',
    file: REDEMPTION,
    find: "    await tokens.revokeGrant(code.grant, 'code_replay', now, { ...originOf(request), ...event });\n",
    replace: '    void [tokens, originOf, event];\n',
  },
  {
    name: 'a replay is handled before the code is verified',
    file: REDEMPTION,
    find: '    checkBinding(code, form, client);\n',
    replace:
      '    if (code.redeemedAt !== null) throw await endReplayed(code, request);\n    checkBinding(code, form, client);\n',
  },
  {
    name: 'a code is redeemed although its grant has ended meanwhile',
    file: CODES,
    find: `.set({ redeemedAt: value(p.now) })
      .where(
        and(
          eq(t.grants.id, integer(p.id)),
          eq(t.grants.codeHash, bytes(db, p.hash)),
          isNull(t.grants.redeemedAt),
          isNull(t.grants.revokedAt),
        ),
      ),`,
    replace: `.set({ redeemedAt: value(p.now), revokedAt: null, revokedBy: null })
      .where(
        and(
          eq(t.grants.id, integer(p.id)),
          eq(t.grants.codeHash, bytes(db, p.hash)),
          isNull(t.grants.redeemedAt),
        ),
      ),`,
  },
  {
    name: 'a confidential client needs no secret',
    file: AUTHENTICATION,
    find: "  if (secret === undefined) throw new OAuthError('client_secret_missing');",
    replace: '  if (secret === undefined) return;',
  },
  {
    name: 'any secret will do',
    file: AUTHENTICATION,
    find: 'if (!client.secretHashes.some((hash) => sameHash(hash, presented)))',
    replace: 'if (client.secretHashes.length === 0)',
  },
  {
    name: 'a disabled client is authenticated',
    file: AUTHENTICATION,
    find: "if (!client.active) throw new OAuthError('client_disabled');",
    replace: '',
  },
];
