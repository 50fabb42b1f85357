import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const formsOperations = (_app: FastifyInstance): Operation[] => [];
