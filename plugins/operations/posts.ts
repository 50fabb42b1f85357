import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const postsOperations = (_app: FastifyInstance): Operation[] => [];
