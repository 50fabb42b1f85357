/**
 * drizzle-kit configuration for SQLite, used only by `npm run generate`, which writes the PostgreSQL migration in the
 * same run.
 */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({ dialect: 'sqlite', schema: './db/tables/sqlite.ts', out: './db/migrations/sqlite' });
