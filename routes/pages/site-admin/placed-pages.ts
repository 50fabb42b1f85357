/**
 * Pages about all schools, which exist twice: below a school, for people who run it, and below `/platform`, for people who
 * run the platform, whether they have a role at a school or not.
 */
import type { FastifyReply } from 'fastify';
import type { SchoolMembership } from '../../../schema/people/person.ts';
import type { PageFrame } from '../kit/layout.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { adminFrame, at, missing, type OperatorRequest, SCHOOL } from './operator-pages.ts';

/** A request of a person who runs a school or the platform. Below `/platform` there is no membership. */
export type PlacedRequest = SignedInRequest & { membership?: SchoolMembership };

/** Where the pages are. */
export interface Place<V extends PlacedRequest> {
  pages: SignedInPages<V>;
  /** The prefix of the routes. */
  path: string;
  /** Returns what the prefix is for this request. */
  base(signedIn: V): string;
  frame(signedIn: V): PageFrame;
  /** Sends the response for an object that does not exist, or no longer does. */
  missing(signedIn: V, reply: FastifyReply): FastifyReply;
}

/** @param path below the school's */
export const belowSchool = (pages: SignedInPages<OperatorRequest>, path: string): Place<OperatorRequest> => ({
  pages,
  path: `${SCHOOL}${path}`,
  base: (signedIn) => at(signedIn, path),
  frame: (signedIn) => adminFrame(signedIn, path),
  missing,
});

export const timeZoneOf = ({ membership }: PlacedRequest): string => membership?.timezone ?? 'UTC';
