import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const ordersOperations = (_app: FastifyInstance): Operation[] => [];
