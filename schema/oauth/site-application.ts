/** OAuth applications that a school creates for itself: the form that operators fill in, and its validation. */
import { createHash } from 'node:crypto';
import type { CredentialHash } from '../credential.ts';
import { keysOf } from '../data/objects.ts';
import type { Parameters } from '../data/parameters.ts';
import type { RoleAtSchool } from '../people/role.ts';
import { readableText, shortened, withoutDirections } from '../text/readable.ts';
import type { SiteApplication } from './client.ts';
import { clientName } from './client-name.ts';
import { classifyRedirectUri, type RedirectUriFault } from './redirect-uri.ts';
import { isScope, joinScopes, roleMayGrant, SCOPES, type Scope, splitScope } from './scope.ts';

export const MAX_NAME = 100;
export const MAX_DESCRIPTION = 500;
const MAX_ADDRESSES = 10;
/** How long the previous secret stays valid after a replacement, in milliseconds. */
export const SECRET_OVERLAP_MS = 86_400_000;

/** The settings of an application, which operators can change later. */
export interface ApplicationSettings {
  name: string;
  description: string | undefined;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  scopes: readonly Scope[];
  /** The scopes of a request that names none. */
  defaultScope: string | undefined;
  /** True if the application may introspect every token of the school. */
  mayIntrospect: boolean;
  /** True if every token request needs a proof of possession of a key (`dpop_bound_access_tokens`). */
  demandsProof: boolean;
}

export type ApplicationKind = 'public' | 'confidential';

export interface StoredApplication
  extends SiteApplication,
    Pick<ApplicationSettings, 'mayIntrospect' | 'demandsProof'> {
  description: string | undefined;
  secretHash: CredentialHash | undefined;
  /** Time until which the previous secret is accepted. */
  previousSecretEndsAt: number | undefined;
}

/** The number of people and grants that use an application, of at most one more than `MAX_COUNTED_CONNECTIONS` grants. */
export interface ApplicationUse {
  grants: number;
  people: number;
}

/** The form as it was sent. It is shown again if it contains errors. */
export interface ApplicationEntry {
  name: string;
  description: string;
  kind: string;
  redirectUris: string;
  postLogoutRedirectUris: string;
  scopes: readonly string[];
  defaultScope: string;
  mayIntrospect: boolean;
  demandsProof: boolean;
}

export type AddressFault = RedirectUriFault | 'plain_http' | 'own_page';
/** A line of the form that is not a valid redirect URI, and the reason. */
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
  defaultScope?: 'not_chosen';
  mayIntrospect?: 'confidential_only';
}

export const EMPTY_ENTRY: ApplicationEntry = {
  name: '',
  description: '',
  kind: 'public',
  redirectUris: '',
  postLogoutRedirectUris: '',
  scopes: ['openid', 'profile', 'email', 'account:read'],
  defaultScope: '',
  mayIntrospect: false,
  demandsProof: false,
};

export const entryOf = (application: StoredApplication): ApplicationEntry => ({
  name: application.name,
  description: application.description ?? '',
  kind: kindOf(application),
  redirectUris: application.redirectUris.join('\n'),
  postLogoutRedirectUris: application.postLogoutRedirectUris.join('\n'),
  scopes: application.scopes,
  defaultScope: application.defaultScope ?? '',
  mayIntrospect: application.mayIntrospect,
  demandsProof: application.demandsProof,
});

export const kindOf = ({ authMethod }: Pick<SiteApplication, 'authMethod'>): ApplicationKind =>
  authMethod === 'none' ? 'public' : 'confidential';

export const readEntry = (form: Parameters): ApplicationEntry => ({
  name: form.get('name')?.trim().normalize('NFC') ?? '',
  description: withoutDirections(form.get('description') ?? '').trim(),
  kind: form.get('kind') ?? '',
  redirectUris: form.get('redirect_uris') ?? '',
  postLogoutRedirectUris: form.get('post_logout_redirect_uris') ?? '',
  scopes: form.all('scope'),
  defaultScope: form.get('default_scope')?.trim() ?? '',
  mayIntrospect: form.get('may_introspect') === 'yes',
  demandsProof: form.get('demands_proof') === 'yes',
});

/** The form fields of an entry. */
export const fieldsOf = (entry: ApplicationEntry) => ({
  name: entry.name,
  description: entry.description,
  redirect_uris: entry.redirectUris,
  post_logout_redirect_uris: entry.postLogoutRedirectUris,
  scope: entry.scopes,
  default_scope: entry.defaultScope,
  ...(entry.mayIntrospect ? { may_introspect: 'yes' } : {}),
  ...(entry.demandsProof ? { demands_proof: 'yes' } : {}),
});

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
  // RFC 9700 §2.6: plain http is allowed on loopback addresses only.
  if (kind === 'http') return 'plain_http';
  return kind === 'https' && !URL.canParse(uri) ? 'authority' : fault;
}

type IsOwn = (uri: string) => boolean;

const addressProblems = (uris: readonly string[], isOwn: IsOwn): AddressProblem[] =>
  uris.flatMap((text) => {
    const fault = faultOf(text) ?? (isOwn(text) ? 'own_page' : undefined);
    return fault === undefined ? [] : [{ text, fault }];
  });

function nameFault(name: string): TextFault | undefined {
  if (name === '') return 'required';
  if (name.length > MAX_NAME) return 'too_long';
  return clientName.safeParse(name).success ? undefined : 'invalid';
}

function descriptionFault(description: string): TextFault | undefined {
  if (description.length > MAX_DESCRIPTION) return 'too_long';
  return readableText(MAX_DESCRIPTION).safeParse(description).success ? undefined : 'invalid';
}

function listFault(uris: readonly string[], isOwn: IsOwn): 'too_many' | AddressProblem[] | undefined {
  if (uris.length > MAX_ADDRESSES) return 'too_many';
  const problems = addressProblems(uris, isOwn);
  return problems.length === 0 ? undefined : problems;
}

function scopesFault(scopes: readonly string[], role: RoleAtSchool): ApplicationProblems['scopes'] {
  if (scopes.length === 0) return 'required';
  return scopes.every((scope) => isScope(scope) && roleMayGrant(role, scope)) ? undefined : 'not_yours';
}

/** Removes undefined values. The cast states that none remain, which TypeScript cannot infer. */
const withoutUndefined = <T extends object>(problems: { [Key in keyof T]: T[Key] | undefined }): T =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined)) as T;

/**
 * Validates an entry.
 * @param isOwn whether an address is a page of this server, to which no answer for an application goes
 * @returns the settings, as far as they are valid, and the problems
 */
export function validateEntry(
  entry: ApplicationEntry,
  role: RoleAtSchool,
  isOwn: IsOwn,
): { settings: ApplicationSettings; problems: ApplicationProblems } {
  const redirectUris = linesOf(entry.redirectUris);
  const postLogoutRedirectUris = linesOf(entry.postLogoutRedirectUris);
  const problems = withoutUndefined<ApplicationProblems>({
    name: nameFault(entry.name),
    description: descriptionFault(entry.description),
    kind: entry.kind === 'public' || entry.kind === 'confidential' ? undefined : 'required',
    redirectUris: redirectUris.length === 0 ? 'required' : listFault(redirectUris, isOwn),
    postLogoutRedirectUris: listFault(postLogoutRedirectUris, isOwn),
    scopes: scopesFault(entry.scopes, role),
    defaultScope: splitScope(entry.defaultScope).every((scope) => entry.scopes.includes(scope))
      ? undefined
      : 'not_chosen',
    // RFC 7662 §2.1: the caller must be authenticated, which an application without a secret cannot be.
    mayIntrospect: entry.mayIntrospect && entry.kind !== 'confidential' ? 'confidential_only' : undefined,
  });
  const wanted = new Set(entry.scopes);
  const defaults = new Set(splitScope(entry.defaultScope));
  const defaultScope = joinScopes(SCOPES.filter((scope) => wanted.has(scope) && defaults.has(scope)));
  return {
    settings: {
      name: entry.name,
      description: entry.description === '' ? undefined : entry.description,
      redirectUris,
      postLogoutRedirectUris,
      scopes: SCOPES.filter((scope) => wanted.has(scope)),
      defaultScope: defaultScope === '' ? undefined : defaultScope,
      mayIntrospect: entry.mayIntrospect,
      demandsProof: entry.demandsProof,
    },
    problems,
  };
}

type ListedSettings = Pick<ApplicationSettings, 'redirectUris' | 'postLogoutRedirectUris' | 'scopes'>;

export interface ApplicationChanges {
  added: ListedSettings;
  removed: ListedSettings;
  /** True if the application may introspect every token of the school from now on. */
  introspects: boolean;
  /** True if tokens without a proof are issued to it from now on. */
  unbinds: boolean;
  /** A summary for the audit log in protocol terms; empty if nothing changes. */
  summary: string;
}

const without = <T>(these: readonly T[], those: readonly T[]): T[] => these.filter((one) => !those.includes(one));

const listedWithout = (these: ListedSettings, those: ListedSettings): ListedSettings => ({
  redirectUris: without(these.redirectUris, those.redirectUris),
  postLogoutRedirectUris: without(these.postLogoutRedirectUris, those.postLogoutRedirectUris),
  scopes: without(these.scopes, those.scopes),
});

const LISTS = [
  ['redirectUris', 'redirect_uris'],
  ['postLogoutRedirectUris', 'post_logout_redirect_uris'],
  ['scopes', 'scope'],
] as const;

const VALUES = {
  defaultScope: 'default_scope',
  mayIntrospect: 'may_introspect',
  demandsProof: 'dpop_bound_access_tokens',
} as const;

// A host name has at most 253 characters and is therefore never cut off.
const MAX_IN_SUMMARY = 300;
const inSummary = (text: string): string => (text.length > MAX_IN_SUMMARY ? shortened(text, MAX_IN_SUMMARY - 1) : text);

/** Returns the changes that saving the settings would make. */
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
  const introspects = settings.mayIntrospect && !seen.mayIntrospect;
  const unbinds = seen.demandsProof && !settings.demandsProof;
  const values = keysOf(VALUES).flatMap((field) =>
    seen[field] === settings[field] ? [] : `${VALUES[field]}: "${seen[field] ?? ''}" -> "${settings[field] ?? ''}"`,
  );
  return { added, removed, introspects, unbinds, summary: [...texts, ...lists, ...values].join(' ') };
}

/**
 * Returns whether a change requires reauthentication: codes would be sent to another URI, more scopes could be
 * requested, every token of the school could be looked up, or stolen tokens could be used.
 */
export const requiresReauthentication = ({ added, removed, introspects, unbinds }: ApplicationChanges): boolean =>
  introspects || unbinds || added.redirectUris.length > 0 || removed.redirectUris.length > 0 || added.scopes.length > 0;

/** SHA-256 of the settings, for the audit log and for detecting that someone else saved while a form was open. */
export const settingsDigest = (settings: ApplicationSettings): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        settings.name,
        settings.description ?? null,
        settings.redirectUris,
        settings.postLogoutRedirectUris,
        joinScopes(settings.scopes),
        settings.defaultScope ?? null,
        settings.mayIntrospect,
        settings.demandsProof,
      ]),
    )
    .digest('hex');
