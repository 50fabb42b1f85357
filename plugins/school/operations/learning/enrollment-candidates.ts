/** The people to enroll in a course: the input that names them, and the validation of that input. */
import { z } from 'zod';
import type { Role } from '../../../../schema/people/role.ts';
import { type InputFault, invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { emailKey, emailValue } from '../../../../schema/text/email.ts';
import { personName } from '../../../../schema/text/person-name.ts';

/** A person to enroll: a member, or an e-mail address with a name. */
export interface Candidate {
  memberId?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  /** The role that a person is invited with who is not a member yet; `member` if omitted. */
  role?: Role | undefined;
}

/** The input fields of one candidate. */
export const candidateShape = {
  memberId: z.string().min(1).max(64).optional().describe('Id of a member of the school'),
  email: emailValue
    .optional()
    .describe('E-mail address, instead of memberId; a person who is not a member yet is invited'),
  name: personName.optional().describe('Name of the person, until they accept the invitation; ignored for members'),
};

const hasOneId = ({ memberId, email }: Candidate): boolean => (memberId === undefined) !== (email === undefined);

/** The arguments of `refine` for an input with a candidate, who is identified either by id or by address. */
export const exactlyOneId: [typeof hasOneId, { error: string; path: string[] }] = [
  hasOneId,
  { error: 'give either memberId or email', path: ['memberId'] },
];

/** Returns the path of a property of a candidate in the input. */
export type PathOf = (index: number, property: string) => string;

/** The state of the candidates before they are enrolled. */
export interface CandidateState<EnrollmentRow extends { status: string; source: string }> {
  /** The person ids of the candidates, in their order; `undefined` for people without an account. */
  readonly ids: readonly (string | undefined)[];
  /** The ids of those who are members of the school. */
  readonly members: ReadonlySet<string>;
  /** Their enrollments in the course, current or revoked, by person id. */
  readonly earlier: ReadonlyMap<string, EnrollmentRow>;
}

export function faultsOf(
  candidates: readonly Candidate[],
  { ids, members, earlier }: CandidateState<{ status: string; source: string }>,
  pathOf: PathOf,
): InputFault[] {
  const seen = new Set<string>();
  return candidates.flatMap(({ memberId, email }, index): InputFault[] => {
    const id = ids[index];
    const path = pathOf(index, memberId === undefined ? 'email' : 'memberId');
    const identity = id ?? emailKey(email ?? '');
    const isRepeated = seen.has(identity);
    seen.add(identity);
    if (isRepeated) return [{ path, code: 'repeated', message: 'is listed twice' }];
    if (memberId !== undefined && !members.has(memberId)) {
      return [{ path, code: 'no_such_reference', message: 'is not a member of the school' }];
    }
    const current = id === undefined ? undefined : earlier.get(id);
    if (current === undefined || current.status === 'revoked' || current.source === 'subscription') return [];
    return [{ path, code: 'already_enrolled', message: 'is already enrolled in the course' }];
  });
}

/** @throws {ProblemError} `conflict` if the only faults are people who are already enrolled, else `invalid-input` */
export function rejectFaults(faults: readonly InputFault[]): void {
  if (faults.length === 0) return;
  if (faults.some(({ code }) => code !== 'already_enrolled')) throw invalidInput(faults);
  throw new ProblemError('conflict', faults.map(({ path, message }) => `${path} ${message}`).join('; '), faults);
}
