/** Messages of protocols: JSON-RPC and GraphQL. */
import { GraphQLError, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { requireModest, requireParsable } from '../../../../routes/apis/account-graphql/limits.ts';
import { readJson, readMessage } from '../../../../routes/apis/mcp/message.ts';
import { readParameters } from '../../../../schema/data/parameters.ts';
import { OAuthError } from '../../../../schema/oauth/oauth-error.ts';
import { jsonOf, must, PART, parts, type Target, unlessRefused } from '../target.ts';

function jsonRpc(input: string): void {
  const body = unlessRefused(OAuthError, () => ({ json: readJson(input) }));
  const isJson = ((): boolean => {
    try {
      JSON.parse(input);
      return true;
    } catch {
      return false;
    }
  })();
  must((body !== undefined) === isJson, 'JSON and what is none');
  const message = unlessRefused(OAuthError, () => readMessage(body?.json));
  if (message === undefined) return;
  must(['string', 'number'].includes(typeof message.id) || message.id === null, 'its id');
  must((message.method?.length ?? 0) <= 1000 && (message.name?.length ?? 0) <= 1000, 'a name that errors would repeat');
  must(typeof message.args === 'object' && !Array.isArray(message.args), 'its arguments');
}

/** A query that the limits let through is small, and the parser of the platform can read it. */
function graphql(input: string): void {
  const [query = '', given = '{}'] = parts(input);
  const variables = jsonOf(given);
  unlessRefused(GraphQLError, () => {
    requireParsable(query);
    const document = parse(query);
    const operation = document.definitions.find(
      (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
    );
    if (operation === undefined) return;
    const isObject = typeof variables === 'object' && variables !== null && !Array.isArray(variables);
    requireModest(document, operation, isObject ? (variables as Record<string, unknown>) : {});
    must((query.match(/[{([]/g) ?? []).length <= 4000, 'more brackets than tokens');
  });
}

/** A form is read as the platform reads it, but for what is sent twice. */
function form(input: string): void {
  const sent = new URLSearchParams(input);
  const raw: Record<string, unknown> = {};
  for (const name of new Set(sent.keys())) {
    const values = sent.getAll(name);
    Object.defineProperty(raw, name, { value: values.length === 1 ? values[0] : values, enumerable: true });
  }
  const read = readParameters(raw);
  const names = new Set(['client_id', 'scope', 'resource', '__proto__', 'constructor', 'toString', ...sent.keys()]);
  for (const name of [...names].slice(0, 20)) {
    const values = sent.getAll(name);
    const [value] = values;
    must(read.get(name) === (values.length === 1 && value !== '' ? value : undefined), `the value of ${name}`);
    must(
      JSON.stringify(read.all(name)) === JSON.stringify(values.filter((one) => one !== '')),
      `the values of ${name}`,
    );
    must((read.repeated([name]).length === 1) === values.length > 1, `how often ${name} was sent`);
  }
}

export const MESSAGES: readonly Target[] = [
  {
    name: 'json-rpc',
    code: ['routes/apis/mcp/message'],
    words: [
      '"jsonrpc":"2.0"',
      '"id":',
      '"method":"tools/call"',
      '"params":',
      '"name":',
      '"arguments":',
      '"uri":',
      '{',
      '}',
      '[',
      ']',
      'null',
      '1',
      '"__proto__":',
      ',',
    ],
    examples: [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":1},"uri":"school://info"}}',
      '[]',
    ],
    run: jsonRpc,
  },
  {
    name: 'graphql',
    code: ['routes/apis/account-graphql/limits'],
    words: [
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      'first: ',
      'orders',
      'viewer',
      '...F',
      'fragment F on Viewer',
      '... on Viewer',
      '$n',
      '@skip(if: true)',
      '__schema',
      '"""',
      '#',
      'a: ',
      '100',
      PART,
    ],
    examples: [
      `query A($n: Int = 5) { viewer { id orders(first: $n) { nodes { items { title } } } ...F } } fragment F on Viewer { a: email ... { id } }${PART}{"n":100}`,
      'mutation { updateProfile(input: { name: "x" }) { id } }',
      '{ __schema { types { name } } viewer { courseOutline(slug: "x") { lectures { nodes { title } } } } }',
    ],
    run: graphql,
  },
  {
    name: 'form',
    code: ['schema/parameters'],
    words: [
      '=',
      '&',
      '+',
      '%',
      '%00',
      '%zz',
      '%ff',
      'client_id=',
      '&scope=',
      '__proto__=',
      'constructor=',
      '[]',
      '[a]=',
      ';',
    ],
    examples: ['client_id=a&scope=openid+email&resource=x&resource=y', '__proto__=1&constructor=&toString=x'],
    run: form,
  },
];
