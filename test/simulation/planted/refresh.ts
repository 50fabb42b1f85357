/** Mistakes with refresh tokens. */
import type { Bug } from '../build.ts';

const REFRESH = 'routes/oauth/token/refresh-token.ts';
const TOKENS = 'db/oauth/tokens.ts';
const TOKEN = 'schema/oauth/token.ts';

export const REFRESH_BUGS: readonly Bug[] = [
  {
    name: 'a refresh token is not bound to its client',
    like: 'CVE-2026-55672 (Zitadel)',
    file: REFRESH,
    find: 'if (token.grant.clientId !== client.id) {',
    replace: 'if (token.grant.clientId === undefined) {',
  },
  {
    name: 'refresh widens the scope',
    like: 'RFC 6749 §6',
    file: REFRESH,
    find: 'requestScopes(requested, token.scopes);\n  if (scopes.length === 0 || !isSubset(scopes, token.scopes)) {',
    replace:
      "requestScopes(requested, (token.grant.clientScope ?? '').split(' ') as unknown as readonly Scope[]);\n  void isSubset;\n  if (scopes.length === 0) {",
  },
  {
    name: 'the scope of a refresh is whatever is asked for',
    like: 'GHSA-pw9m-5jxm-xr6h (better-auth)',
    file: REFRESH,
    find: '  const { scopes = [] } = requestScopes(requested, token.scopes);\n  if (scopes.length === 0 || !isSubset(scopes, token.scopes)) {',
    replace:
      "  const scopes = requested.split(' ') as unknown as readonly Scope[];\n  void [requestScopes, isSubset];\n  if (scopes.length === 0) {",
  },
  {
    name: 'the resource is not checked at a refresh',
    like: 'GHSA-p2fr-6hmx-4528 (better-auth)',
    file: REFRESH,
    find: '    checkResource(form, token.grant.audience, false);\n',
    replace: '',
  },
  {
    name: 'refresh does not look whether the grant has ended',
    like: 'CVE-2026-43983 (Pocket ID), CVE-2024-47000 (Zitadel)',
    file: REFRESH,
    find: '    await requireLiveGrant(app, token, request);\n',
    replace: '    void requireLiveGrant;\n',
  },
  {
    name: 'a reused refresh token does not end the grant',
    like: 'RFC 9700 §4.14.2',
    file: REFRESH,
    find: "    await endGrant(app, token, 'refresh_reuse', request, after);\n",
    replace: '',
  },
  {
    name: 'the grace goes on after the successor was used',
    like: 'decision E-51; Hydra tests it as graceful rotation',
    file: TOKEN,
    find: "if (soon <= refreshGrace) return 'soon';",
    replace: "if (soon <= refreshGrace * 100) return 'soon';",
  },
  {
    name: 'the grace does not end',
    like: 'RFC 9700 §4.14.2',
    file: TOKEN,
    find: 'if (since(rotatedAt) > Math.max(refreshGrace, refreshRepeat)) return undefined;',
    replace: 'refreshRepeat *= 100;',
  },
  {
    name: 'two who take turns get the same successor every time',
    like: 'decision E-51: neither of them would ever be found',
    file: TOKEN,
    find: "return repeatedAt === null ? 'late' : 'late again';",
    replace: "void repeatedAt;\n  return 'late';",
  },
  {
    name: 'the grace gives a new successor',
    like: 'GHSA-392p-2q2v-4372 (better-auth): a chain that forks',
    file: REFRESH,
    find: 'value: graceCopies.open(value, successor.graceCopy),',
    replace:
      'value: await (async () => { void [graceCopies, value]; const pair = await tokenIssuer.pair(token.grant, { access: accessScopes, refresh: token.scopes }, now); await tokens.addAccess(token.grant.grantId, { ...pair.stored.refresh, id: pair.stored.refresh.id }); return pair.refresh.value; })(),',
  },
  {
    name: 'rotation is not atomic',
    like: 'CVE-2026-1035 (Keycloak)',
    file: TOKENS,
    find: '[required(retire({ id, now, successorId }))]',
    replace: '[retire({ id, now, successorId })]',
  },
  {
    name: 'rotation leaves the predecessor as it was',
    like: 'better-auth issue 5459: no rotation',
    file: TOKENS,
    find: '[required(retire({ id, now, successorId }))]',
    replace: '[]',
  },
  {
    name: 'a rotated refresh token is active at introspection',
    like: 'CVE-2026-8922 (Keycloak): introspection looks at less',
    file: TOKEN,
    find: "if (token.revokedAt !== null || token.rotatedAt !== null) return 'token_revoked';",
    replace: "if (token.revokedAt !== null) return 'token_revoked';",
  },
  {
    name: 'an expired refresh token is good again when the clock goes back',
    like: 'CVE-2026-9802 (Keycloak): a state that is a comparison of times',
    file: REFRESH,
    find: '      await tokens.expire(token.id, clock());\n',
    replace: '',
  },
  {
    name: 'a refresh token lasts for ever',
    like: 'ASVS 10.4.8',
    file: REFRESH,
    find: 'if (token.expiresAt <= clock()) {',
    replace: 'if (token.expiresAt <= 0) {',
  },
];
