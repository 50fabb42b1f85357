/** Limits how long something is waited for. The work itself goes on. */

/** @throws {Error} if there is no result in time */
export function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
