import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { type Leaf, leavesOf, numbersIn, sourcesBelow, spokenBy, templatesOf, wordsOf } from '../support/page-texts.ts';
import { FORMER_SENTENCES, PAGE_WORDS } from '../support/page-words.ts';

const english = leavesOf(textFor('en'));
const named = ({ path }: Leaf): string => path.join('.');
const others = LANGUAGES.filter((language) => language !== 'en').map((language) => {
  const leaves = leavesOf(textFor(language));
  return { language, leaves, byName: new Map(leaves.map((leaf) => [named(leaf), leaf])) };
});
const sources = sourcesBelow('routes', 'schema', 'plugins', 'db');
const pages = sources.filter(({ path }) => path.startsWith('routes/'));

/** What is the same in every language: names, terms of the field, and words that two languages share. */
const ALIKE = new Set([
  'Schoolgate',
  'client_id',
  'OpenAPI',
  '.vscode/mcp.json',
  '~/.gemini/settings.json',
  'ID',
  'Webhook',
  'Webhooks',
]);
const SHARED: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Name',
    'Team',
    'Tool',
    'Links',
    'Text',
    'Plan',
    'Code',
    'Downloads',
    'Online',
    'Import',
    'Passkeys',
    'Domain',
    'Browser',
    'Status',
    'Person',
    'Client',
    'App',
    'Apps',
    'Details',
    'Logo',
    'Event',
    'Token',
    'Scopes',
    'Issuer',
    'Online',
    'Problem',
    'Video',
    'Audio',
    'Text',
    'Quiz',
    'Live',
  ],
  es: [
    'No',
    'Plan',
    'Subtotal',
    'Total',
    'Visible',
    'no',
    'Audio',
    'Error',
    'Error: N',
    'Manual',
    'Variables',
    'bytes',
  ],
};

/** Characters that are written so in mainland China only. */
const SIMPLIFIED = /[们这为时说对发经过还应认证码设录页请务误张门问间关开权连]/u;

/**
 * Dictionaries whose entries are chosen by a value: by a role, a scope, the kind of a message, the key of a notice. Each key
 * has to be such a value, which stands in the sources as a literal of its own. `*` is a key that is chosen as well.
 */
const CHOSEN: readonly string[] = [
  'attempts.found',
  'attempts.rules',
  'attempts.steps',
  'attempts.who',
  'providers.ask',
  'providers.done',
  'providers.form.faults',
  'providers.refusals',
  'providers.state',
  'publicPages',
  'schoolSignIn.pages',
  'mail.approval_answered.before',
  'mail.approval_answered.subject',
  'schoolHome.needs.answered',
  'connect.request',
  'roster.faults',
  'roster.rowFaults',
  'roster.states',
  'content.areas.*',
  'content.fields',
  'content.hints',
  'content.units',
  'content.sorts',
  'content.values.*',
  'content.figures.*',
  'content.figures.intervals',
  'content.curriculum',
  'content.faults',
  'content.actions.*',
  'content.done',
  'registrations.modes',
  'reviews.app.sources',
  'applications.logo.faults',
  'activity.ended',
  'learning.kinds',
  'learning.orderStatus',
  'learning.eventDone',
  'learning.registration',
  'learning.subscriptionState',
  'members.delivery.states',
  'members.delivery.why',
  'schoolHome.figures',
  'schoolHome.needs',
  'approvals.counts',
  'settings.agents.levels',
  'schoolHome.needs.inList',
  'events.*',
  'events.*.*',
  'audit.change.fieldNames.statuses',
  'audit.change.resetOutcomes',
  'audit.change.toolFailures',
  'audit.given',
  'activity.failedMethods',
  'activity.methods',
  'roles',
  'scopes',
  'consent.groups',
  'consent.goesTo',
  'goingOn',
  'message',
  'settings.details',
  'settings.details.problems',
  'setup.problems',
  'shell',
  'shell.confirm',
  'layout.legal',
  'look.done',
  'look.preview',
  'invitation.done',
  'password.problems',
  'profile',
  'profile.done',
  'publicPages.none',
  'publicPages.access',
  'publicPages.kinds',
  'recovery.forgot',
  'sessions.ending',
  'sessions.done',
  'connectedApps.done',
  'connectedApps.ending',
  'connections.done',
  'reviews.look.problems',
  'reviews.app.mayAskOf',
  'reviews.states',
  'reviews.done',
  'reviews.undone',
  'members.statuses',
  'members.roleGuide.abilities',
  'members.roleGuide.subjects',
  'staffRights.abilities',
  'members.selected.actions',
  'members.selected.ask',
  'members.selected.done',
  'members.ownership.ask',
  'members.ownership.askText',
  'members.ownership.offers',
  'members.ownership.accepting',
  'members.ownership.answers',
  'members.member',
  'members.confirm',
  'members.done',
  'members.invitation.taken',
  'members.letters',
  'members.problems',
  'accounts.actions',
  'accounts.done',
  'platform.states',
  'platform.create',
  'platform.create.invalid',
  'platform.problems',
  'platform.actions',
  'platform.done',
  'audit.filter.groups',
  'audit.things',
  'audit.parts',
  'audit.change.fields',
  'audit.change.fieldNames.names',
  'applications.kind',
  'applications.form.kinds',
  'applications.form.faults.addresses',
  'applications.issued.title',
  'applications.issued.again',
  'applications.danger',
  'applications.done',
  'connect.addresses',
  'handOver.test.settings',
  'handOver.test.redirect.accepted',
  'handOver.test.scopes',
  'handOver.test.pasted.code',
  'connect.clients',
  'connect.admission',
  'connect.snippets',
  'settings.features',
  'settings.signIn.choices',
  'settings.done',
  'secondFactor.demand.levels',
  'webhooks.events',
  'webhooks.stops',
  'webhooks.done',
  'webhooks.issued.title',
  'webhooks.issued.again',
  'webhooks.danger',
  'mail.ownership.before',
  'mail.ownership.giver',
  'mail.ownership.yours',
  'mail.second_factor_kept.before',
  'mail.webhook_stopped.before',
  'schoolHome.needs.offered',
  'schoolHome.steps.all',
  'connect.switches',
  'connect.switches.why',
  'connect.switches.ask.*',
  'connect.switches.done.staff',
  'connect.switches.done.members',
  'connect.switches.undone',
];

/** `.key`, or the key in a pattern such as `const { key } = …`. */
const isTaken = (key: string, text: string): boolean =>
  new RegExp(`\\.${key}(?![\\w$])|[{,]\\s*${key}(?=\\s*[,}:])`).test(text);
/** As a string, as a key of an object, or in an address that ends with what was done. */
const standsAlone = (key: string): boolean =>
  sources.some(({ text }) => new RegExp(`['"]${key}['"]|(?<![\\w$.])${key}:|\\?done=${key}(?![\\w$])`).test(text));
/** In a pair of sentences. */
const isPlace = (key: string): boolean => /^\d$/.test(key);
/** Some entries are chosen together with a sentence of the same name and `Text`. */
const isValue = (key: string): boolean => standsAlone(key) || (key.endsWith('Text') && standsAlone(key.slice(0, -4)));

const isReached = ({ path }: Leaf): boolean =>
  pages.some(({ text, words }) => path.every((key) => words.has(key)) && isTaken(path.at(-1) ?? '', text));

const isChosen = ({ path }: Leaf): boolean =>
  CHOSEN.some((prefix) => {
    const above = prefix.split('.');
    const [key, ...rest] = path.slice(above.length);
    const isBelow = above.every((part, at) => (part === '*' ? isValue(path[at] ?? '') : path[at] === part));
    if (key === undefined || !isBelow || !isValue(key)) return false;
    return pages.some(
      ({ text, words }) =>
        above.every((part) => part === '*' || words.has(part)) &&
        rest.every((part) => isPlace(part) || isTaken(part, text)),
    );
  });

/** So few that something was not looked at. */
const MOST_OF_THEM = 700;

t.test('every language has every text of English, with all its numbers [E-40]', async (t) => {
  t.ok(english.length > MOST_OF_THEM, `${english.length} texts`);
  t.same(
    others.map(({ language }) => language),
    LANGUAGES.slice(1),
  );
  for (const { language, leaves, byName } of others) {
    t.same([...byName.keys()].sort(), english.map(named).sort(), `${language}: the same keys`);
    t.equal(leaves.length, english.length);
    const faults = english.flatMap((leaf) => {
      const same = byName.get(named(leaf));
      if (same === undefined) return [];
      if (typeof same.said !== typeof leaf.said) return [`${named(leaf)} is of another kind`];
      const lost = numbersIn(spokenBy(leaf)).filter((number) => !numbersIn(spokenBy(same)).includes(number));
      return lost.length > 0 ? [`${named(leaf)} loses ${lost.join(' ')} in “${spokenBy(same)}”`] : [];
    });
    t.strictSame(faults, [], language);
  }
});

t.test('no text of another language is left in English [WCAG 2.2 AA]', async (t) => {
  for (const { language, byName } of others) {
    const sentences = english.flatMap((leaf) => {
      const same = byName.get(named(leaf));
      return same === undefined ? [] : [{ name: named(leaf), english: spokenBy(leaf), own: spokenBy(same) }];
    });
    t.ok(sentences.length > MOST_OF_THEM, `${sentences.length} texts of ${language}`);
    const left = sentences.filter(
      ({ english, own }) =>
        own === english &&
        /\p{L}{2}/u.test(own) &&
        !ALIKE.has(own) &&
        !SHARED[language]?.includes(own.replace(/\d+/, 'N')),
    );
    t.strictSame(left, [], `${language}: as in English`);
  }
});

t.test('Japanese and Traditional Chinese texts are written in their own characters [WCAG 2.2 AA]', async (t) => {
  const scripts = { ja: /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u, 'zh-Hant': /\p{sc=Han}/u };
  const foreign = {
    ja: SIMPLIFIED,
    'zh-Hant': new RegExp(`[\\p{sc=Hiragana}\\p{sc=Katakana}]|${SIMPLIFIED.source}`, 'u'),
  };
  for (const language of ['ja', 'zh-Hant'] as const) {
    const sentences = leavesOf(textFor(language))
      .map((leaf) => ({ name: named(leaf), sentence: spokenBy(leaf) }))
      .filter(({ sentence }) => /\p{L}{2}/u.test(sentence) && !ALIKE.has(sentence));
    t.ok(sentences.length > MOST_OF_THEM, `${sentences.length} texts of ${language}`);
    const wrong = sentences.filter(
      ({ sentence }) => !scripts[language].test(sentence) || foreign[language].test(sentence),
    );
    t.strictSame(wrong, [], language);
  }
});

t.test('every text of the dictionaries is used by some page [E-40]', async (t) => {
  const unused = english.filter((leaf) => !isReached(leaf) && !isChosen(leaf)).map(named);
  t.strictSame(unused, [], 'shown nowhere');
  for (const prefix of CHOSEN)
    t.ok(
      english.some(({ path }) => prefix.split('.').every((part, at) => part === '*' || path[at] === part)),
      `${prefix} is a dictionary`,
    );
});

t.test('no page template contains a word that is not in the dictionaries [E-40]', async (t) => {
  const templates = pages
    .filter(({ path }) => /^routes\/(?:oauth|pages)\//.test(path))
    .flatMap(({ path, text }) => templatesOf(text).map((markup) => ({ path, words: wordsOf(markup) })));
  t.ok(templates.length > 250, `${templates.length} templates`);
  t.ok(
    templates.some(({ words }) => words.includes('Schoolgate')),
    'a word in one of them would be seen',
  );
  const spoken = templates.filter(({ words }) => words.some((word) => !ALIKE.has(word)));
  t.strictSame(spoken, []);
});

/** What is wrong with the words of an English text. */
const faultsOf = ({ path, said }: Leaf): string[] => {
  const spoken = spokenBy({ path, said });
  const banned = PAGE_WORDS.flatMap(({ found, instead }) => {
    const words = found.exec(spoken)?.[0];
    return words === undefined ? [] : [`${path.join('.')}: “${words}” in “${spoken}”; use: ${instead}`];
  });
  const former = FORMER_SENTENCES.filter((part) => spoken.toLowerCase().includes(part.toLowerCase()));
  return [...banned, ...former.map((part) => `${path.join('.')}: “${part}” in “${spoken}”`)];
};

t.test('English pages and e-mails use the words of a native writer, and one word for one thing', async (t) => {
  t.strictSame(english.flatMap(faultsOf), []);
  const leaf = (said: string): Leaf => ({ path: ['here'], said });
  t.match(faultsOf(leaf('A letter is on its way.')), ['here: “letter” in “A letter is on its way.”; use: e-mail']);
  t.match(faultsOf(leaf('Nobody gets in by it any more')).length, 3);
  t.strictSame(faultsOf(leaf('Lowercase letters, digits and hyphens')), []);
  t.equal(textFor('en').admin.area.pages.connect, textFor('en').connect.title, 'a page is called as in the menu');
});
