/**
 * Pages about all schools, which exist twice: below a school, for people who run it, and below `/platform`, for people who
 * run the platform, whether they have a role at a school or not.
 */
import type { SchoolMembership } from '../../../schema/people/person.ts';
import type { Place as KitPlace } from '../kit/page.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { adminFrame, at, missing, type OperatorRequest, SCHOOL } from './operator-pages.ts';

/** A request of a person who runs a school or the platform. Below `/platform` there is no membership. */
export type PlacedRequest = SignedInRequest & { membership?: SchoolMembership };

/** Where the pages are. */
export interface Place<V extends PlacedRequest> extends KitPlace<V> {
  /** The prefix of the routes. */
  path: string;
  /** Returns what the prefix is for this request. */
  base(signedIn: V): string;
}

export const timeZoneOf = ({ membership }: PlacedRequest): string => membership?.timezone ?? 'UTC';

/** @param path below the school's */
export const belowSchool = (pages: SignedInPages<OperatorRequest>, path: string): Place<OperatorRequest> => ({
  pages,
  path: `${SCHOOL}${path}`,
  base: (signedIn) => at(signedIn, path),
  frame: (signedIn) => adminFrame(signedIn, path),
  timeZone: timeZoneOf,
  missing,
});
