import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const analyticsOperations = (_app: FastifyInstance): Operation[] => [];
