/** The documentation of each problem type for developers: its title, its meaning, and a next step. */
import type { ProblemType } from './problem.ts';

export interface ProblemGuide {
  readonly title: string;
  readonly meaning: string;
  readonly next: string;
  /** An example of a detail text. */
  readonly example: string;
}

export const PROBLEM_GUIDE: Readonly<Record<ProblemType, ProblemGuide>> = {
  'invalid-input': {
    title: 'Invalid input',
    meaning: 'A field of the query or body is missing, unknown or malformed. errors lists each one by its path.',
    next: 'Correct the listed fields. Nothing was changed.',
    example: 'title must not be empty',
  },
  'not-found': {
    title: 'Not found',
    meaning: 'The school the token is for has no resource with this id.',
    next: 'List the resources to find the id. A resource of another school is also reported as not found.',
    example: 'course not found',
  },
  conflict: {
    title: 'Conflict with the current state',
    meaning:
      'A value that must be unique is already in use, or the state of the resource does not allow this; detail says which.',
    next: 'Get the resource, adjust the request, and send it again with a new Idempotency-Key.',
    example: 'slug is already used by another course',
  },
  'precondition-failed': {
    title: 'Modified since it was read',
    meaning: 'The version in If-Match is not the current one.',
    next: 'Get the resource again, reapply the change, and send the new ETag in If-Match.',
    example: 'the course has been modified since; get it again',
  },
  'idempotency-mismatch': {
    title: 'Idempotency-Key already used',
    meaning: 'This Idempotency-Key was sent with a different request within the last day.',
    next: 'Use a new key for every request, and reuse it only to repeat the identical request.',
    example: 'this Idempotency-Key was used for a different request',
  },
  'role-insufficient': {
    title: 'Insufficient role',
    meaning: 'The token has the scope, but the role of the person who authorized the client does not allow this.',
    next: 'Someone with a higher role must do it. Requesting more scopes does not help.',
    example: 'this requires a higher role at the school',
  },
  'approval-required': {
    title: 'Waits for a person',
    meaning:
      'Nothing was changed yet. The person who connected the app decides about exactly this call at approvalUrl, until expiresAt.',
    next: 'Show approvalUrl to the person, and send the same request again afterwards, within 15 minutes of the decision.',
    example: 'Not done yet. Waits for Ana to allow it.',
  },
  'approval-declined': {
    title: 'Declined by a person',
    meaning: 'The person decided that exactly this call is not carried out, or declined three calls within an hour.',
    next: 'Do not send it again, unless the person asks for it. After an hour, the person can be asked again.',
    example: 'the person declined this',
  },
};
