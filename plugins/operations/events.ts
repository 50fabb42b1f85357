import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../schema/operation.ts';

export const eventsOperations = (_app: FastifyInstance): Operation[] => [];
