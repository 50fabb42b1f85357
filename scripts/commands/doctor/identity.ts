/** Obtains the client_id: a document served by the vendor, a registration, or a client created by the school. */
import { compareMembers, counted, describeRefusal, isJson, valueText } from './answers.ts';
import type { Client } from './client.ts';
import { listsMethod, takesDocuments } from './discovery.ts';
import { type HeldFinding, Shortcoming } from './findings.ts';
import type { Fixture, RegistrationWay, Way } from './fixture.ts';
import { type Answer, type JsonObject, optionalText, textList } from './http.ts';
import type { Server } from './server.ts';
import type { Visit } from './visit.ts';

/**
 * Returns the ways that the client would use at this server: the client that was made for it, a document if supported, then
 * the vendor's preference.
 */
export function waysTaken(fixture: Fixture, server: Server | undefined, known: Client | undefined): readonly Way[] {
  const method = known?.secret === undefined ? 'none' : 'client_secret_post';
  const prepared = fixture.ways.filter(
    (way) => way.by === 'preregistered' && way.client.token_endpoint_auth_method === method,
  );
  if (known !== undefined && prepared.length > 0) return prepared;
  const documents = fixture.ways.filter((way) => way.by === 'document');
  const possible = documents.filter(
    (way) => server !== undefined && takesDocuments(server) && listsMethod(server, way.needsMethod),
  );
  if (possible.length > 0) return possible;
  const registering = fixture.ways.filter((way) => way.by === 'registration');
  return registering.length > 0 ? registering : prepared;
}

export function identify(
  visit: Visit,
  server: Server,
  way: Way,
  known: Client | undefined,
): Promise<HeldFinding<Client>> {
  if (way.by === 'registration') return register(visit, server, way);
  return Promise.resolve(way.by === 'document' ? byDocument(server, way) : beforehand(way, known));
}

function byDocument(server: Server, way: Extract<Way, { by: 'document' }>): HeldFinding<Client> {
  if (!takesDocuments(server)) {
    throw new Shortcoming(
      'the server metadata does not say client_id_metadata_document_supported: true, so no client_id may be an address (CIMD is off)',
    );
  }
  if (!listsMethod(server, way.needsMethod)) {
    throw new Shortcoming(
      `token_endpoint_auth_methods_supported does not list ${way.needsMethod}, and without it this way is not taken`,
    );
  }
  return {
    text: `its client_id is ${way.url}; the server fetches that document itself, nothing of it comes from here`,
    value: { id: way.url, secret: undefined },
  };
}

function beforehand(way: Extract<Way, { by: 'preregistered' }>, known: Client | undefined): HeldFinding<Client> {
  if (known !== undefined) return { text: `uses ${known.id}, as given`, value: known };
  const { token_endpoint_auth_method: method, redirect_uris: uris, default_scope: scope } = way.client;
  throw new Shortcoming(
    `it does not register: an owner or administrator of the school makes an application (${method}, ${uris.join(' ')}, default scope "${scope}"), ` +
      'to be named here with --client-id, and DOCTOR_CLIENT_SECRET where it has a secret',
  );
}

async function register({ http }: Visit, server: Server, way: RegistrationWay): Promise<HeldFinding<Client>> {
  const { registrationEndpoint: url } = server;
  if (url === undefined) {
    throw new Shortcoming(
      'the server metadata has no registration_endpoint (REGISTRATION is off), and this client knows no other way here',
    );
  }
  const first = await http.send({ method: 'POST', url, json: way.body });
  const client = readRegistration(way, first);
  if (way.expect.sameClientAgain) {
    const again = readRegistration(way, await http.send({ method: 'POST', url, json: way.body }));
    if (again.id !== client.id) {
      throw new Shortcoming(
        `two registrations created two clients (${client.id}, ${again.id}), and this client registers often`,
      );
    }
  }
  return {
    text: `registered as ${client.id}, with ${counted(way.body.redirect_uris.length, 'redirect URI')}`,
    value: client,
  };
}

function readRegistration({ body: sent, expect }: RegistrationWay, answer: Answer): Client {
  // RFC 7591 §3.2.1
  if (answer.status !== 201) {
    throw new Shortcoming(
      `the registration as ${valueText(sent.client_name)} with ${sent.redirect_uris.join(' ')} was refused: ${describeRefusal(answer)}${registrationHint(answer)}`,
    );
  }
  const { body } = answer;
  const id = optionalText(body, 'client_id');
  const secret = optionalText(body, 'client_secret');
  const problems = [
    ...(isJson(answer) ? [] : ['it is not JSON']),
    ...uriFaults(sent, body),
    ...compareMembers(body, expect.members),
  ];
  if (secret !== undefined && body.client_secret_expires_at === undefined) {
    problems.push('it has a client_secret but no client_secret_expires_at');
  }
  if (id === undefined) problems.push('it has no client_id');
  if (id === undefined || problems.length > 0) {
    throw new Shortcoming(...problems.map((problem) => `the answer to the registration: ${problem}`));
  }
  return { id, secret };
}

/** Returns the rule behind a refusal, and the setting that determines it. */
function registrationHint({ status, body }: Answer): string {
  if (body.error !== 'invalid_redirect_uri' && status !== 403) return '';
  return (
    '. Loopback addresses are open to everybody (unless REGISTRATION is vendors_only), any other address only to a known ' +
    'integration that has it: see that VENDORS_FILE, or the built-in list, names this client with these addresses'
  );
}

/** A client that does not find its own redirect URI in the response assumes that the registration is not its own. */
function uriFaults(sent: RegistrationWay['body'], body: JsonObject): string[] {
  const echoed = textList(body, 'redirect_uris');
  return sent.redirect_uris
    .filter((uri) => !echoed.includes(uri))
    .map((uri) => `redirect_uris does not contain ${uri}`);
}
