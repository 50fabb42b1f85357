import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const storageOperations = (_app: FastifyInstance): Operation[] => [];
