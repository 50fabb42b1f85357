/** A school whose members can sign in at its provider, people who are connected there, and browsers that come by it. */
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { PROVIDER_SECRETS, type SignInBy } from '../../schema/people/provider.ts';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import type { TestAppOptions } from './app.ts';
import { Browser, type Page } from './browser.ts';
import { documentHost } from './document-host.ts';
import { answerTo, CLIENT_ID, CLIENT_SECRET, ISSUER, type SchoolProvider, schoolProvider } from './school-provider.ts';
import { type AppWithEmails, withEmails } from './with-emails.ts';

export const PROVIDER_ID = 'prv_riverside';

export interface AtSchool extends AppWithEmails {
  provider: SchoolProvider;
  /** Connects a person with a subject, whose `sub` for shared clients is `usr_shared_<subject>`. */
  connect(personId: string, subject: string, siteId?: string): Promise<void>;
  /** Leads a browser to the provider and back, as a subject. */
  arrive(browser: Browser, subject: string, path?: string, claims?: Record<string, unknown>): Promise<Page>;
  /** A browser that has signed in so. */
  signedInAs(subject: string, claims?: Record<string, unknown>): Promise<Browser>;
}

/** Gives a school a provider that is offered to its members. */
export async function offerProvider(app: FastifyInstance, siteId: string, id: string): Promise<void> {
  const { providerStore } = app.people;
  const at = app.clock();
  const sealedSecret = app.keyRing.seal(PROVIDER_SECRETS, Buffer.from(CLIENT_SECRET));
  await providerStore.add(
    {
      ...{
        id,
        siteId,
        issuer: ISSUER,
        clientId: CLIENT_ID,
        sealedSecret,
        secretEndsAt: null,
        domains: [],
        joins: false,
        matchUntil: null,
      },
      ...{
        grantDays: 30,
        twoFactorAcr: null,
        saysAuthTime: true,
        provesTwoFactors: false,
        testedAt: null,
        testedBy: null,
      },
      ...{ createdAt: at, updatedAt: at },
    },
    { event: 'provider_changed', at, siteId },
  );
  const mode = { event: 'provider_mode_changed', at, siteId } as const;
  if (!(await providerStore.setMode({ id, siteId, seen: at }, 'offered', mode))) throw new Error('not offered');
}

/** Decides how members of Riverside sign in. @returns whether it was done */
export async function turn(app: FastifyInstance, mode: SignInBy, mustWork = true): Promise<boolean> {
  const provider = await app.people.providerStore.find(PROVIDER_ID);
  const seen = { id: PROVIDER_ID, siteId: RIVERSIDE.id, seen: provider?.updatedAt ?? 0 };
  const event = { event: 'provider_mode_changed', at: app.clock(), siteId: RIVERSIDE.id, target: mode } as const;
  const isDone = await app.people.providerStore.setMode(seen, mode, event);
  if (mustWork && !isDone) throw new Error(`could not be turned to ${mode}`);
  return isDone;
}

export async function atSchool(t: Test, options: TestAppOptions = {}): Promise<AtSchool> {
  const host = await documentHost(t);
  const made = await withEmails(t, { ...options, network: host.network });
  const { app, clock, file } = made;
  const provider = await schoolProvider(host, () => clock.now);
  await offerProvider(app, RIVERSIDE.id, PROVIDER_ID);

  const arrive: AtSchool['arrive'] = async (browser, subject, path = '/sign-in/at/riverside', claims = {}) => {
    const asked = await browser.get(path);
    // With another session, a page asks first.
    const go = /href="(\/sign-in\/at\/[^"]*go=[^"]*)"/.exec(asked.body)?.[1]?.replaceAll('&amp;', '&');
    const left = go === undefined ? asked : await browser.get(go);
    if (left.leavesFor === undefined) throw new Error(`${path} led nowhere: ${left.status} ${left.url}`);
    provider.claims = { sub: subject, ...claims };
    const via = left.leavesFor.searchParams.get('redirect_uri') ?? '';
    return browser.get(`${new URL(via).pathname}?${answerTo(String(left.leavesFor))}`);
  };

  return {
    ...made,
    provider,
    arrive,
    connect: (personId, subject, siteId = RIVERSIDE.id) =>
      file.edit(
        `insert into provider_identities (id, site_id, issuer, subject, person_id, client_subject, linked_by, created_at, last_used_at)
values (?, ?, ?, ?, ?, ?, 'person', ?, ?)`,
        `pid_${siteId}_${subject}`,
        siteId,
        ISSUER,
        subject,
        personId,
        `usr_shared_${siteId}_${subject}`,
        clock.now,
        clock.now,
      ),
    async signedInAs(subject, claims) {
      const browser = new Browser(app);
      const page = await arrive(browser, subject, undefined, claims);
      if (!browser.cookies.has('sid')) throw new Error(`${subject} could not sign in: ${page.status} ${page.body}`);
      return browser;
    },
  };
}
