/** Mutants that no test can kill because they behave like the original, in groups with the reason. */

export interface Equivalents {
  file: string;
  /** The reason in one sentence. */
  why: string;
  /** The line on which the mutant begins, the replaced text and its replacement, as `npm run machine -- mutation` prints them. */
  mutants: readonly (readonly [source: string, from: string, to: string])[];
}

const REPLACED = '"Stryker was here!"';
/** Fastify reads the name and dependencies of a plugin only to detect a wrong order of registration. */
const NAMED = 'The plugins are registered in the right order, so their names and dependencies change nothing.';

/** Mutants of a plugin's options: the whole object, its name and its dependencies. */
function named(source: string, name: string, dependencies?: string): Equivalents['mutants'] {
  const whole = source.slice(0, -1);
  return [
    [source, whole, '{}'],
    [source, `'${name}'`, '""'],
    ...(dependencies === undefined ? [] : [[source, dependencies, '[]'] as const]),
  ];
}

const WAIT = 'await sleep(10 + Math.random() * 40 * attempt);';
const UNPARSED = 'A value of another form has no id, so nothing is found and the same refusal follows.';

export const EQUIVALENT: readonly Equivalents[] = [
  {
    file: 'schema/oauth/redirect-uri.ts',
    why: 'The expression matches only with all of its groups, and a port that is missing is not a number.',
    mutants: [
      ["const [, host = '', port, rest = ''] = match;", "''", REPLACED],
      ['if (port !== undefined && Number(port) > 65_535) return undefined;', 'port !== undefined', 'true'],
      [
        'const scheme = SCHEME.exec(uri)?.[1]?.toLowerCase();',
        'SCHEME.exec(uri)?.[1]?.toLowerCase',
        'SCHEME.exec(uri)?.[1].toLowerCase',
      ],
    ],
  },
  {
    file: 'schema/oauth/resource-indicator.ts',
    why: 'The expression matches only with all of its groups, and no host ends with a port that is undefined.',
    mutants: [
      ["const [, scheme = '', authority = '', path = '', query] = match;", "''", REPLACED],
      [
        'if (port !== undefined && host.endsWith(port)) host = host.slice(0, -port.length);',
        'port !== undefined',
        'true',
      ],
    ],
  },
  {
    file: 'schema/oauth/scope.ts',
    why: 'Scopes that are unknown were refused two lines above: the filter only tells the compiler.',
    mutants: [['const scopes = requested.filter(isScope);', 'requested.filter(isScope)', 'requested']],
  },
  {
    file: 'schema/credential.ts',
    why: 'How often the system is asked for random bytes, and that used ones are wiped, shows in no value.',
    mutants: [
      ['if (used + size > pool.length) {', 'used + size > pool.length', 'true'],
      ['if (used + size > pool.length) {', 'used + size > pool.length', 'used + size >= pool.length'],
      ['slice.fill(0);', 'slice.fill(0);', ';'],
    ],
  },
  {
    file: 'schema/credential.ts',
    why: 'The expression matches only with all of its groups.',
    mutants: [
      [
        'if (prefix !== PREFIX[kind] || id === undefined || secret === undefined) return undefined;',
        'id === undefined',
        'false',
      ],
      [
        'if (prefix !== PREFIX[kind] || id === undefined || secret === undefined) return undefined;',
        'secret === undefined',
        'false',
      ],
    ],
  },
  {
    file: 'schema/oauth/client.ts',
    why: 'Only clients of a site application have a siteId.',
    mutants: [
      [
        "client.origin === 'site_application' ? client.siteId : undefined;",
        "client.origin === 'site_application'",
        'true',
      ],
    ],
  },
  {
    file: 'schema/oauth/client.ts',
    why: 'What no case answers is undefined all the same.',
    mutants: [
      ["case 'vendor':", "'vendor'", '""'],
      ["case 'registered':", "case 'registered': return undefined;", "case 'registered':"],
      ["case 'registered':", "'registered'", '""'],
    ],
  },
  {
    file: 'plugins/oauth/client-authentication.ts',
    why: NAMED,
    mutants: named(
      "{ name: 'client-authentication', dependencies: ['stores'] },",
      'client-authentication',
      "['stores']",
    ),
  },
  {
    file: 'plugins/oauth/bearer.ts',
    why: NAMED,
    mutants: named("{ name: 'bearer', dependencies: ['stores', 'errors'] },", 'bearer', "['stores', 'errors']"),
  },
  {
    file: 'plugins/oauth/presented-token.ts',
    why: NAMED,
    mutants: named("{ name: 'presented-token', dependencies: ['stores'] },", 'presented-token', "['stores']"),
  },
  {
    file: 'plugins/oauth/token-issuer.ts',
    why: NAMED,
    mutants: named("{ name: 'token-issuer', dependencies: ['signer'] },", 'token-issuer', "['signer']"),
  },
  {
    file: 'plugins/oauth/grace-copies.ts',
    why: NAMED,
    mutants: named("{ name: 'grace-copies', dependencies: ['stores'] },", 'grace-copies', "['stores']"),
  },
  {
    file: 'plugins/oauth/bearer.ts',
    why: UNPARSED,
    mutants: [
      [
        "if (presented === undefined || token?.kind !== 'access' || !sameHash(token.hash, presented.hash)) {",
        'presented === undefined',
        'false',
      ],
    ],
  },
  {
    file: 'plugins/oauth/presented-token.ts',
    why: UNPARSED,
    mutants: [['if (presented === undefined || token === undefined) continue;', 'presented === undefined', 'false']],
  },
  {
    file: 'routes/oauth/token/authorization-code.ts',
    why: UNPARSED,
    mutants: [
      [
        'if (presented === undefined || code === undefined || !sameHash(code.hash, presented.hash)) {',
        'presented === undefined',
        'false',
      ],
    ],
  },
  {
    file: 'routes/oauth/token/authorization-code.ts',
    why: 'No challenge is the hash of either text.',
    mutants: [["if (!verifierMatches(form.get('code_verifier') ?? '', code.codeChallenge)) {", "''", REPLACED]],
  },
  {
    file: 'routes/oauth/token/refresh-token.ts',
    why: UNPARSED,
    mutants: [
      [
        "if (presented === undefined || token?.kind !== 'refresh' || !sameHash(token.hash, presented.hash)) {",
        'presented === undefined',
        'false',
      ],
    ],
  },
  {
    file: 'routes/oauth/token/refresh-token.ts',
    why: 'A text that is not a scope exceeds what was granted.',
    mutants: [['const { scopes = [] } = requestScopes(requested, token.scopes);', '[]', '["Stryker was here"]']],
  },
  {
    file: 'routes/form.ts',
    why: 'Without a question mark there is no query to read, and an answer is JSON in UTF-8 unless told otherwise.',
    mutants: [
      ["if (!request.url.includes('?')) return;", "!request.url.includes('?')", 'false'],
      ["if (!request.url.includes('?')) return;", "'?'", '""'],
      [
        "reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).send(body);",
        "'application/json; charset=utf-8'",
        '""',
      ],
    ],
  },
  {
    file: 'routes/form.ts',
    why: 'Either text is no form; what only ends like the type of a form is refused before it is read.',
    mutants: [
      [
        "if (!FORM.test(request.headers['content-type'] ?? '')) throw new OAuthError('unsupported_media_type.form');",
        "''",
        REPLACED,
      ],
      [
        'const FORM = /^application\\/x-www-form-urlencoded\\s*(;|$)/i;',
        '/^application\\/x-www-form-urlencoded\\s*(;|$)/i',
        '/application\\/x-www-form-urlencoded\\s*(;|$)/i',
      ],
    ],
  },
  {
    file: 'plugins/oauth/client-authentication.ts',
    why: 'Neither text names a scheme.',
    mutants: [["if (/^basic\\b/i.test(request.headers.authorization ?? '')) {", "''", REPLACED]],
  },
  {
    file: 'routes/oauth/authorize/request.ts',
    why: 'Both texts are printable, and a method that is missing is none of those that are offered.',
    mutants: [
      ["if (PRINTABLE.test(parameters.get(name) ?? '')) continue;", "''", REPLACED],
      [
        'if (challenge === undefined || method === undefined || !capabilities.codeChallengeMethods.includes(method)) {',
        'method === undefined',
        'false',
      ],
    ],
  },
  {
    file: 'routes/oauth/token/index.ts',
    why: 'A text always has a part before its first dot, and a form without a credential is refused whoever it counts for.',
    mutants: [
      ["const credential = form.get('code') ?? form.get('refresh_token') ?? '';", "''", REPLACED],
      [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a line of the source
        "return `${id} ${credential.split('.', 1)[0]?.slice(0, MAX_GRANT_KEY)}`;",
        "credential.split('.', 1)[0]?.slice",
        "credential.split('.', 1)[0].slice",
      ],
    ],
  },
  {
    file: 'db/oauth/tokens.ts',
    why: 'A token has a successor by then, and none has the number of nothing.',
    mutants: [
      [
        'const row = successorId === null ? undefined : await readSuccessor({ id: successorId });',
        'successorId === null',
        'false',
      ],
    ],
  },
  {
    file: 'db/engine/writer.ts',
    why: 'How long a try waits for the lock shows in nothing but time, and a commit releases the savepoints that are left.',
    mutants: [
      [WAIT, '10 + Math.random() * 40 * attempt', '10 - Math.random() * 40 * attempt'],
      [WAIT, 'Math.random() * 40 * attempt', 'Math.random() * 40 / attempt'],
      [WAIT, 'Math.random() * 40', 'Math.random() / 40'],
      ['this.#release.run();', 'this.#release.run();', ';'],
    ],
  },
];
