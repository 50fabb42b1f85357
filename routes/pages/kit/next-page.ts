/** The pages before and after a form: only our own (no open redirector). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';

/** Paths of our pages that require a signed-in person, or an authorization request that waits for one. */
const OWN_PAGE =
  /^\/((account|admin|platform)(\/[A-Za-z0-9/_-]*)?|approvals\/[A-Za-z0-9_-]+|email\/confirm|oauth\/continue\/[A-Za-z0-9_-]+)(\?[A-Za-z0-9=&_.~%+:-]*)?$/;
/** The page of an invitation, by its link. A sign-in at the provider of the school leads back to it. */
export const INVITATION_LINK = /^\/invitation\?token=[A-Za-z0-9_-]{20,100}$/;
const MAX_NEXT = 500;

/**
 * Returns the page that follows when a form has been completed.
 * @param otherwise the page that follows if none of ours is named
 */
export const nextOf = (parameters: Parameters, otherwise = '/account'): string => {
  const next = parameters.get('next') ?? '';
  return next.length <= MAX_NEXT && OWN_PAGE.test(next) ? next : otherwise;
};

/** Returns the page of ours that is named, if one is. */
export const wantedBy = (parameters: Parameters): string | undefined =>
  parameters.get('next') === undefined ? undefined : nextOf(parameters);

/** Where a person was before: the school whose page it was, and the page that the person signs in for. */
export type CameFrom = { school?: string | undefined; next?: string | undefined };

/** Returns the path with what is known of where the person was before. */
export function pathFrom(path: string, { school, next }: CameFrom): string {
  const came = new URLSearchParams({
    ...(school === undefined ? {} : { school }),
    ...(next === undefined ? {} : { next }),
  });
  return came.size === 0 ? path : `${path}?${came}`;
}

/** Returns the path of the page where a person shows or sets up the second factor, and then goes on. */
export const secondFactorFirst = (next: string): string => `/account/second-factor?${new URLSearchParams({ next })}`;

/**
 * Returns the path that leads to the provider of a school.
 * @param how `isAgain`: the person has to sign in there, whoever is signed in; `links`: to connect the account; `go`: the token of
 * the page that asked
 */
export const signInAtSchool = (
  { slug }: { slug: string },
  {
    next,
    isAgain = false,
    links = false,
    go,
  }: { next?: string | undefined; isAgain?: boolean; links?: boolean; go?: string },
): string => {
  const query = new URLSearchParams({
    ...(next === undefined ? {} : { next }),
    ...(isAgain ? { again: '1' } : {}),
    ...(links ? { link: '1' } : {}),
    ...(go === undefined ? {} : { go }),
  });
  return `/sign-in/at/${slug}${query.size === 0 ? '' : `?${query}`}`;
};

/** The fields of forms whose page cannot be opened by its path alone, or would forget a step that was done. */
const STATES = ['token', 'sealed', 'second'] as const;

/**
 * Returns the page of a form that was sent, or the nearest page above it, to open it again in another language.
 * @returns `undefined` if what the form knows would be lost
 */
export function formPage({ body, routeOptions, server, url }: FastifyRequest): string | undefined {
  const form = readParameters(body);
  if (STATES.some((name) => form.get(name) !== undefined)) return undefined;
  const above = (path: string): string => path.slice(0, path.lastIndexOf('/'));
  let [path = '', pattern = ''] = [url.split('?', 1)[0], routeOptions.url];
  while (pattern !== '' && !server.hasRoute({ method: 'GET', url: pattern })) {
    [path, pattern] = [above(path), above(pattern)];
  }
  return pattern === '' ? undefined : pathFrom(path, { school: form.get('school'), next: wantedBy(form) });
}

/** An authorization request is the client's to open, so a link of ours must not. A flow that goes on has another path. */
const AUTHORIZATION_PATH = '/oauth/authorize';

/** @returns the path and query of an address; `undefined` if it is none of ours */
export function ownPage(address: string | undefined, { config }: FastifyInstance): string | undefined {
  const page = address === undefined ? null : URL.parse(address);
  // A path that begins with two slashes would lead to another host.
  const isOurs = page !== null && page.origin === new URL(config.baseUrl).origin && !page.pathname.startsWith('//');
  return isOurs && page.pathname !== AUTHORIZATION_PATH ? page.pathname + page.search : undefined;
}

/** @returns the page from which a person came; `undefined` if the browser does not say, or it is none of ours */
export const pageBefore = ({ headers, server }: FastifyRequest): string | undefined => ownPage(headers.referer, server);
