import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const appearanceOperations = (_app: FastifyInstance): Operation[] => [];
