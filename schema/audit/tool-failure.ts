/** Why a tool did not do what it was called for, as the audit log records it. */
import { PROBLEM_STATUS, type ProblemType } from '../school/problem.ts';

/** The value by which `tool_failed` says why. */
export const REASON = 'reason';

export type ToolFailure = ProblemType | (typeof OTHERS)[number];
const OTHERS = [
  // Until version 1.4, of a call without `confirm`.
  'not-confirmed',
  'access-insufficient',
  'too-many-requests',
  'server-unavailable',
  'server-error',
] as const;

export const isToolFailure = (value: unknown): value is ToolFailure =>
  typeof value === 'string' && (Object.hasOwn(PROBLEM_STATUS, value) || OTHERS.some((one) => one === value));
