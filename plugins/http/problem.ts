/** Builds problem documents (RFC 9457) for errors of the admin API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BearerError, OAuthError } from '../../schema/oauth/oauth-error.ts';
import { REFUSALS } from '../../schema/refusals/rows.ts';
import { ApprovalNeeded } from '../../schema/school/approval.ts';
import { ProblemError } from '../../schema/school/problem.ts';
import { PROBLEM_GUIDE } from '../../schema/school/problem-guide.ts';
import { noteAttempt } from '../connection-attempts/notes.ts';

/** RFC 9457 §3, with the additional members of this API. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors?: readonly { path: string; code: string; message: string }[];
  approvalUrl?: string;
  expiresAt?: string;
  requestId: string;
}

/** How long a program waits before it looks whether a person has decided. */
const RETRY_SECONDS = 10;

/** Logs an error, sets the headers, and returns the problem document. */
export function problemOf(
  app: FastifyInstance,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): ProblemDocument {
  const requestId = request.id;
  if (error instanceof ProblemError) {
    const { type, status, message: detail, faults } = error;
    request.log.info({ code: type, description: detail }, 'request refused');
    reply.header('cache-control', 'no-store');
    const isWaiting = error instanceof ApprovalNeeded;
    if (isWaiting) reply.header('retry-after', String(RETRY_SECONDS));
    return {
      type: `${app.config.docsUrl}/problems#${type}`,
      title: PROBLEM_GUIDE[type].title,
      status,
      detail,
      ...(faults.length === 0 ? {} : { errors: faults }),
      ...(isWaiting ? { approvalUrl: error.url, expiresAt: error.expiresAt } : {}),
      requestId,
    };
  }
  const refusal = app.refuse(error, request, reply);
  const status = refusal.reason === 'unsupported_media_type' ? 415 : refusal.status;
  const isOfFramework = status === 415 && !(error instanceof OAuthError);
  const detail = isOfFramework ? REFUSALS.unsupported_media_type.says.json : refusal.description;
  noteAttempt(request, { description: detail });
  return {
    type: `${app.config.docsUrl}/errors#${refusal.code}`,
    title: titleOf(error),
    status,
    detail,
    requestId,
  };
}

const TOKEN_TITLES: Readonly<Record<BearerError['code'], string>> = {
  invalid_token: 'Access token missing or invalid',
  insufficient_scope: 'Insufficient scope',
  insufficient_user_authentication: 'Insufficient user authentication',
  invalid_dpop_proof: 'DPoP proof missing or invalid',
  use_dpop_nonce: 'DPoP nonce required',
};

const titleOf = (error: unknown): string =>
  error instanceof BearerError ? TOKEN_TITLES[error.code] : 'Request refused';
