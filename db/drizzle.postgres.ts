/**
 * drizzle-kit configuration for PostgreSQL, used only by `npm run generate`. A schema change needs migrations for both
 * engines, and that script writes them together.
 */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './db/tables/postgres.ts',
  out: './db/migrations/postgres',
});
