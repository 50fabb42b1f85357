/**
 * Programs that run the whole flow of an application: sign-in in a browser, exchange of the code, and a first call. They
 * need nothing but what the language brings, and contain no secret.
 */
import type { StoredApplication } from '../../../schema/oauth/site-application.ts';
import type { Operation } from '../../../schema/school/operation.ts';
import { shellWord } from '../kit/display-text.ts';
import { developerFacts } from '../site-admin/applications/developer.ts';

export interface Sample {
  language: 'curl' | 'JavaScript' | 'Python';
  /** The name to save it under, and the command that runs it. */
  file: string;
  run: string;
  content: string;
}

interface Values {
  base: string;
  clientId: string;
  redirectUri: string;
  scope: string;
  /** Where the token is used, and what is sent there. */
  call: Call;
}

type Call = { path: string; json?: object };

const PASTE = 'Paste the address at which the browser ends, even if the page there does not load: ';

/**
 * Returns a call that the scopes allow: of the member's own data, of the school, or of who signed in. Any token can list
 * its tools.
 */
function callFor({ scopes }: StoredApplication, operations: readonly Operation[]): Call {
  if (scopes.includes('account:read')) {
    return {
      path: '/account/graphql',
      json: { query: '{ viewer { name enrolledCourses(first: 3) { nodes { title } } } }' },
    };
  }
  const reading = operations.find(
    ({ rest, scope, input }) => rest.method === 'GET' && scopes.includes(scope) && input.safeParse({}).success,
  );
  if (reading !== undefined) return { path: `/api/v1${reading.rest.path}` };
  if (scopes.includes('openid')) return { path: '/api/oauth/userinfo' };
  return { path: '/mcp', json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } };
}

/** @param operations what the application can call at the school with a scope */
export function samplesOf(
  application: StoredApplication,
  baseUrl: string,
  operations: readonly Operation[],
): readonly Sample[] {
  const { scope } = developerFacts(baseUrl, application);
  const [redirectUri = ''] = application.redirectUris;
  const call = callFor(application, operations);
  const values = { base: baseUrl, clientId: application.id, redirectUri, scope, call };
  const secret = application.secretHash === undefined ? '' : "CLIENT_SECRET='…' ";
  return [
    { language: 'curl', file: 'connect.sh', run: `${secret}sh connect.sh`, content: shellSample(values) },
    { language: 'JavaScript', file: 'connect.mjs', run: `${secret}node connect.mjs`, content: nodeSample(values) },
    { language: 'Python', file: 'connect.py', run: `${secret}python3 connect.py`, content: pythonSample(values) },
  ];
}

function shellSample({ base, clientId, redirectUri, scope, call }: Values): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    resource: base,
    code_challenge_method: 'S256',
  });
  const body =
    call.json === undefined
      ? ''
      : ` -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' \\\n  -d ${shellWord(JSON.stringify(call.json))}`;
  return `#!/bin/sh
# Needs curl and openssl.
BASE=${shellWord(base)}
CLIENT_ID=${shellWord(clientId)}
REDIRECT_URI=${shellWord(redirectUri)}
VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 | tr '+/' '-_' | tr -d '=\\n')
STATE=$(openssl rand -hex 16)
echo "Open this address in a browser:"
echo "$BASE/oauth/authorize?"${shellWord(query.toString())}"&state=$STATE&code_challenge=$CHALLENGE"
printf '%s' ${shellWord(PASTE)}
read -r ANSWER
case "$ANSWER" in *"state=$STATE"*) ;; *) echo 'This is not the answer to this request.' >&2; exit 1 ;; esac
CODE=$(printf %s "$ANSWER" | sed -n 's/.*[?&]code=\\([^&#]*\\).*/\\1/p')
field() {
  printf '%s\\n' "$ANSWER" | tr '?&#' '\\n\\n\\n' | sed -n "s/^$1=//p" |
    sed 's/+/ /g; s/%20/ /g; s/%2C/,/g; s/%3A/:/g; s/%3B/;/g; s/%2F/\\//g; s/%28/(/g; s/%29/)/g; s/%27/'\\''/g'
}
if [ -z "$CODE" ]; then echo "There is no code: $(field error), $(field error_description)" >&2; exit 1; fi
TOKENS=$(curl -s "$BASE/api/oauth/token" -d grant_type=authorization_code -d "client_id=$CLIENT_ID" \\
  --data-urlencode "code=$CODE" --data-urlencode "redirect_uri=$REDIRECT_URI" -d "code_verifier=$VERIFIER" \\
  --data-urlencode "resource=$BASE" \${CLIENT_SECRET:+--data-urlencode "client_secret=$CLIENT_SECRET"})
TOKEN=$(printf %s "$TOKENS" | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')
if [ -z "$TOKEN" ]; then echo "$TOKENS" >&2; exit 1; fi
curl -s "$BASE"${shellWord(call.path)} -H "authorization: Bearer $TOKEN"${body}
echo
`;
}

function nodeSample({ base, clientId, redirectUri, scope, call }: Values): string {
  const request =
    call.json === undefined
      ? '{ headers: { authorization } }'
      : `{
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify(${JSON.stringify(call.json)}),
}`;
  return `// Needs Node 20 or later, and no packages.
import { createHash, randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';

const base = ${JSON.stringify(base)};
const client = { client_id: ${JSON.stringify(clientId)}, redirect_uri: ${JSON.stringify(redirectUri)}, resource: base };
const secret = process.env.CLIENT_SECRET;
const verifier = randomBytes(32).toString('base64url');
const state = randomBytes(16).toString('base64url');

const query = new URLSearchParams({
  ...client,
  response_type: 'code',
  scope: ${JSON.stringify(scope)},
  state,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});
console.log(\`Open this address in a browser:\\n\${base}/oauth/authorize?\${query}\`);
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const answer = new URL((await terminal.question(${JSON.stringify(PASTE)})).trim()).searchParams;
terminal.close();
if (answer.get('state') !== state) throw new Error('This is not the answer to this request.');
if (!answer.has('code')) throw new Error(answer.get('error_description') ?? 'There is no code.');

const form = { ...client, grant_type: 'authorization_code', code: answer.get('code'), code_verifier: verifier };
const exchange = await fetch(\`\${base}/api/oauth/token\`, {
  method: 'POST',
  body: new URLSearchParams(secret === undefined ? form : { ...form, client_secret: secret }),
});
const tokens = await exchange.json();
if (!exchange.ok) throw new Error(tokens.error_description);
const authorization = \`Bearer \${tokens.access_token}\`;
const response = await fetch(base + ${JSON.stringify(call.path)}, ${request});
console.log(await response.text());
`;
}

function pythonSample({ base, clientId, redirectUri, scope, call }: Values): string {
  const request =
    call.json === undefined
      ? 'urllib.request.Request(url, headers=headers)'
      : `urllib.request.Request(
    url,
    json.dumps(${JSON.stringify(call.json)}).encode(),
    {**headers, "content-type": "application/json", "accept": "application/json, text/event-stream"},
)`;
  return `# Needs Python 3.8 or later, and no packages.
import base64, hashlib, json, os, secrets, sys, urllib.error, urllib.parse, urllib.request

base = ${JSON.stringify(base)}
client = {"client_id": ${JSON.stringify(clientId)}, "redirect_uri": ${JSON.stringify(redirectUri)}, "resource": base}
verifier = secrets.token_urlsafe(32)
state = secrets.token_urlsafe(16)
challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()

query = urllib.parse.urlencode(
    {
        **client,
        "response_type": "code",
        "scope": ${JSON.stringify(scope)},
        "state": state,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
)
print(f"Open this address in a browser:\\n{base}/oauth/authorize?{query}", flush=True)
answer = urllib.parse.parse_qs(urllib.parse.urlsplit(input(${JSON.stringify(PASTE)}).strip()).query)
if answer.get("state") != [state]:
    sys.exit("This is not the answer to this request.")
if "code" not in answer:
    sys.exit(answer.get("error_description", ["There is no code."])[0])

form = {**client, "grant_type": "authorization_code", "code": answer["code"][0], "code_verifier": verifier}
if "CLIENT_SECRET" in os.environ:
    form["client_secret"] = os.environ["CLIENT_SECRET"]
try:
    with urllib.request.urlopen(base + "/api/oauth/token", urllib.parse.urlencode(form).encode()) as response:
        tokens = json.load(response)
except urllib.error.HTTPError as error:
    sys.exit(error.read().decode())
headers = {"authorization": "Bearer " + tokens["access_token"]}
url = base + ${JSON.stringify(call.path)}
request = ${request}
try:
    with urllib.request.urlopen(request) as response:
        print(response.read().decode())
except urllib.error.HTTPError as error:
    sys.exit(f"{error.code} {error.read().decode()}")
`;
}
