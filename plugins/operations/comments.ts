import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const commentsOperations = (_app: FastifyInstance): Operation[] => [];
