/** The server's description of itself in every answer, and how long clients may keep an answer. */
import { VERSION } from '../../../schema/program/manifest.ts';

export const SERVER_INFO = { name: 'schoolgate', title: 'Schoolgate', version: VERSION };

/** The revisions that `server/discover` lists: the SDK names only those that have this method. */
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

const MINUTE = 60_000;
/**
 * Revision 2026-07-28: results that are the same for everyone may be cached publicly. The lists of tools and of resources
 * depend on the caller.
 */
export const CACHE_HINTS = {
  'server/discover': { ttlMs: 60 * MINUTE, cacheScope: 'public' },
  'tools/list': { ttlMs: 5 * MINUTE, cacheScope: 'private' },
  'resources/list': { ttlMs: 5 * MINUTE, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: 60 * MINUTE, cacheScope: 'public' },
  'resources/read': { ttlMs: 5 * MINUTE, cacheScope: 'private' },
} as const;
