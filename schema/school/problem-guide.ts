/** What a developer should know about each type of problem: its title, what it means, and a next step. */
import type { ProblemType } from './problem.ts';

export interface ProblemGuide {
  readonly title: string;
  readonly meaning: string;
  readonly next: string;
  /** A detail as it may read, for examples. */
  readonly example: string;
}

export const PROBLEM_GUIDE: Readonly<Record<ProblemType, ProblemGuide>> = {
  'invalid-input': {
    title: 'The input does not fit',
    meaning: 'A field of the query or the body is missing, unknown or malformed. errors names each one by its path.',
    next: 'Correct the named fields. Nothing was changed.',
    example: 'title must not be empty',
  },
  'not-found': {
    title: 'There is no such thing here',
    meaning: 'The school that the token is for has nothing with this id.',
    next: 'List what there is. What belongs to another school is as unknown as what never was.',
    example: 'there is no such course',
  },
  conflict: {
    title: 'This clashes with what is there',
    meaning: 'A value that must be unique is taken, or the state of the thing does not allow this; detail says which.',
    next: 'Get the thing, change the request accordingly, and send it again with a new Idempotency-Key.',
    example: 'slug is taken by another course',
  },
  'precondition-failed': {
    title: 'It has changed meanwhile',
    meaning: 'If-Match names another version than the one that is there.',
    next: 'Get the thing again, apply the change to what it is now, and send the new ETag in If-Match.',
    example: 'the course has changed meanwhile; get it again',
  },
  'idempotency-mismatch': {
    title: 'The key belongs to another request',
    meaning: 'This Idempotency-Key was sent with another request within the last day.',
    next: 'Use one key for one request, and again only to repeat that very request.',
    example: 'this Idempotency-Key was used for another request',
  },
  'role-insufficient': {
    title: 'The role does not allow this',
    meaning: 'The scope is there, but the role of the person who authorized the client does not reach this far.',
    next: 'Somebody with a higher role must do it. Asking for more scopes does not help.',
    example: 'this needs a higher role at the school',
  },
};
