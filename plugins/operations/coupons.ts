import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const couponsOperations = (_app: FastifyInstance): Operation[] => [];
