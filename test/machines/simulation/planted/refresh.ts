/** Mistakes with refresh tokens. */
import type { Bug } from '../build.ts';

const REFRESH = 'routes/oauth/token/refresh-token.ts';
const TOKENS = 'db/oauth/tokens.ts';
const TOKEN = 'schema/oauth/token.ts';

export const REFRESH_BUGS: readonly Bug[] = [
  {
    name: 'a refresh token is not bound to its client',
    file: REFRESH,
    find: 'if (token.grant.clientId !== client.id)',
    replace: 'if (token.grant.clientId === undefined)',
  },
  {
    name: 'refresh widens the scope',
    file: REFRESH,
    find: 'requestScopes(requested, token.scopes);\n  if (scopes.length === 0 || !isSubset(scopes, token.scopes))',
    replace:
      "requestScopes(requested, (token.grant.clientScope ?? '').split(' ') as unknown as readonly Scope[]);\n  void isSubset;\n  if (scopes.length === 0)",
  },
  {
    name: 'the scope of a refresh is whatever is asked for',
    file: REFRESH,
    find: '  const { scopes = [] } = requestScopes(requested, token.scopes);\n  if (scopes.length === 0 || !isSubset(scopes, token.scopes))',
    replace:
      "  const scopes = requested.split(' ') as unknown as readonly Scope[];\n  void [requestScopes, isSubset];\n  if (scopes.length === 0)",
  },
  {
    name: 'the resource is not checked at a refresh',
    file: REFRESH,
    find: '    checkResource(form, token.grant.audience, false);\n',
    replace: '',
  },
  {
    name: 'refresh does not look whether the grant has ended',
    file: REFRESH,
    find: '    await requireLiveGrant(app, token, request);\n',
    replace: '    void requireLiveGrant;\n',
  },
  {
    name: 'a reused refresh token does not end the grant',
    file: REFRESH,
    find: "    await endGrant(app, token, 'refresh_reuse', request, after);\n",
    replace: '',
  },
  {
    name: 'the grace goes on after the successor was used',
    file: TOKEN,
    find: "if (soon <= refreshGrace) return 'soon';",
    replace: "if (soon <= refreshGrace * 100) return 'soon';",
  },
  {
    name: 'the grace does not end',
    file: TOKEN,
    find: 'if (since(rotatedAt) > Math.max(refreshGrace, refreshRepeat)) return undefined;',
    replace: 'refreshRepeat *= 100;',
  },
  {
    name: 'two who take turns get the same successor every time',
    file: TOKEN,
    find: "return repeatedAt === null ? 'late' : 'late again';",
    replace: "void repeatedAt;\n  return 'late';",
  },
  {
    name: 'the grace gives a new successor',
    file: REFRESH,
    find: 'value: graceCopies.open(value, successor.graceCopy),',
    replace:
      'value: await (async () => { void [graceCopies, value]; const pair = await tokenIssuer.pair(token.grant, { access: accessScopes, refresh: token.scopes }, now); await tokens.addAccess(token.grant.grantId, { ...pair.stored.refresh, id: pair.stored.refresh.id }); return pair.refresh.value; })(),',
  },
  {
    name: 'rotation is not atomic',
    file: TOKENS,
    find: '[required(retire({ id, now, successorId }))]',
    replace: '[retire({ id, now, successorId })]',
  },
  {
    name: 'rotation leaves the predecessor as it was',
    file: TOKENS,
    find: '[required(retire({ id, now, successorId }))]',
    replace: '[]',
  },
  {
    name: 'a rotated refresh token is active at introspection',
    file: TOKEN,
    find: "if (token.revokedAt !== null || token.rotatedAt !== null) return 'token_revoked';",
    replace: "if (token.revokedAt !== null) return 'token_revoked';",
  },
  {
    name: 'an expired refresh token is good again when the clock goes back',
    file: REFRESH,
    find: '      await tokens.expire(token.id, clock());\n',
    replace: '',
  },
  {
    name: 'a refresh token lasts for ever',
    file: REFRESH,
    find: 'if (token.expiresAt <= clock()) {',
    replace: 'if (token.expiresAt <= 0) {',
  },
];
