/** The tables as the migration generator wants them: one export each. */
import { sqliteColumns } from '../columns/sqlite.ts';
import { defineTables } from './index.ts';

export const {
  clients,
  metadataDocuments,
  adoptions,
  authorizationRequests,
  grants,
  tokens,
  consents,
  signingKeys,
  people,
  memberships,
  sessions,
  setupLinks,
  sites,
  courses,
  enrollments,
  throttles,
  auditEvents,
  keyBlocks,
} = defineTables(sqliteColumns);
