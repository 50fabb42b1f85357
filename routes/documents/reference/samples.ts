/**
 * Writes a request as it is typed: for curl, JavaScript and Python, with the token in the variable TOKEN. A sample that
 * is run without it ends with the address of the page that says how to get one.
 */
import {
  type ApiDescription,
  type ApiOperation,
  type ApiParameter,
  resolved,
} from '../../../schema/data/api-description.ts';
import { keysOf } from '../../../schema/data/objects.ts';
import { hasExampleId } from '../../../schema/school/resource.ts';
import { shellWord } from '../../pages/kit/display-text.ts';

export interface LocatedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

export interface Sample {
  readonly name: 'curl' | 'JavaScript' | 'Python';
  readonly code: string;
}

interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly needsToken: boolean;
  /** The headers beside that with the token. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The message where the token is missing. Shells and programs quote it, so it has no quotes of its own. */
  readonly without: string;
  /** The example of the body, as JSON. */
  readonly body: string | undefined;
}

/** @returns nothing for an operation whose request is not JSON */
export function samplesOf(description: ApiDescription, located: LocatedOperation): readonly Sample[] {
  const request = requestOf(description, located);
  if (request === undefined) return [];
  return [
    { name: 'curl', code: inShell(request) },
    { name: 'JavaScript', code: inJavaScript(request) },
    { name: 'Python', code: inPython(request) },
  ];
}

/** The scopes that the token of the samples needs: those of the first way to call the operation. */
export const sampleScopes = ({ security: [first = {}] }: ApiOperation): readonly string[] => [
  ...new Set(Object.values(first).flat()),
];

/** The fields by which a school tells its records apart. */
const UNIQUE = { slug: 'slug', code: 'code', email: 'e-mail address' } as const;

/** The name of the value in the example that can be sent once, because the school has it then. */
export function usedOnce({ method, operation }: LocatedOperation): string | undefined {
  const example = operation.requestBody?.content['application/json']?.example;
  if (method !== 'post' || typeof example !== 'object' || example === null) return undefined;
  // Where a person is named beside a record, it is the pair that must not exist.
  if (hasExampleId(JSON.stringify(example))) return undefined;
  const key = keysOf(UNIQUE).find((name) => name in example);
  return key && UNIQUE[key];
}

function requestOf(
  description: ApiDescription,
  { method, path, operation }: LocatedOperation,
): SampleRequest | undefined {
  const [server] = description.servers;
  const content = operation.requestBody?.content;
  const example = content?.['application/json']?.example;
  if (server === undefined || (content !== undefined && example === undefined)) return undefined;
  const parameters = operation.parameters?.map((one) => resolved(description, 'parameters', one)) ?? [];
  if (parameters.some((one) => one.in === 'header' && one.required === true)) return undefined;
  const exampleAt = (name: string, location: ApiParameter['in']): string =>
    exampleOf(parameters.find((one) => one.name === name && one.in === location));
  const query = new URLSearchParams(
    parameters
      .filter((one) => one.in === 'query' && one.required === true)
      .map((one): [string, string] => [one.name, exampleOf(one)]),
  ).toString();
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(exampleAt(name, 'path')));
  const scope = sampleScopes(operation).join(' ');
  return {
    method: method.toUpperCase(),
    url: `${server.url}${filled}${query === '' ? '' : `?${query}`}`,
    needsToken: operation.security.length > 0,
    headers: [
      ...(operation['x-accept'] === undefined ? [] : [['accept', operation['x-accept']] as const]),
      ...(example === undefined ? [] : [['content-type', 'application/json'] as const]),
    ],
    without: `Set TOKEN first: it is the ACCESS_TOKEN of ${server.url}/auth.md${scope === '' ? '' : `, with the scope ${scope}`}`,
    body: example === undefined ? undefined : JSON.stringify(example, null, 2),
  };
}

const exampleOf = (parameter: ApiParameter | undefined): string => {
  const { example, schema } = parameter ?? { example: undefined, schema: {} };
  return String(example ?? schema?.examples?.[0] ?? schema?.enum?.[0] ?? schema?.default ?? 'example');
};

function inShell({ method, url, needsToken, headers, without, body }: SampleRequest): string {
  const parts = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} ${shellWord(url)}`,
    needsToken && `-H "authorization: Bearer \${TOKEN:?${without}}"`,
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    body !== undefined && `-d ${shellWord(body)}`,
  ];
  return parts.filter((part) => part !== false).join(' \\\n  ');
}

function inJavaScript({ method, url, needsToken, headers, without, body }: SampleRequest): string {
  const lines = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the code of the sample.
    ...(needsToken ? ['authorization: `Bearer ${TOKEN}`'] : []),
    ...headers.map(([name, value]) => `'${name}': '${value}'`),
  ];
  return [
    ...(needsToken
      ? [
          'const { TOKEN } = process.env;',
          'if (!TOKEN) {',
          `  console.error(${JSON.stringify(without)});`,
          '  process.exit(1);',
          '}',
        ]
      : []),
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: '${method}',`,
    ...(lines.length === 0 ? [] : [`  headers: { ${lines.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

function inPython({ method, url, needsToken, headers, without, body }: SampleRequest): string {
  const lines = [
    ...(needsToken ? ["'authorization': 'Bearer ' + token"] : []),
    ...headers.map(([name, value]) => `'${name}': '${value}'`),
  ];
  return [
    needsToken ? 'import os, sys, urllib.error, urllib.request' : 'import urllib.error, urllib.request',
    '',
    ...(needsToken ? [`token = os.environ.get('TOKEN') or sys.exit(${JSON.stringify(without)})`] : []),
    // JSON in a raw string: its backslashes are those of JSON.
    ...(body === undefined ? [] : [`body = r'''${body}'''`]),
    `request = urllib.request.Request(${JSON.stringify(url)}, method='${method}',`,
    `    headers={ ${lines.join(', ')} }${body === undefined ? ')' : ', data=body.encode())'}`,
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        print(response.status, response.read().decode())',
    'except urllib.error.HTTPError as error:',
    '    print(error.code, error.read().decode())',
  ].join('\n');
}
