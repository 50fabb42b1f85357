/** Mistakes about what has ended, about whose a token is, and in the store. */
import type { Bug } from '../build.ts';

const TOKEN = 'schema/oauth/token.ts';
const ENDS = 'db/oauth/grant-ends.ts';
const CACHED_ROWS = 'db/engine/cached-rows.ts';
const WRITER = 'db/engine/writer.ts';

export const LIFE_BUGS: readonly Bug[] = [
  {
    name: 'a revoked access token is active at introspection',
    file: TOKEN,
    find: "if (token.revokedAt !== null || token.rotatedAt !== null) return 'token_revoked';",
    replace: "if (token.rotatedAt !== null) return 'token_revoked';",
  },
  {
    name: 'tokens of an ended grant live on',
    file: TOKEN,
    find: "  if (grant.grantRevokedAt !== null) return 'token_revoked';\n",
    replace: '',
  },
  {
    name: 'access tokens do not expire',
    file: TOKEN,
    find: "  if (token.expiresAt <= now) return 'token_expired';\n",
    replace: '',
  },
  {
    name: 'an expired access token is good again when the clock goes back',
    file: 'plugins/oauth/bearer.ts',
    find: "      if (dead === 'token_expired') await tokens.expire(token.id, now);\n",
    replace: '',
  },
  {
    name: 'revoking the refresh token leaves the access tokens alive',
    file: 'routes/oauth/revoke.ts',
    find: "if (token.kind === 'refresh') await tokens.revokeGrant(token.grant, 'client', now, event);\n    else ",
    replace: '',
  },
  {
    name: 'every client can revoke every token',
    file: 'routes/oauth/revoke.ts',
    find: 'if (token === undefined || token.grant.clientId !== client.id)',
    replace: 'if (token === undefined)',
  },
  {
    name: 'introspection answers for tokens of other clients',
    file: 'routes/oauth/introspect.ts',
    find: '  grant.clientId === client.id || (client.mayIntrospect && client.siteId === grant.siteId);',
    replace: '  client.siteId === grant.siteId;',
  },
  {
    name: 'the secret of an access token is not compared',
    file: 'plugins/oauth/bearer.ts',
    find: 'if (presented === undefined || token === undefined || !sameHash(token.hash, presented.hash)) {',
    replace: 'if (presented === undefined || token === undefined || !sameHash(token.hash, token.hash)) {',
  },
  {
    name: 'the secret of a refresh token is not compared',
    file: 'routes/oauth/token/refresh-token.ts',
    find: 'if (presented === undefined || token === undefined || !sameHash(token.hash, presented.hash)) {',
    replace: 'if (presented === undefined || token === undefined || !sameHash(token.hash, token.hash)) {',
  },
  {
    name: 'a suspended member is let in again with the old tokens',
    file: ENDS,
    find: "      forget.membership({ siteId, personId }),\n      revoke.member({ siteId, personId, by: 'school', now }),",
    replace: '      forget.membership({ siteId, personId }),',
  },
  {
    name: 'the tokens of a suspended member live on',
    file: 'db/school/member-changes.ts',
    find: '          ? grants.membership(siteId, id, event.at)',
    replace: '          ? []',
  },
  {
    name: 'a consent outlives the suspension of its member',
    file: ENDS,
    find: "      forget.membership({ siteId, personId }),\n      revoke.member({ siteId, personId, by: 'school', now }),",
    replace: "      revoke.member({ siteId, personId, by: 'school', now }),",
  },
  {
    name: 'ending an application ends only its newest grant',
    file: 'db/connections/connections.ts',
    find: 'end(ends.app(connection, event.at), event)',
    replace: "end(ends.one(connection, 'person', event.at), event)",
  },
  {
    name: 'a session survives the change of the password',
    file: 'db/people/password-changes.ts',
    find: "        sessions.endAllOf(personId, event.at, session.id),\n        links.drop(personId, 'reset_password'),\n        // Somebody who knew",
    replace: "        links.drop(personId, 'reset_password'),\n        // Somebody who knew",
  },
  {
    name: 'a link in an e-mail works more than once',
    file: 'db/people/mail-links.ts',
    find: ', isNull(db.tables.mailLinks.usedAt)]',
    replace: ']',
  },
  {
    name: 'a link in an e-mail does not expire',
    file: 'db/people/mail-links.ts',
    find: 'gt(t.expiresAt, integer(p.now))];',
    replace: 'gt(integer(p.now), integer(0))];',
  },
  {
    name: 'signing out only deletes the cookie',
    file: 'plugins/people/login-session.ts',
    find: '      await sessions.end(session.id, at, event);\n',
    replace: '      void event;\n',
  },
  {
    name: 'what is kept in memory is not dropped when another node writes',
    file: CACHED_ROWS,
    find: '    if (version === this.#seen) return;\n    for (const rows of this.#all) rows.clear();\n',
    replace: '',
  },
  {
    name: 'what is kept in memory is not dropped when this node writes',
    file: CACHED_ROWS,
    find: '      else this.#all[read]?.drop(key);\n',
    replace: '',
  },
  {
    name: 'a transaction that was not applied is reported as applied',
    file: WRITER,
    find: '? units.map((unit) => ({ unit, ...failure }))',
    replace: '? units.map((unit) => ({ unit, applied: true }))',
  },
  {
    name: 'transactions that shared a commit are all reported as applied',
    file: WRITER,
    find: ': units.flatMap((unit) => this.#apply([unit]));',
    replace: ': units.map((unit) => ({ unit, applied: true }));',
  },
  {
    name: 'two nodes use the same keys',
    file: 'db/engine/key-sequence.ts',
    find: 'integer(p.seen)',
    replace: 't.next',
  },
  {
    name: 'a code is issued although the membership has ended meanwhile',
    file: 'db/oauth/codes.ts',
    find: ', required(lockMembership({ personId, siteId }))]',
    replace: ', ...(lockMembership({ personId, siteId }) === undefined ? [] : [])]',
  },
  {
    name: 'a narrower access token has all scopes of the grant',
    file: 'routes/oauth/token/refresh-token.ts',
    find: '    const accessScopes = readScopes(form, token);\n',
    replace: '    readScopes(form, token);\n    const accessScopes = token.scopes;\n',
  },
];
