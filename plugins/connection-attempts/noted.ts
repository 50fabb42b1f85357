/** An attempt between its answer and the database. */
import type { NewAttempt } from '../../schema/connection-attempt.ts';

/** An attempt whose client and school are not looked up yet. */
export interface Noted extends Omit<NewAttempt, 'siteId'> {
  /** The id or slug of a school. */
  site: string | undefined;
}
