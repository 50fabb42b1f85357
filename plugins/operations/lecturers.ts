import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const lecturersOperations = (_app: FastifyInstance): Operation[] => [];
