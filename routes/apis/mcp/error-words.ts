/** Says in our own words what the SDK finds wrong with the params of a message. It sends a list of issues as an internal error. */
import type { z } from 'zod';
import { isRecord } from '../../../schema/data/objects.ts';
import { faultOf, MAX_FAULTS } from '../../../schema/school/problem.ts';
import { INVALID_PARAMS } from './message.ts';

const MAX_MESSAGE = 500;

/** @param answer JSON */
export function withOwnWords(answer: string): string {
  if (!answer.includes('"error"')) return answer;
  const message: unknown = JSON.parse(answer);
  const error = isRecord(message) ? message.error : undefined;
  const issues = isRecord(error) ? issuesIn(String(error.message)) : undefined;
  if (issues === undefined) return answer;
  const faults = issues.slice(0, MAX_FAULTS).map(faultOf);
  const text = faults.map((fault) => `${fault.path} ${fault.message}`).join('; ');
  return JSON.stringify({
    ...(message as object),
    error: { code: INVALID_PARAMS, message: text.slice(0, MAX_MESSAGE) },
  });
}

/** The name of a tool, which an error repeats, can look like a list of issues, too. */
const isIssue = (value: unknown): value is z.core.$ZodIssue =>
  isRecord(value) && typeof value.code === 'string' && typeof value.message === 'string' && Array.isArray(value.path);

function issuesIn(text: string): z.core.$ZodIssue[] | undefined {
  try {
    const issues: unknown = JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1));
    return Array.isArray(issues) && issues.every(isIssue) ? issues : undefined;
  } catch {
    return undefined;
  }
}
