/** Mistakes at the authorization endpoint and its pages. */
import type { Bug } from '../build.ts';

const REQUEST = 'routes/oauth/authorize/request.ts';
const NEXT = 'routes/oauth/authorize/next-step.ts';
const ISSUE = 'routes/oauth/authorize/issue-code.ts';

export const AUTHORIZATION_BUGS: readonly Bug[] = [
  {
    name: 'a response has no issuer',
    file: ISSUE,
    find: '{ code, state, iss: baseUrl }',
    replace: '{ code, state }',
  },
  {
    name: 'a response has no state',
    file: ISSUE,
    find: '{ code, state, iss: baseUrl }',
    replace: '{ code, iss: baseUrl }',
  },
  {
    name: 'any redirect URI of the same host is accepted',
    file: 'schema/oauth/redirect-uri.ts',
    find: 'known.host === target.host && known.rest === target.rest',
    replace: 'known.host === target.host',
  },
  {
    name: 'a plain challenge is taken for S256',
    file: REQUEST,
    find: '!capabilities.codeChallengeMethods.includes(method)',
    replace: '!capabilities.codeChallengeMethods.concat("plain").includes(method)',
  },
  {
    name: 'a consent is remembered for clients on the loopback address',
    file: NEXT,
    find: "if (redirectTarget(request.redirect).kind !== 'https') return false;",
    replace: '',
  },
  {
    name: 'a consent covers more scopes than it was about',
    file: NEXT,
    find: "if (request.prompts.has('consent') || !isSubset(available, decided)) return false;",
    replace: "if (request.prompts.has('consent')) return false;",
  },
  {
    name: 'a consent is remembered over a changed redirect URI',
    file: NEXT,
    find: 'return consent.decidedAt < (changedAtOf(client) ?? 0) ? undefined : consent;',
    replace: 'return consent.decidedAt < (changedAtOf(client) ?? 0) - 1e12 ? undefined : consent;',
  },
  {
    name: 'a withdrawn consent still counts',
    file: 'db/oauth/consents.ts',
    find: 'forget: (key: ConsentKey): Step => forget({ ...keyOf(key) }),',
    replace: "forget: (key: ConsentKey): Step => forget({ ...keyOf(key), clientId: '' }),",
  },
  {
    name: 'the token of the consent form is not checked',
    file: 'routes/oauth/authorize/interaction.ts',
    find: "          case 'stale':\n            return await answerStale(http, reply, opened, form);\n",
    replace:
      "          case 'stale':\n            void answerStale;\n            return await handle(http, reply, opened, form);\n",
  },
  {
    name: 'forms of other sites are accepted',
    file: 'routes/oauth/authorize/interaction.ts',
    find: "          case 'foreign':\n            throw foreignForm();",
    replace:
      "          case 'foreign':\n            if (form.get('decision') === 'allow') return await handle(http, reply, opened, form);\n            throw foreignForm();",
  },
  {
    name: 'a request can be opened in another browser',
    file: 'routes/oauth/authorize/pending-request.ts',
    find: "return isSameBrowser ? pending : { closed: 'other_browser', status: 403 };",
    replace: 'void isSameBrowser;\n  return pending;',
  },
  {
    name: 'a request does not expire',
    file: 'routes/oauth/authorize/pending-request.ts',
    find: "    if (pending.expiresAt <= clock()) return { closed: 'expired', status: 410 };\n",
    replace: '    void clock;\n',
  },
  {
    name: 'a refused request is answered with a code',
    file: 'routes/oauth/authorize/interaction.ts',
    find: "        return deny(http, reply, opened, 'denied', next.membership.siteId);",
    replace: '        return allow(http, reply, opened, next, allowedScopes(next, form));',
  },
  {
    name: 'the school of an application is not looked at',
    file: NEXT,
    find: 'if (fixed !== undefined) return named;',
    replace: 'if (fixed !== undefined) return memberships;',
  },
  {
    name: 'a client that has registered itself is granted the scopes of the school’s own',
    file: 'schema/oauth/scope.ts',
    find: 'SHARED_CLIENT_SCOPES: readonly Scope[] = [...IDENTITY_SCOPES, ...OPERATOR_SCOPES];',
    replace: 'SHARED_CLIENT_SCOPES: readonly Scope[] = [...IDENTITY_SCOPES, ...OPERATOR_SCOPES, ...MEMBER_SCOPES];',
  },
  {
    name: 'a member is granted the scopes of operators',
    file: 'schema/oauth/scope.ts',
    find: '  return ceiling?.has(scope) === true;\n',
    replace: "  return ceiling?.has(scope) === true || scope === 'members:write';\n",
  },
];
