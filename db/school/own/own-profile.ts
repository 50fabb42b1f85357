/** Reads and changes a member's own profile, which consists of the account, the membership and the school. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Member, MemberProfile, ProfileChange } from '../../../schema/school/account.ts';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { encoded, text, value } from '../../engine/placeholders.ts';
import { memberIndex } from '../../people/member-index.ts';
import { isOwn } from './own-rows.ts';

export function ownProfile(db: Database) {
  const t = db.tables;
  const { rename } = memberIndex(db);

  // Uses the primary keys.
  const readProfile = db.one((q, p: Params<Member>) =>
    q
      .select({
        id: t.people.id,
        email: t.people.email,
        name: t.people.name,
        locale: t.memberships.locale,
        marketingConsent: t.memberships.marketingConsent,
        siteId: t.sites.id,
        siteName: t.sites.name,
        slug: t.sites.slug,
        primaryDomain: t.sites.primaryDomain,
        siteLocale: t.sites.locale,
        timezone: t.sites.timezone,
      })
      .from(t.memberships)
      .innerJoin(t.people, eq(t.people.id, t.memberships.personId))
      .innerJoin(t.sites, eq(t.sites.id, t.memberships.siteId))
      .where(isOwn(t.memberships, p)),
  );
  const setName = db.write((q, p: Params<{ name: string; personId: string }>) =>
    q
      .update(t.people)
      .set({ name: value(p.name) })
      .where(and(eq(t.people.id, text(p.personId)), isNull(t.people.erasedAt))),
  );
  const setLocale = db.write((q, p: Params<Member & { locale: string | null; now: number }>) =>
    q
      .update(t.memberships)
      .set({ locale: value(p.locale), updatedAt: value(p.now) })
      .where(isOwn(t.memberships, p)),
  );
  const setMarketingConsent = db.write((q, p: Params<Member & { marketingConsent: boolean; now: number }>) =>
    q
      .update(t.memberships)
      .set({ marketingConsent: encoded(p.marketingConsent), updatedAt: value(p.now) })
      .where(isOwn(t.memberships, p)),
  );

  const renaming = async (personId: string, name: string): Promise<Step[]> => [
    // Otherwise a request under way would name an account again that was erased meanwhile.
    required(setName({ personId, name })),
    ...(await rename(personId, name)),
  ];

  return {
    async profile({ siteId, personId }: Member): Promise<MemberProfile | undefined> {
      const row = await readProfile({ siteId, personId });
      if (row === undefined) return undefined;
      const { siteId: id, siteName, siteLocale, slug, primaryDomain, timezone, ...person } = row;
      return { ...person, site: { id, name: siteName, slug, primaryDomain, locale: siteLocale, timezone } };
    },

    /** Changes the name of the account, which is the same at every school. */
    async renamePerson(personId: string, name: string): Promise<void> {
      await db.atomically(...(await renaming(personId, name)));
    },

    async changeProfile({ siteId, personId }: Member, change: ProfileChange, now: number): Promise<void> {
      const { name, locale, marketingConsent } = change;
      const steps: Step[] = [
        ...(name === undefined ? [] : await renaming(personId, name)),
        ...(locale === undefined ? [] : [setLocale({ siteId, personId, locale, now })]),
        ...(marketingConsent === undefined ? [] : [setMarketingConsent({ siteId, personId, marketingConsent, now })]),
      ];
      if (steps.length > 0) await db.atomically(...steps);
    },
  };
}
