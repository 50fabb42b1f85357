/** Reads grants, for what was made with one and is used later without a token. */
import { eq } from 'drizzle-orm';
import type { GrantContext } from '../../schema/oauth/token.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer } from '../engine/placeholders.ts';
import { grantColumns, grantJoins, toGrantContext } from './grant-context.ts';

export function grantStore(db: Database) {
  const t = db.tables;
  const on = grantJoins(t);
  const read = db.one((q, p: Params<{ id: number }>) =>
    q
      .select(grantColumns(t))
      .from(t.grants)
      .innerJoin(t.clients, on.client)
      .innerJoin(t.people, on.person)
      .innerJoin(t.sites, on.site)
      .innerJoin(t.memberships, on.membership)
      .where(eq(t.grants.id, integer(p.id))),
  );

  return {
    async find(id: number): Promise<GrantContext | undefined> {
      const row = await read({ id });
      return row && toGrantContext(id, row);
    },
  };
}
