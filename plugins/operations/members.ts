import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const membersOperations = (_app: FastifyInstance): Operation[] => [];
