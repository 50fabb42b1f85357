/** Finds connections that have ended, to say which they were. */
import { and, eq } from 'drizzle-orm';
import type { Connection } from '../../schema/oauth/connection.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';
import { selectEnded, toConnection } from './connection-rows.ts';

/** Prepares the reads, which use the primary key. */
export function endedConnections(db: Database) {
  const { grants: t } = db.tables;
  const readOfPerson = db.one((q, p: Params<{ grantId: number; personId: string }>) =>
    selectEnded(db.tables, q, and(eq(t.id, integer(p.grantId)), eq(t.personId, text(p.personId)))),
  );
  const readAtSite = db.one((q, p: Params<{ grantId: number; siteId: string }>) =>
    selectEnded(db.tables, q, and(eq(t.id, integer(p.grantId)), eq(t.siteId, text(p.siteId)))),
  );

  return {
    async findEndedOfPerson(personId: string, grantId: number): Promise<Connection | undefined> {
      const row = await readOfPerson({ personId, grantId });
      return row && toConnection(row);
    },

    async findEndedAtSite(siteId: string, grantId: number): Promise<Connection | undefined> {
      const row = await readAtSite({ siteId, grantId });
      return row && toConnection(row);
    },
  };
}
