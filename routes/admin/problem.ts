import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BearerError } from '../../schema/oauth-error.ts';
import { ProblemError } from '../../schema/problem.ts';

/** RFC 9457 §3, with the members of D1. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors?: readonly { path: string; code: string; message: string }[];
  requestId: string;
}

const TITLES: Readonly<Record<string, string>> = {
  'invalid-input': 'The input does not fit',
  'not-found': 'There is no such thing here',
  conflict: 'This clashes with what is there',
  'precondition-failed': 'It has changed meanwhile',
  'idempotency-mismatch': 'The key belongs to another request',
  'role-insufficient': 'The role does not allow this',
};

/** Logs a failure, sets its headers, and says what happened. */
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
    return {
      type: `${app.config.docsUrl}/problems#${type}`,
      title: TITLES[type] ?? type,
      status,
      detail,
      ...(faults.length === 0 ? {} : { errors: faults }),
      requestId,
    };
  }
  const refusal = app.refuse(error, request, reply);
  const status = refusal.reason === 'unsupported_media_type' ? 415 : refusal.status;
  return {
    type: `${app.config.docsUrl}/errors#${refusal.code}`,
    title: error instanceof BearerError ? 'The access token does not fit' : 'The request could not be answered',
    status,
    detail: refusal.description,
    requestId,
  };
}
