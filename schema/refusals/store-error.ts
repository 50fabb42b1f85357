/** The store cannot answer now; nothing is known to be wrong with the request (503 and `Retry-After`). */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  /** True if the change may have been made all the same, because it was sent and only its answer was lost. */
  readonly isUndecided: boolean;

  constructor(message: string, { cause, isUndecided = false }: { cause?: unknown; isUndecided?: boolean } = {}) {
    super(message, { cause });
    this.isUndecided = isUndecided;
  }
}

const ofDatabase = new WeakSet<object>();

/** Notes that an error is one of the connection with the database. Its code alone, such as ENOTFOUND, does not say so. */
export function noteDatabaseError(error: unknown): void {
  if (typeof error === 'object' && error !== null) ofDatabase.add(error);
}

export const isDatabaseError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && ofDatabase.has(error);

/** A value contains a NUL character, which PostgreSQL cannot store. Neither engine accepts one. */
export class UnstorableTextError extends Error {
  override readonly name = 'UnstorableTextError';
}
