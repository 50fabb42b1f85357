/** What a fixture says of a client: everything it sends, and everything it needs to get back, as data. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

/**
 * Text in which a name in braces stands for a value of the server at hand: `{base}` its origin, `{resource_scopes}` the
 * scopes of the resource metadata, any other one a member of the server metadata (`{token_endpoint}`).
 */
const template = z.string();
const text = z.string().min(1);
/** Form or query parameters as this client sends them, beside those that every client sends. */
const parameters = z.record(text, template);

const probe = z.strictObject({
  method: z.enum(['GET', 'HEAD']),
  url: template,
  /** What this client sends beside `Accept`. */
  headers: z.record(text, text).default({}),
  expect: z.strictObject({
    status: z.int(),
    /** Members that must have exactly this value, byte for byte. */
    members: z.record(text, z.union([template, z.boolean(), z.array(template)])).default({}),
    /** Members that are lists and must hold this entry. */
    includes: z.record(text, text).default({}),
    /** Members that are lists and must not hold this entry. */
    excludes: z.record(text, text).default({}),
  }),
  /** What happens to this client otherwise. */
  why: text,
});

const preflight = z.strictObject({
  url: template,
  /** The method of the request that follows. */
  method: z.enum(['GET', 'POST']),
  /** The headers of the request that follows. */
  headers: z.array(text).min(1),
  why: text,
});

const way = {
  /** Tells the ways of one client apart. */
  name: text,
  /** Where this client really listens, real port and all: each is asked for, and a code must arrive at each. */
  callbacks: z.array(text).min(1),
};

const registration = z.strictObject({
  ...way,
  by: z.literal('registration'),
  /** The document exactly as this client posts it (RFC 7591 §2). */
  body: z.looseObject({ redirect_uris: z.array(text).min(1) }),
  expect: z.strictObject({
    /** Members of the answer that this client relies on; `redirect_uris` and `client_id` are always looked at. */
    members: z.record(text, text).default({}),
    /** This client registers often: all its registrations must be one client. */
    sameClientAgain: z.boolean().default(false),
  }),
});

const metadataDocument = z.strictObject({
  ...way,
  by: z.literal('document'),
  /** The `client_id`, and the address where the vendor serves the document. */
  url: z.url({ protocol: /^https$/ }),
  /** What the vendor serves there. */
  document: z.looseObject({ client_id: text, client_name: text, redirect_uris: z.array(text).min(1) }),
  /** This client takes the way only when the server lists this authentication method. */
  needsMethod: text.optional(),
  /** In the document, but not at its host: the server must not send anybody there. */
  refusedCallbacks: z.array(text).default([]),
});

const preregistered = z.strictObject({
  ...way,
  by: z.literal('preregistered'),
  /** What somebody at the school must have entered beforehand. */
  client: z.strictObject({
    token_endpoint_auth_method: z.enum(['none', 'client_secret_post']),
    redirect_uris: z.array(text).min(1),
    /** The most this client may ever be given. */
    scope: text,
    /** Used for a request that names none. */
    default_scope: text,
  }),
});

const identification = z.discriminatedUnion('by', [metadataDocument, registration, preregistered]);

const tokenRequest = z.strictObject({
  parameters: parameters.default({}),
  expect: z.strictObject({
    /** Exactly so, also in order: some libraries stop when it differs from what they asked for. */
    scope: template,
    /** Seconds; a client that refreshes early must not find itself refreshing at once. */
    livesLongerThan: z.int().default(0),
  }),
  /** Requests with the same refresh token sent at the same moment, as several processes of one installation do. */
  parallel: z.int().min(1).default(1),
  why: text,
});

const fixtureShape = z.strictObject({
  name: text,
  /** What is special about this client, in a line. */
  notes: text,
  /** The page this client runs in, when it runs in one: then every answer has to be readable there. */
  origin: z.url().optional(),
  /** What it fetches before anything else, in its order. */
  probes: z.array(probe).min(1),
  /** What a browser asks on its behalf. */
  preflights: z.array(preflight).default([]),
  /** What it makes of a 401. */
  challenge: z.strictObject({
    /** The tool endpoint where it wants a sign-in at once: the first message, without a token. */
    url: template,
    /** Parameters of the challenge that it reads. */
    needs: z.array(text),
    why: text,
  }),
  /** How it identifies itself, the way it prefers first. */
  ways: z.array(identification).min(1),
  authorize: z.strictObject({ parameters: parameters.default({}) }),
  exchange: tokenRequest,
  /** One after the other, each with the newest refresh token. */
  refreshes: z.array(tokenRequest).min(1),
  /** The error it must get for a code or token that is dead, and what any other does to it. */
  deadToken: z.strictObject({ error: text, why: text }),
});

export type Fixture = z.infer<typeof fixtureShape>;
export type Probe = Fixture['probes'][number];
export type Preflight = Fixture['preflights'][number];
export type Way = Fixture['ways'][number];
export type RegistrationWay = Extract<Way, { by: 'registration' }>;
export type TokenRequest = Fixture['exchange'];

/** @throws {Error} with one line per fault of the file */
export function readFixture(folder: string, key: string): Fixture {
  const parsed = fixtureShape.safeParse(JSON.parse(readFileSync(join(folder, `${key}.json`), 'utf8')));
  if (parsed.success) return parsed.data;
  throw new Error(`${basename(folder)}/${key}.json: ${z.prettifyError(parsed.error)}`);
}
