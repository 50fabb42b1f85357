/** A call that a person decides about: who sends what to whom. */
import { APPROVAL_TIMES } from '../../../schema/school/approval.ts';
import { lasting } from '../manual-tables.ts';
import { type Party, parties } from './sequence.ts';

const STEPS = [
  ['app', 'server', ['a call that deletes']],
  ['server', 'app', ['not done yet: url', `${lasting(APPROVAL_TIMES.decide)} to decide`]],
  ['app', 'browser', ['shows the link']],
  ['browser', 'server', ['GET /approvals/…']],
  ['server', 'browser', ['the effect, and a choice']],
  ['browser', 'server', ['the person allows it once']],
  ['app', 'server', ['the same call', `within ${lasting(APPROVAL_TIMES.carryOut)}`]],
  ['server', 'server', ['carries it out once']],
  ['server', 'app', ['the answer, kept for a day']],
] as const satisfies readonly (readonly [Party, Party, readonly string[]])[];

export const approval = (): string => parties('A call that a person decides about', STEPS);
