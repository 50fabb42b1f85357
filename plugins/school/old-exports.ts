/** Deletes the schools that were exported on pages, which have the accounts that were erased since. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { SCHOOL_EXPORTS } from '../../schema/school/new-school.ts';
import { tidyHourly } from '../running/old-files.ts';

const KEPT = 30 * 24 * 3_600_000;
/** The slug of a school and a time. */
const OWN_FOLDERS = /^[a-z0-9-]+-\d{8}T\d{6}Z$/;

export const tidyExports = (app: FastifyInstance): void =>
  tidyHourly(app, { folder: join(app.config.dataDir, SCHOOL_EXPORTS), keptMs: KEPT, which: OWN_FOLDERS });
