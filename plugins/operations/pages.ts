import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const pagesOperations = (_app: FastifyInstance): Operation[] => [];
