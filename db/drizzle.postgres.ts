import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './db/tables/postgres.ts',
  out: './db/migrations/postgres',
});
