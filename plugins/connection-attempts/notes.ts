/** What is known of an attempt to connect besides the request itself. Nothing that decides a request reads it. */
import type { FastifyRequest } from 'fastify';
import type { Finding } from '../../schema/attempts/attempt-finding.ts';
import type { AttemptRule } from '../../schema/attempts/connection-attempt.ts';
import type { RefusalError } from '../../schema/oauth/oauth-error.ts';
import type { AuthorizationCode } from '../../schema/oauth/token.ts';

export interface AttemptNotes {
  /** The school that a code, a token or a membership leads to, or that the request asks for. */
  siteId?: string | undefined;
  /** Whether the caller proved to have to do with that school. */
  isProven?: boolean;
  /** The rule, where the answer is a page without a reason in the log. */
  rule?: AttemptRule;
  /** What the caller was told. */
  description?: string;
  /** Why it was refused. */
  error?: RefusalError | undefined;
  /** The code that was presented, and is known here. */
  code?: AuthorizationCode;
  /** The grant of the code or token that was presented. */
  grantId?: number;
  /** The client that the code or token was issued to. */
  issuedTo?: string;
  /** Whether the request itself names the school, and not its client. */
  isSchoolNamed?: boolean;
  /** Why a sign-in did not succeed. */
  signIn?: string | undefined;
  /** What the page says that was shown instead of the one asked for. */
  page?: string;
  /** The revisions of the protocol of tools that are supported. */
  revisions?: readonly string[];
  /** The cause, where only the place of refusal knows it. */
  finding?: Finding;
}

const notes = new WeakMap<FastifyRequest, AttemptNotes>();

/** Adds to what is known of the attempt. */
export function noteAttempt(request: FastifyRequest, more: AttemptNotes): void {
  notes.set(request, { ...notes.get(request), ...more });
}

export const notesOf = (request: FastifyRequest): AttemptNotes => notes.get(request) ?? {};
