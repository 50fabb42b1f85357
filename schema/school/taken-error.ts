/** A value that must be unique is in use already, such as a slug, an id or a coupon code. */
export class TakenError extends Error {
  override readonly name = 'TakenError';
}
