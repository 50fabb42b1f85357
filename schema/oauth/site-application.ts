/** OAuth applications that a school makes for itself (spec 5.3.6): what its operators enter, and what is wrong with it. */
import { createHash } from 'node:crypto';
import type { CredentialHash } from '../credential.ts';
import type { Parameters } from '../parameters.ts';
import type { SiteApplication } from './client.ts';
import { clientName } from './client-name.ts';
import { classifyRedirectUri, type RedirectUriFault } from './redirect-uri.ts';
import { isScope, joinScopes, type Role, roleMayGrant, SCOPES, type Scope } from './scope.ts';

export const MAX_NAME = 100;
export const MAX_DESCRIPTION = 500;
const MAX_ADDRESSES = 10;
/** How long the secret before still works after it was replaced. */
export const SECRET_OVERLAP_MS = 86_400_000;

/** What operators decide about an application, and may change later. */
export interface ApplicationSettings {
  name: string;
  description: string | undefined;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  scopes: readonly Scope[];
}

export type ApplicationKind = 'public' | 'confidential';

export interface StoredApplication extends SiteApplication {
  description: string | undefined;
  secretHash: CredentialHash | undefined;
  /** Until when the secret before this one is taken too. */
  previousSecretEndsAt: number | undefined;
}

/** How many people use it now, and by how many grants. */
export interface ApplicationUse {
  grants: number;
  people: number;
}

/** The form as it was sent; shown again when something is wrong with it. */
export interface ApplicationEntry {
  name: string;
  description: string;
  kind: string;
  redirectUris: string;
  postLogoutRedirectUris: string;
  scopes: readonly string[];
}

export type AddressFault = RedirectUriFault | 'plain_http';
/** A line that is no address to go back to, and why. */
export interface AddressProblem {
  text: string;
  fault: AddressFault;
}

type TextFault = 'required' | 'too_long' | 'invalid';

export interface ApplicationProblems {
  name?: TextFault;
  description?: TextFault;
  kind?: 'required';
  redirectUris?: 'required' | 'too_many' | readonly AddressProblem[];
  postLogoutRedirectUris?: 'too_many' | readonly AddressProblem[];
  scopes?: 'required' | 'not_yours';
}

export const EMPTY_ENTRY: ApplicationEntry = {
  name: '',
  description: '',
  kind: 'public',
  redirectUris: '',
  postLogoutRedirectUris: '',
  scopes: ['openid', 'profile', 'email', 'account:read'],
};

export const entryOf = (application: StoredApplication): ApplicationEntry => ({
  name: application.name,
  description: application.description ?? '',
  kind: kindOf(application),
  redirectUris: application.redirectUris.join('\n'),
  postLogoutRedirectUris: application.postLogoutRedirectUris.join('\n'),
  scopes: application.scopes,
});

export const kindOf = ({ authMethod }: Pick<SiteApplication, 'authMethod'>): ApplicationKind =>
  authMethod === 'none' ? 'public' : 'confidential';

export const readEntry = (form: Parameters): ApplicationEntry => ({
  name: form.get('name')?.trim() ?? '',
  description: form.get('description')?.trim() ?? '',
  kind: form.get('kind') ?? '',
  redirectUris: form.get('redirect_uris') ?? '',
  postLogoutRedirectUris: form.get('post_logout_redirect_uris') ?? '',
  scopes: form.all('scope'),
});

/** The entry as the fields that it was read from. */
export const fieldsOf = ({ name, description, redirectUris, postLogoutRedirectUris, scopes }: ApplicationEntry) => ({
  name,
  description,
  redirect_uris: redirectUris,
  post_logout_redirect_uris: postLogoutRedirectUris,
  scope: scopes,
});

/** What a person in this role may let an application of the school have: no more than they could give it themselves. */
export const scopesToGive = (role: Role): readonly Scope[] => SCOPES.filter((scope) => roleMayGrant(role, scope));

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n|[\r\n]/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

function faultOf(uri: string): AddressFault | undefined {
  const { kind, fault } = classifyRedirectUri(uri);
  // RFC 9700 §2.6: what travels in the clear is for loopback addresses alone.
  if (kind === 'http') return 'plain_http';
  return kind === 'https' && !URL.canParse(uri) ? 'authority' : fault;
}

const addressProblems = (uris: readonly string[]): AddressProblem[] =>
  uris.flatMap((text) => {
    const fault = faultOf(text);
    return fault === undefined ? [] : [{ text, fault }];
  });

function nameFault(name: string): TextFault | undefined {
  if (name === '') return 'required';
  if (name.length > MAX_NAME) return 'too_long';
  return clientName.safeParse(name).success ? undefined : 'invalid';
}

// Line breaks are of the person's own; other control characters would be of no person.
const CONTROL = /[^\P{Cc}\r\n\t]/u;

function descriptionFault(description: string): TextFault | undefined {
  if (description.length > MAX_DESCRIPTION) return 'too_long';
  return CONTROL.test(description) ? 'invalid' : undefined;
}

function listFault(uris: readonly string[]): 'too_many' | AddressProblem[] | undefined {
  if (uris.length > MAX_ADDRESSES) return 'too_many';
  const problems = addressProblems(uris);
  return problems.length === 0 ? undefined : problems;
}

function scopesFault(scopes: readonly string[], role: Role): ApplicationProblems['scopes'] {
  if (scopes.length === 0) return 'required';
  return scopes.every((scope) => isScope(scope) && roleMayGrant(role, scope)) ? undefined : 'not_yours';
}

/** The cast says what TypeScript cannot see in a filter: no value that is left is undefined. */
const withoutUndefined = <T extends object>(problems: { [Key in keyof T]: T[Key] | undefined }): T =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined)) as T;

/** @returns the settings that the entry amounts to, as far as it has no problems */
export function validateEntry(
  entry: ApplicationEntry,
  role: Role,
): { settings: ApplicationSettings; problems: ApplicationProblems } {
  const redirectUris = linesOf(entry.redirectUris);
  const postLogoutRedirectUris = linesOf(entry.postLogoutRedirectUris);
  const problems = withoutUndefined<ApplicationProblems>({
    name: nameFault(entry.name),
    description: descriptionFault(entry.description),
    kind: entry.kind === 'public' || entry.kind === 'confidential' ? undefined : 'required',
    redirectUris: redirectUris.length === 0 ? 'required' : listFault(redirectUris),
    postLogoutRedirectUris: listFault(postLogoutRedirectUris),
    scopes: scopesFault(entry.scopes, role),
  });
  const wanted = new Set(entry.scopes);
  return {
    settings: {
      name: entry.name,
      description: entry.description === '' ? undefined : entry.description,
      redirectUris,
      postLogoutRedirectUris,
      scopes: SCOPES.filter((scope) => wanted.has(scope)),
    },
    problems,
  };
}

type Listed = Pick<ApplicationSettings, 'redirectUris' | 'postLogoutRedirectUris' | 'scopes'>;

export interface ApplicationChanges {
  added: Listed;
  removed: Listed;
  /** For the audit trail, in the names of the protocol; empty when nothing is another. */
  summary: string;
}

const without = <T>(these: readonly T[], those: readonly T[]): T[] => these.filter((one) => !those.includes(one));

const listedWithout = (these: Listed, those: Listed): Listed => ({
  redirectUris: without(these.redirectUris, those.redirectUris),
  postLogoutRedirectUris: without(these.postLogoutRedirectUris, those.postLogoutRedirectUris),
  scopes: without(these.scopes, those.scopes),
});

const LISTS = [
  ['redirectUris', 'redirect_uris'],
  ['postLogoutRedirectUris', 'post_logout_redirect_uris'],
  ['scopes', 'scope'],
] as const;

// A host name has 253 characters at most: what is cut off is never that.
const MAX_IN_SUMMARY = 300;
const inSummary = (text: string): string =>
  text.length > MAX_IN_SUMMARY ? `${text.slice(0, MAX_IN_SUMMARY - 1)}…` : text;

/** What saving the settings would change. */
export function changesOf(seen: ApplicationSettings, settings: ApplicationSettings): ApplicationChanges {
  const [added, removed] = [listedWithout(settings, seen), listedWithout(seen, settings)];
  const texts = (['name', 'description'] as const).filter((field) => seen[field] !== settings[field]);
  const lists = LISTS.flatMap(([field, name]) => {
    const signed = [
      ...added[field].map((one) => `+${inSummary(one)}`),
      ...removed[field].map((one) => `-${inSummary(one)}`),
    ];
    return signed.length === 0 ? [] : [name, ...signed];
  });
  return { added, removed, summary: [...texts, ...lists].join(' ') };
}

/** Codes go elsewhere, or more may be asked for: whoever changes that shows once more who it is. */
export const requiresReauthentication = ({ added, removed }: ApplicationChanges): boolean =>
  added.redirectUris.length > 0 || removed.redirectUris.length > 0 || added.scopes.length > 0;

/** SHA-256 of what operators decide, for the audit trail and for a form that was open while somebody else saved. */
export const settingsDigest = (settings: ApplicationSettings): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        settings.name,
        settings.description ?? null,
        settings.redirectUris,
        settings.postLogoutRedirectUris,
        joinScopes(settings.scopes),
      ]),
    )
    .digest('hex');
