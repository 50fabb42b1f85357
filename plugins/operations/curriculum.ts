import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const curriculumOperations = (_app: FastifyInstance): Operation[] => [];
