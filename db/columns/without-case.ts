/**
 * A text for sorting without regard to the case of Latin letters, in the form in which indexes contain it. It is compared
 * by its code points, so that a list has the same order on both engines, whatever the locale of the database is.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

export const withoutCase = {
  sqlite: (text: SQLWrapper): SQL => sql`lower(${text})`,
  postgres: (text: SQLWrapper): SQL => sql`lower(${text} collate "C")`,
} as const;
