/** The schema of fixtures, which describe everything that a client sends and needs in return. */
import { z } from 'zod';
import { readProgramFile } from '../../../schema/program/files.ts';

export const FIXTURES = 'test/conformance/clients';

/**
 * Text with placeholders in braces for values of the server: `{base}` is its origin, `{resource_scopes}` the scopes of
 * the resource metadata, and any other name a member of the server metadata (`{token_endpoint}`).
 */
const template = z.string();
const text = z.string().min(1);
/** Form or query parameters that this client sends in addition to those of every client. */
const parameters = z.record(text, template);

const probe = z.strictObject({
  method: z.enum(['GET', 'HEAD']),
  url: template,
  /** Headers that this client sends in addition to `Accept`. */
  headers: z.record(text, text).default({}),
  expect: z.strictObject({
    status: z.int(),
    /** Members that must have exactly this value. */
    members: z.record(text, z.union([template, z.boolean(), z.array(template)])).default({}),
    /** Members that are lists and must contain this entry. */
    includes: z.record(text, text).default({}),
    /** Members that are lists and must not contain this entry. */
    excludes: z.record(text, text).default({}),
  }),
  /** The consequence for this client otherwise. */
  why: text,
});

const preflight = z.strictObject({
  url: template,
  /** The method of the subsequent request. */
  method: z.enum(['GET', 'POST']),
  /** The headers of the subsequent request. */
  headers: z.array(text).min(1),
  why: text,
});

const way = {
  /** Distinguishes the ways in which one client can identify itself. */
  name: text,
  /** The callbacks of this client with their actual ports. Each is requested, and must receive a code. */
  callbacks: z.array(text).min(1),
};

const registration = z.strictObject({
  ...way,
  by: z.literal('registration'),
  /** The document exactly as this client sends it (RFC 7591 §2). */
  body: z.looseObject({ redirect_uris: z.array(text).min(1) }),
  expect: z.strictObject({
    /** Members of the response that this client relies on. `redirect_uris` and `client_id` are always checked. */
    members: z.record(text, text).default({}),
    /** This client registers repeatedly, and all its registrations must return the same client. */
    sameClientAgain: z.boolean().default(false),
  }),
});

const metadataDocument = z.strictObject({
  ...way,
  by: z.literal('document'),
  /** The `client_id`, which is also the URL of the document at the vendor. */
  url: z.url({ protocol: /^https$/ }),
  /** The document at that URL. */
  document: z.looseObject({ client_id: text, client_name: text, redirect_uris: z.array(text).min(1) }),
  /** This client uses the document only if the server lists this authentication method. */
  needsMethod: text.optional(),
  /** Callbacks in the document that are not on its host. The server must not redirect to them. */
  refusedCallbacks: z.array(text).default([]),
});

const preregistered = z.strictObject({
  ...way,
  by: z.literal('preregistered'),
  /** The client that someone at the school must have created beforehand. */
  client: z.strictObject({
    token_endpoint_auth_method: z.enum(['none', 'client_secret_post']),
    redirect_uris: z.array(text).min(1),
    /** The scope ceiling of the client. */
    scope: text,
    /** The scope of a request without a scope parameter. */
    default_scope: text,
  }),
});

const identification = z.discriminatedUnion('by', [metadataDocument, registration, preregistered]);

const tokenRequest = z.strictObject({
  parameters: parameters.default({}),
  expect: z.strictObject({
    /** The exact scope, including its order. Some libraries fail if it differs from the request. */
    scope: template,
    /** Minimum lifetime in seconds. A client that refreshes early must not have to refresh immediately. */
    livesLongerThan: z.int().default(0),
  }),
  /** Number of concurrent requests with the same refresh token, as from several processes of one installation. */
  parallel: z.int().min(1).default(1),
  why: text,
});

const fixtureShape = z.strictObject({
  name: text,
  /** The special features of this client, in one line. */
  notes: text,
  /** True if it runs on other people's servers, which cannot reach a server on this computer. */
  isHosted: z.boolean().default(false),
  /** The origin of the page that this client runs in, if any. Every response must then be readable there. */
  origin: z.url().optional(),
  /** The URLs that the client fetches first, in order. */
  probes: z.array(probe).min(1),
  /** The preflights that a browser sends for the client. */
  preflights: z.array(preflight).default([]),
  /** How the client handles a 401. */
  challenge: z.strictObject({
    /** The URL of the tool endpoint that requires sign-in for the first message. */
    url: template,
    /** Parameters of the challenge that the client reads. */
    needs: z.array(text),
    why: text,
  }),
  /** The ways in which the client can identify itself, in order of preference. */
  ways: z.array(identification).min(1),
  authorize: z.strictObject({ parameters: parameters.default({}) }),
  exchange: tokenRequest,
  /** Consecutive refreshes, each with the latest refresh token. */
  refreshes: z.array(tokenRequest).min(1),
  /** The error that the client expects for an invalid code or token, and the consequence of any other error. */
  deadToken: z.strictObject({ error: text, why: text }),
});

export type Fixture = z.infer<typeof fixtureShape>;
export type Probe = Fixture['probes'][number];
export type Preflight = Fixture['preflights'][number];
export type Way = Fixture['ways'][number];
export type RegistrationWay = Extract<Way, { by: 'registration' }>;
export type TokenRequest = Fixture['exchange'];

/**
 * Reads a fixture.
 * @throws {Error} with one line per fault of the file
 */
export function readFixture(key: string): Fixture {
  const parsed = fixtureShape.safeParse(JSON.parse(readProgramFile(`${FIXTURES}/${key}.json`)));
  if (parsed.success) return parsed.data;
  throw new Error(`${FIXTURES}/${key}.json: ${z.prettifyError(parsed.error)}`);
}
