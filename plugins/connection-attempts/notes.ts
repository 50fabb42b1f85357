/** What is known of an attempt to connect besides the request itself. Nothing that decides a request reads it. */
import type { FastifyRequest } from 'fastify';
import type { AttemptRule } from '../../schema/connection-attempt.ts';

export interface AttemptNotes {
  /** The school that a code, a token or a membership leads to, or that the request asks for. */
  siteId?: string | undefined;
  /** Whether the caller proved to have to do with that school. */
  isProven?: boolean;
  /** The rule, where the answer is a page without a reason in the log. */
  rule?: AttemptRule;
  /** What the caller was told. */
  description?: string;
}

const notes = new WeakMap<FastifyRequest, AttemptNotes>();

/** Adds to what is known of the attempt. */
export function noteAttempt(request: FastifyRequest, more: AttemptNotes): void {
  notes.set(request, { ...notes.get(request), ...more });
}

export const notesOf = (request: FastifyRequest): AttemptNotes => notes.get(request) ?? {};
