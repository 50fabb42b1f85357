import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const digitalProductsOperations = (_app: FastifyInstance): Operation[] => [];
