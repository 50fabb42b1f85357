/** The store cannot answer now; nothing is known to be wrong with the request (503 and `Retry-After`). */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** A value contains a NUL character, which PostgreSQL cannot store. Neither engine accepts one. */
export class UnstorableTextError extends Error {
  override readonly name = 'UnstorableTextError';
}
