/** Whom somebody wants to enroll, and what is wrong with that. */
import { z } from 'zod';
import { emailKey, isEmail } from '../../../../schema/people/email.ts';
import { personName } from '../../../../schema/people/person-name.ts';
import { type InputFault, invalidInput, ProblemError } from '../../../../schema/school/problem.ts';

/** Whom to enroll: a member, or an address. */
export interface Candidate {
  memberId?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
}

/** The input of one candidate. */
export const candidateShape = {
  memberId: z.string().min(1).max(64).optional().describe('Id of a member of the school'),
  email: z
    .string()
    .max(400)
    .refine((given) => isEmail(emailKey(given)), 'must be an e-mail address')
    .optional()
    .describe('E-mail address, instead of memberId; a person who is not a member yet is invited'),
  name: personName.optional().describe('Name for a new account; ignored if the address already has one'),
};

const isOneWay = ({ memberId, email }: Candidate): boolean => (memberId === undefined) !== (email === undefined);

/** For an input with a candidate: it names the person in one way. */
export const oneWay: [typeof isOneWay, { error: string; path: string[] }] = [
  isOneWay,
  { error: 'give either memberId or email', path: ['memberId'] },
];

/** Where an input has a candidate, and one of its members. */
export type PathOf = (index: number, member: string) => string;

interface Judged {
  candidates: readonly Candidate[];
  ids: readonly (string | undefined)[];
  present: ReadonlySet<string>;
  before: ReadonlyMap<string, { status: string }>;
  pathOf: PathOf;
}

export function faultsOf({ candidates, ids, present, before, pathOf }: Judged): InputFault[] {
  const seen = new Set<string>();
  return candidates.flatMap(({ memberId, email }, index): InputFault[] => {
    const id = ids[index];
    const path = pathOf(index, memberId === undefined ? 'email' : 'memberId');
    const who = id ?? emailKey(email ?? '');
    const isRepeated = seen.has(who);
    seen.add(who);
    if (isRepeated) return [{ path, code: 'repeated', message: 'is listed twice' }];
    if (memberId !== undefined && !present.has(memberId)) {
      return [{ path, code: 'no_such_reference', message: 'is not a member of the school' }];
    }
    const earlier = id === undefined ? undefined : before.get(id);
    if (earlier === undefined || earlier.status === 'revoked') return [];
    return [{ path, code: 'already_enrolled', message: 'is already enrolled in the course' }];
  });
}

/** @throws {ProblemError} `conflict` when all that is wrong is who is enrolled already, else `invalid-input` */
export function refuse(faults: readonly InputFault[]): void {
  if (faults.length === 0) return;
  if (faults.some(({ code }) => code !== 'already_enrolled')) throw invalidInput(faults);
  throw new ProblemError('conflict', faults.map(({ path, message }) => `${path} ${message}`).join('; '), faults);
}
