/** Changes settings of an application that a school has created, for `schoolgate clients set`. */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import {
  type ApplicationEntry,
  entryOf,
  type StoredApplication,
  validateEntry,
} from '../../../schema/oauth/site-application.ts';
import { readLogo } from '../../../schema/school/logo-image.ts';
import { ArgumentError, UsageError } from '../usage.ts';

export interface ApplicationValues {
  'default-scope'?: string | undefined;
  introspect?: string | undefined;
  dpop?: string | undefined;
  logo?: string | undefined;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  defaultScope: '--default-scope contains a scope that the application does not have',
  mayIntrospect: 'only an application with a secret can introspect',
};

export async function changeApplication(app: FastifyInstance, id: string, values: ApplicationValues): Promise<string> {
  const { dpop, introspect, logo } = values;
  if (Object.values(values).every((value) => value === undefined)) throw new ArgumentError('nothing to set');
  if (introspect !== undefined && !['on', 'off'].includes(introspect))
    throw new ArgumentError('--introspect is on or off');
  if (dpop !== undefined && !['required', 'optional'].includes(dpop))
    throw new ArgumentError('--dpop is required or optional');
  // The image is read first, so that nothing is changed if it cannot be a logo.
  const image = logo === undefined || logo === 'none' ? undefined : await imageAt(logo);
  await changeSettings(app, await find(app, id), values);
  if (logo !== undefined) {
    const seen = await find(app, id);
    if (!(await app.school.applicationLogos.set(seen, image, eventOf(app, seen)))) throw changedMeanwhile();
  }
  return describeApplication(await find(app, id));
}

async function find({ oauth: { clients, siteApplications } }: FastifyInstance, id: string): Promise<StoredApplication> {
  const client = await clients.find(id);
  const application =
    client?.origin === 'site_application' ? await siteApplications.find(client.siteId, id) : undefined;
  if (application === undefined) throw new UsageError(`no school has an application with the id ${id}`);
  return application;
}

async function changeSettings(
  app: FastifyInstance,
  seen: StoredApplication,
  { 'default-scope': defaultScope, introspect, dpop }: ApplicationValues,
): Promise<void> {
  if (defaultScope === undefined && introspect === undefined && dpop === undefined) return;
  const present = entryOf(seen);
  const entry: ApplicationEntry = {
    ...present,
    defaultScope: defaultScope ?? present.defaultScope,
    mayIntrospect: introspect === undefined ? present.mayIntrospect : introspect === 'on',
    demandsProof: dpop === undefined ? present.demandsProof : dpop === 'required',
  };
  const { settings, problems } = validateEntry(entry, { role: 'owner', staffScope: null }, () => false);
  const [problem] = Object.keys(problems);
  if (problem !== undefined)
    throw new UsageError(PROBLEMS[problem] ?? `the application has a setting that is not valid: ${problem}`);
  if (!(await app.oauth.siteApplications.change(seen, settings, eventOf(app, seen)))) throw changedMeanwhile();
}

const eventOf = ({ clock }: FastifyInstance, { id, siteId }: StoredApplication) =>
  ({ event: 'client_changed', at: clock(), siteId, clientId: id }) as const;

async function imageAt(path: string) {
  const file = await readFile(path).catch(() => {
    throw new UsageError(`${path} cannot be read`);
  });
  const logo = readLogo(file);
  if (typeof logo === 'string') throw new UsageError(`${path} cannot be a logo: ${logo.replaceAll('_', ' ')}`);
  return logo;
}

const changedMeanwhile = (): UsageError => new UsageError('the application has changed in the meantime; try again');

const describeApplication = ({
  id,
  name,
  defaultScope,
  mayIntrospect,
  demandsProof,
  logo,
}: StoredApplication): string =>
  [
    `${name} (${id})`,
    `  default scopes  ${defaultScope ?? 'none'}`,
    `  introspection   ${mayIntrospect ? 'every token of the school' : 'its own tokens only'}`,
    `  DPoP            ${demandsProof ? 'required' : 'optional'}`,
    `  logo            ${logo ?? 'none'}`,
  ].join('\n');
