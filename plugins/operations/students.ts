import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const studentsOperations = (_app: FastifyInstance): Operation[] => [];
