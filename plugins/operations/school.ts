import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const schoolOperations = (_app: FastifyInstance): Operation[] => [];
