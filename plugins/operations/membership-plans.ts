import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const membershipPlansOperations = (_app: FastifyInstance): Operation[] => [];
