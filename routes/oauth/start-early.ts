/**
 * Begins something whose result is needed later. If it fails, the error counts when it is awaited, as if it had begun
 * only then. Reads that begin together share a round trip to the database.
 */
export function startEarly<Result>(begin: () => Promise<Result>): Promise<Result> {
  const begun = begin();
  // Something else may fail first, and nobody awaits this then.
  begun.catch(() => undefined);
  return begun;
}
