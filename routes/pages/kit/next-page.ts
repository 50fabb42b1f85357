/** The page to which a form returns when it has been completed: one of our own, and no other (no open redirector). */
import type { Parameters } from '../../../schema/parameters.ts';

/** Paths of our pages that require a signed-in person, or an authorization request that waits for one. */
const OWN_PAGE =
  /^\/((account|admin|platform)(\/[A-Za-z0-9/_-]*)?|email\/confirm|oauth\/continue\/[A-Za-z0-9_-]+)(\?[A-Za-z0-9=&_.~%+:-]*)?$/;
const MAX_NEXT = 500;

/** @param otherwise the page that follows if none of ours is named */
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
