/**
 * The public content of a school: the values that columns of its rows have. The public pages and the public tools
 * read what these conditions select, and nothing else.
 */

/** Courses that visitors find in lists and by search. */
export const LISTED_COURSES = { status: 'published', unlisted: false } as const;

/** Courses that visitors can open. An unlisted one is open to those who have its address. */
export const OPEN_COURSES = { status: 'published' } as const;

export const LISTED_EVENTS = { status: 'published' } as const;

/** Events that visitors can open. The page of a cancelled one says that it is cancelled. */
export const OPEN_EVENTS = { status: { oneOf: ['published', 'cancelled'] } } as const;

/** Posts that everyone may read from the time on at which they are published. */
export const OPEN_POSTS = { status: 'published', visibility: 'public' } as const;

/** @param now milliseconds since the epoch */
export const openPosts = (now: number) => ({ ...OPEN_POSTS, publishAt: { by: now } }) as const;

export const OPEN_PAGES = { status: 'published' } as const;

/** Lectures whose text visitors can read, once they are released. */
export const PREVIEWS = { status: 'published', freePreview: true } as const;

/** Plans to which visitors can subscribe. */
export const OFFERED_PLANS = { status: 'active' } as const;
