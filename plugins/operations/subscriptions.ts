import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const subscriptionsOperations = (_app: FastifyInstance): Operation[] => [];
