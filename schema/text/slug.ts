/** How an address names a school, a course or a page: words of small letters and digits with hyphens, as `north-school`. */

export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const MAX_SLUG = 100;

/** Returns whether it can be a slug, and so is fit to be repeated. */
export const isSlug = (text: string): boolean => text.length <= MAX_SLUG && SLUG.test(text);
