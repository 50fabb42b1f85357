import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';
import { comment } from '../../schema/resources/comments.ts';
import { crud } from './crud.ts';

/** To read only: what members say is theirs. */
export const commentsOperations = (app: FastifyInstance): Operation[] => crud(app, comment, { only: ['list', 'get'] });
