/**
 * `schoolgate clients …`: lists and reviews clients that use a URL as their `client_id`, and changes settings of the
 * applications that schools create.
 */
import type { FastifyInstance } from 'fastify';
import { LISTED_REVIEWS, listedAs, type MetadataDocumentClient } from '../../schema/oauth/client.ts';
import { isUrlClientId } from '../../schema/oauth/metadata-url.ts';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import { changeApplication } from './clients/application.ts';
import { describe, summarize } from './clients/report.ts';
import { openApp } from './process.ts';
import { ArgumentError, readArguments, refuseArguments, runOn, UsageError, usageMistake } from './usage.ts';

export const USAGE = `Usage: schoolgate clients list [--review unreviewed|approved|blocked]
                                                       list clients
       schoolgate clients show <url>                   show a client, and its changes since the review
       schoolgate clients approve <url>                allow all scopes of shared clients
       schoolgate clients block <url>                  refuse the client, and end its grants immediately
       schoolgate clients adopt <url> --site <slug>    let members of the school share their own data with it
       schoolgate clients release <url> --site <slug>  end the adoption, and all grants of the client at that school
       schoolgate clients set <client_id> [--default-scope <scopes>] [--introspect on|off]
                [--dpop required|optional] [--logo <file>|none]
                                                       change an application of a school. Default scopes apply to
                                                       requests without scope. --introspect on lets the application
                                                       look up every token of the school; --dpop required
                                                       issues tokens only with a proof of its key
`;

type Command = (app: FastifyInstance) => Promise<string>;

const OPTIONS = {
  review: { type: 'string' },
  site: { type: 'string' },
  'default-scope': { type: 'string' },
  introspect: { type: 'string' },
  dpop: { type: 'string' },
  logo: { type: 'string' },
} as const;

type Arguments = ReturnType<typeof readArguments<typeof OPTIONS>>;
type Values = Arguments['values'];

export async function main(args: readonly string[]): Promise<void> {
  const command = readCommand(readArguments(args, USAGE, OPTIONS));
  const app = await openApp({ LOG_LEVEL: 'silent' });
  await runOn(
    app,
    async () => {
      process.stdout.write(`${await command(app)}\n`);
    },
    (error) => (error instanceof OAuthError ? (error.details.detail ?? error.message) : usageMistake(error)),
  );
}

function readCommand({ values, positionals }: Arguments): Command {
  const [name, url, ...rest] = positionals;
  if (name === 'list' && url === undefined) return (app) => list(app, values);
  if (url === undefined || rest.length > 0) return refuseArguments(USAGE, { positionals, values });
  switch (name) {
    case 'show':
      return (app) => show(app, url);
    case 'approve':
      return (app) => approve(app, url);
    case 'block':
      return (app) => block(app, url);
    case 'adopt':
      return (app) => adopt(app, url, values);
    case 'release':
      return (app) => release(app, url, values);
    case 'set':
      return (app) => changeApplication(app, url, values);
    default:
      return refuseArguments(USAGE, { positionals, values });
  }
}

async function list(
  { oauth: { metadataClients } }: FastifyInstance,
  { review: wantedReview }: Values,
): Promise<string> {
  const listed = LISTED_REVIEWS.find((one) => one === wantedReview);
  if (wantedReview !== undefined && listed === undefined) {
    throw new ArgumentError(`--review takes unreviewed, approved or blocked, and not ${wantedReview}`);
  }
  const all = await metadataClients.list();
  const wanted = all.filter(({ review }) => listed === undefined || listedAs(review) === listed);
  if (all.length === 0)
    return 'none yet: a client is listed once a person has allowed it, or after a decision about it';
  return wanted.length === 0 ? 'none' : wanted.map(summarize).join('\n');
}

/** Describes the current document, or the stored one if the current one cannot be read now. */
async function show(app: FastifyInstance, url: string): Promise<string> {
  try {
    return describe(await find(app, url));
  } catch (error) {
    const known = error instanceof OAuthError ? await app.oauth.metadataClients.find(url) : undefined;
    if (known === undefined) throw error;
    const { message, details } = error as OAuthError;
    return `${describe(known)}\nstored as above; the current document was not read: ${details.detail ?? message}`;
  }
}

/** Fetches the client's current document. Blocked clients are not fetched. */
async function find(app: FastifyInstance, url: string): Promise<MetadataDocumentClient> {
  if (!isUrlClientId(url)) throw new ArgumentError(`${url} is not the URL of a metadata document`);
  const known = await app.oauth.metadataClients.find(url);
  const client = known?.review === 'blocked' ? known : await app.oauth.resolveClient(url);
  if (client?.origin !== 'metadata_document') throw new UsageError(`no client has the id ${url}`);
  return client;
}

/** The time of a decision, with the e-mails to the schools that asked for it. */
async function decisionOf({ clock, school }: FastifyInstance, client: MetadataDocumentClient) {
  const at = clock();
  return { at, ...(await school.answerLetters(client, at)) };
}

async function approve(app: FastifyInstance, url: string): Promise<string> {
  const client = await find(app, url);
  if (!(await app.oauth.metadataClients.approve(client, await decisionOf(app, client)))) {
    throw new UsageError('the document of the client has changed in the meantime; run show again');
  }
  return `approved\n${describe(await find(app, url))}`;
}

async function block(app: FastifyInstance, url: string): Promise<string> {
  const client = (await app.oauth.metadataClients.find(url)) ?? (await find(app, url));
  await app.oauth.metadataClients.block(client, await decisionOf(app, client));
  return `blocked ${url} and ended its grants`;
}

async function adopt(app: FastifyInstance, url: string, values: Values): Promise<string> {
  const site = await requireSite(app, values);
  await app.oauth.metadataClients.adopt(await find(app, url), site.id, { at: app.clock() });
  return `${site.name} adopted ${url}`;
}

async function release(app: FastifyInstance, url: string, values: Values): Promise<string> {
  const site = await requireSite(app, values);
  const client = await app.oauth.metadataClients.find(url);
  if (!client?.adoptedBy.includes(site.id)) throw new UsageError(`${site.name} has not adopted ${url}`);
  await app.oauth.metadataClients.release(client, site.id, { at: app.clock() });
  return `${site.name} released ${url}; all its grants there have ended`;
}

async function requireSite({ school: { platform } }: FastifyInstance, { site: slug }: Values) {
  if (slug === undefined) throw new ArgumentError('--site <slug> is required');
  const site = await platform.siteBySlug(slug);
  if (site === undefined) throw new UsageError(`no school has the slug ${slug}`);
  return site;
}
