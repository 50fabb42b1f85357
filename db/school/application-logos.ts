/**
 * The logos of the applications that a school creates. The image is copied from a file of the school, so that it stays
 * the same whatever happens to the file, and it is deleted with the application (`db/oauth/site-application-changes.ts`).
 */
import { and, desc, eq, sql } from 'drizzle-orm';
import { type AuditEvent, fieldValues } from '../../schema/audit/audit-event.ts';
import type { SiteApplication } from '../../schema/oauth/client.ts';
import { LOGO_CONTENT_TYPES, type LogoImage, MAX_LOGO_BYTES } from '../../schema/school/logo-image.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required } from '../engine/engine.ts';
import { integer, limit, text, value } from '../engine/placeholders.ts';
import { inserting } from '../engine/rows.ts';

/** A file of a school that can become a logo, as far as its declared type and its size say. */
export interface LogoFile {
  id: string;
  filename: string;
}

export function applicationLogoStore(db: Database, audit: AuditTrail) {
  const { assets, clients, clientLogos: logos } = db.tables;
  const types = sql.join(
    LOGO_CONTENT_TYPES.map((type) => sql`${type}`),
    sql`, `,
  );

  // Uses the index client_logos_by_name. Two applications can have the same logo.
  const read = db.one((q, p: Params<{ name: string }>) =>
    q
      .select({ image: logos.image })
      .from(logos)
      .where(eq(logos.name, text(p.name)))
      .limit(1),
  );
  // Uses the index assets_by_site.
  const readFiles = db.many((q, p: Params<{ siteId: string; most: number; size: number }>) =>
    q
      .select({ id: assets.id, filename: assets.filename })
      .from(assets)
      .where(
        and(
          eq(assets.siteId, text(p.siteId)),
          sql`${assets.status} = 'ready'`,
          sql`${assets.contentType} in (${types})`,
          sql`${assets.size} <= ${integer(p.size)}`,
        ),
      )
      .orderBy(desc(assets.createdAt), desc(assets.id))
      .limit(limit(p.most)),
  );
  const setName = db.write((q, p: Params<{ siteId: string; id: string; name: string | null; seen: string }>) =>
    q
      .update(clients)
      .set({ logo: value(p.name) })
      .where(
        and(
          eq(clients.id, text(p.id)),
          eq(clients.siteId, text(p.siteId)),
          sql`${clients.origin} = 'site_application'`,
          sql`coalesce(${clients.logo}, '') = ${text(p.seen)}`,
        ),
      ),
  );
  const insert = inserting(db, logos);
  const remove = db.write((q, p: Params<{ id: string }>) => q.delete(logos).where(eq(logos.clientId, text(p.id))));

  return {
    async find(name: string): Promise<Buffer | undefined> {
      return (await read({ name }))?.image;
    },

    /** The newest files of a school that can become a logo. */
    async files(siteId: string, most: number): Promise<LogoFile[]> {
      return readFiles({ siteId, most, size: MAX_LOGO_BYTES });
    },

    /**
     * Sets or removes the logo.
     * @returns false if it was changed in the meantime, or the application does not exist any more
     */
    async set(seen: SiteApplication, logo: LogoImage | undefined, event: AuditEvent): Promise<boolean> {
      const { id, siteId } = seen;
      return db.atomically(
        required(setName({ siteId, id, name: logo?.name ?? null, seen: seen.logo ?? '' })),
        remove({ id }),
        ...(logo === undefined ? [] : [insert({ clientId: id, siteId, ...logo })]),
        ...(await audit.steps({
          ...event,
          target: 'logo',
          before: fieldValues({ logo: seen.logo ?? null }),
          after: fieldValues({ logo: logo?.name ?? null }),
        })),
      );
    },
  };
}
