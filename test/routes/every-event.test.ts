/** Every event of the audit log, in each form that this version or an earlier one records, as people read of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { type AuditEvent, fieldValues, SIGN_IN_METHODS } from '../../schema/audit/audit-event.ts';
import { memberTarget, SWITCHED } from '../../schema/audit/audit-target.ts';
import { placeValues, sizeValues } from '../../schema/audit/ended-connections.ts';
import { type AuditEventName, EVENT_NAMES, eventsWith, rowOfEvent } from '../../schema/audit/events.ts';
import { recordedOffer, recordedOwners } from '../../schema/audit/recorded-ownership.ts';
import { sentenceVariants } from '../../schema/audit/sentence-variants.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { adminApp, CALLERS, RIVERSIDE } from '../support/admin.ts';
import type { Browser, Page } from '../support/browser.ts';
import { DEMO } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

type Form = Partial<AuditEvent>;

const ANA = CALLERS.member.id;
const BEN = memberTarget('usr_demo_ben');
const GONE = 'c_gone';
const place = placeValues({ sinces: [1_790_000_000_000, 1_791_000_000_000], number: 1 }, 1_790_000_000_000);
const offers = [true, false].map((handsOver): Form => ({ target: BEN, after: recordedOffer({ handsOver }) }));
const ofApp: Form[] = [{ clientId: DEMO.cli.id }, { clientId: GONE }];
const ofSwitch: Form[] = [...ofApp, { clientId: DEMO.cli.id, target: SWITCHED }];
const sized = { before: fieldValues(sizeValues({ connections: 3, people: 2 })) };

/** What an event records beside its name, in the forms that sentences tell apart. */
const FORMS: Readonly<Partial<Record<AuditEventName, readonly Form[]>>> = {
  client_changed: ofApp,
  client_created: ofSwitch,
  client_deleted: [...ofApp, { clientId: DEMO.cli.id, after: sized.before }],
  client_disabled: [...ofSwitch, ...ofSwitch.map((one) => ({ ...one, ...sized }))],
  client_enabled: ofSwitch,
  consent_given: [{ clientId: DEMO.cli.id, after: fieldValues({ scopes: ['courses:read'] }) }],
  grant_revoked: [
    { clientId: DEMO.cli.id, target: '7' },
    { clientId: DEMO.cli.id, target: '7', before: fieldValues({ scopes: ['openid'], ...place }) },
    { clientId: DEMO.cli.id, target: BEN, before: fieldValues(place) },
    { clientId: DEMO.cli.id, target: BEN },
    { clientId: DEMO.cli.id, target: 'all' },
    { clientId: DEMO.cli.id, target: 'everyone', ...sized },
    { target: 'all' },
    { target: BEN },
    { target: 'operator/root' },
  ],
  invitation_declined: [{ ip: '198.51.100.7', userAgent: 'Earlier/1.0' }],
  member_removed: [{ target: BEN, before: fieldValues({ status: 'invited' }) }, { target: BEN }],
  member_role_changed: [
    { target: BEN, before: fieldValues({ role: 'member' }), after: fieldValues({ role: 'staff' }) },
  ],
  ownership_declined: offers,
  ownership_offered: offers,
  ownership_stepped_down: [{ target: BEN, after: recordedOwners([ANA]) }],
  ownership_withdrawn: offers,
  refresh_reuse: [{ clientId: DEMO.cli.id, after: fieldValues({ successorUsed: false }) }],
  resource_changed: [
    { target: 'asset/ast_1' },
    { target: 'asset/ast_1', after: JSON.stringify({ changed: ['status'], sha256: 'a'.repeat(64) }) },
    { target: 'event/evt_1', after: fieldValues({ newStatus: 'cancelled' }) },
    { target: 'course/crs_1', after: fieldValues({ newStatus: 'published' }) },
    { target: 'course/crs_1', before: 'a'.repeat(64), after: 'b'.repeat(64) },
    { target: `school/${RIVERSIDE.id}` },
  ],
  resource_created: [
    { target: BEN, after: fieldValues({ role: 'staff' }) },
    { target: BEN, after: fieldValues({ role: 'owner' }), personId: '' },
    { target: 'operator/root' },
    { target: 'enrollment/enr_1' },
  ],
  school_handed_over: [{ before: recordedOwners(['usr_demo_ruth']) }, { target: 'operator/root' }],
  second_factor_reset_approved: [
    { target: BEN, after: fieldValues({ effectiveAt: '2026-11-21T09:00:00.000Z' }) },
    { target: BEN },
  ],
  second_factor_reset_cancelled: [{}, { target: BEN }, { after: fieldValues({ byUse: true }) }],
  sign_in_failed: [
    ...SIGN_IN_METHODS.map((target) => ({ target, clientId: DEMO.cli.id })),
    { target: 'password', after: fieldValues({ isConfirmation: true }) },
  ],
  sign_out: [
    {},
    { target: 'others' },
    { target: 'school' },
    { target: 'operator/root' },
    { target: 'a-session' },
    { target: 'a-session', before: fieldValues({ userAgent: 'Here', signedInAt: '2026-11-19T09:00:00.000Z' }) },
  ],
  token_revoked: [{ clientId: DEMO.cli.id, after: fieldValues({ accessTokenOnly: true }) }],
};

/** With the form that has nothing, as an early version may have recorded it. */
const formsOf = (event: AuditEventName): AuditEvent[] =>
  [{}, { target: BEN, clientId: GONE }, ...(FORMS[event] ?? [])].map((form, index) => {
    const { personId = ANA, ...more } = form as Form;
    const isOfSchool = rowOfEvent(event).group !== undefined;
    const whose = { ...(personId === '' ? {} : { personId }), ...(isOfSchool ? { siteId: RIVERSIDE.id } : {}) };
    return { event, at: 1_795_000_000_000 + index, requestId: `${event}-${index}`, ...whose, ...more };
  });
const ALL = EVENT_NAMES.flatMap(formsOf);

async function everyPage(browser: Browser, path: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const page = await browser.get(next);
    pages.push(page);
    next = linksOf(page).find((href) => href.includes('before='));
  }
  return pages;
}

const NAMES: ReadonlySet<string> = new Set(EVENT_NAMES);
/** Whether a sentence has a code, a value that is missing, or a message that was not filled in. */
const isUnfinished = (sentence: string): boolean =>
  /^\s*$|undefined|null|NaN|[{}]|\[object/.test(sentence) ||
  sentence.split(/[^a-z_]+/).some((word) => word.includes('_') && NAMES.has(word));

t.test(
  'every event of a school is a sentence in its log, in every language, whatever it recorded [E-49]',
  async (t) => {
    const { app } = await adminApp(t);
    const ofSchool = ALL.filter(({ siteId }) => siteId !== undefined);
    for (const event of ofSchool) await app.audit.record(event);
    const owner = await signedIn(app, CALLERS.owner.email);
    for (const language of LANGUAGES) {
      owner.headers['accept-language'] = language;
      const pages = await everyPage(owner, '/admin/riverside/audit');
      const sentences = pages.flatMap(({ body }) =>
        [...body.matchAll(/\/audit\/\d+">([^<]*)</g)].map(([, one = '']) => one),
      );
      t.ok(sentences.length >= ofSchool.length, `${sentences.length} sentences`);
      t.strictSame(sentences.filter(isUnfinished), [], language);
      const entries = new Set(pages.flatMap(linksOf).filter((href) => /\/audit\/\d+$/.test(href)));
      // The page of an entry says the event and the target as they were recorded, under its technical details.
      for (const href of language === 'en' ? entries : [...entries].slice(0, 20)) {
        const { status, body } = await owner.get(href);
        t.equal(status, 200, href);
        // Tokens of forms are random, and may contain anything.
        const shown = (body.split('<details>')[0] ?? '').replaceAll(/ value="[^"]*"/g, '');
        t.notMatch(shown, /undefined|NaN|\[object|\{\w+[,}]/, href);
      }
    }
  },
);

t.test('every event of an account is a line of its activity, in every language, whatever it recorded', async (t) => {
  const { app } = await adminApp(t);
  const own = ALL.filter(({ event, target }) => rowOfEvent(event).own && target?.startsWith('member/') !== true);
  const toMember = ALL.filter(({ event, target }) => rowOfEvent(event).toMember && target === BEN);
  const about = toMember.map((one) => ({
    ...one,
    siteId: RIVERSIDE.id,
    personId: CALLERS.owner.id,
    target: memberTarget(ANA),
  }));
  for (const event of [...own, ...about]) await app.audit.record(event);
  const ana = await signedIn(app, CALLERS.member.email);
  for (const language of LANGUAGES) {
    ana.headers['accept-language'] = language;
    const pages = await everyPage(ana, '/account/activity');
    const titles = pages.flatMap(({ body }) => [...body.matchAll(/<li><div><h2>([^<]*)</g)].map(([, one = '']) => one));
    t.ok(titles.length >= new Set([...own, ...about].map(({ event }) => event)).size, `${titles.length} lines`);
    t.strictSame(titles.filter(isUnfinished), [], language);
    for (const page of pages) t.notMatch(said(page), /undefined|NaN|\[object|\{\w+[,}]/, language);
  }
});

t.test('the index of ends of several people has the events that the table says end them', async (t) => {
  const source = readFileSync(join(import.meta.dirname, '../../db/tables/audit-index-conditions.ts'), 'utf8');
  const [, list = ''] = /\.event\} in \(([^)]*)\)/.exec(source) ?? [];
  t.strictSame(
    list.split(', '),
    eventsWith('ends', 'of_several').map((name) => `'${name}'`),
  );
});

t.test('there is no sentence that no event has, and none that an event lacks', async (t) => {
  const readers: ReadonlySet<string> = new Set(['kind', 'log', 'you', 'toYou']);
  const { events } = textFor('en');
  // These depend on names that are looked up, and not on what is recorded.
  const named = ['member_role_changed.byPerson'];
  const reached = new Set([
    ...named,
    ...ALL.flatMap((one) => {
      const { personId = null, clientId = null, target = null, before = null, after = null } = one;
      const clientName = clientId === null || clientId === GONE ? null : 'Demo CLI';
      const recorded = { event: one.event, personId, clientId, clientName, target, before, after };
      return sentenceVariants(recorded).map((variant) => `${one.event}.${variant}`);
    }),
  ]);
  const written = EVENT_NAMES.flatMap((name) =>
    Object.keys(events[name])
      .filter((key) => !readers.has(key))
      .map((variant) => `${name}.${variant}`),
  );
  t.strictSame([...reached].sort(), written.sort());
});
