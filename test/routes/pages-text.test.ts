import t from 'tap';
import { textFor } from '../../routes/pages/text/index.ts';
import { LANGUAGES } from '../../schema/language.ts';
import { type Leaf, leavesOf, numbersIn, sourcesBelow, spokenBy, templatesOf, wordsOf } from '../support/page-texts.ts';

const english = leavesOf(textFor('en'));
const named = ({ path }: Leaf): string => path.join('.');
const others = LANGUAGES.filter((language) => language !== 'en').map((language) => {
  const leaves = leavesOf(textFor(language));
  return { language, leaves, byName: new Map(leaves.map((leaf) => [named(leaf), leaf])) };
});
const sources = sourcesBelow('routes', 'schema');
const pages = sources.filter(({ path }) => path.startsWith('routes/'));

/** What is the same in every language: names, terms of the field, and words that two languages share. */
const ALIKE = new Set(['Schoolgate', 'client_id', 'OpenAPI', '.vscode/mcp.json']);
const SHARED: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Name',
    'Passkeys',
    'Browser',
    'Status',
    'Person',
    'Client',
    'App',
    'Details',
    'Event',
    'Token',
    'Scopes',
    'Issuer',
  ],
  es: ['Error', 'Error: 7001'],
};

/** Characters that are written so in mainland China only. */
const SIMPLIFIED = /[们这为时说对发经过还应认证码设录页请务误张门问间关开权连]/u;

/**
 * Dictionaries whose entries are chosen by a value: by a role, a scope, the kind of a message, the key of a notice. Each key
 * has to be such a value, which stands in the sources as a literal of its own.
 */
const CHOSEN: readonly string[] = [
  'roles',
  'scopes',
  'consent.groups',
  'goingOn',
  'message',
  'setup.problems',
  'shell',
  'shell.confirm',
  'invitation.done',
  'password.problems',
  'profile',
  'profile.done',
  'recovery.forgot',
  'sessions.ending',
  'sessions.done',
  'connectedApps.done',
  'connections.done',
  'reviews.look.problems',
  'reviews.app.mayAskOf',
  'reviews.states',
  'reviews.done',
  'reviews.undone',
  'members.statuses',
  'members.member',
  'members.confirm',
  'members.done',
  'members.letters',
  'members.problems',
  'audit.kinds',
  'audit.events',
  'audit.things',
  'applications.kind',
  'applications.form.kinds',
  'applications.form.faults.addresses',
  'applications.issued.title',
  'applications.issued.again',
  'applications.danger',
  'applications.done',
  'connect.addresses',
  'connect.clients',
  'connect.admission',
  'connect.snippets',
  'settings.features',
  'settings.done',
];

/** `.key`, or the key in a pattern such as `const { key } = …`. */
const isTaken = (key: string, text: string): boolean =>
  new RegExp(`\\.${key}(?![\\w$])|[{,]\\s*${key}(?=\\s*[,}:])`).test(text);
const standsAlone = (key: string): boolean =>
  sources.some(({ text }) => new RegExp(`['"]${key}['"]|(?<![\\w$.])${key}:`).test(text));
/** Some entries are chosen together with a sentence of the same name and `Text`. */
const isValue = (key: string): boolean => standsAlone(key) || (key.endsWith('Text') && standsAlone(key.slice(0, -4)));

const isReached = ({ path }: Leaf): boolean =>
  pages.some(({ text, words }) => path.every((key) => words.has(key)) && isTaken(path.at(-1) ?? '', text));

const isChosen = ({ path }: Leaf): boolean =>
  CHOSEN.some((prefix) => {
    const above = prefix.split('.');
    const [key, ...rest] = path.slice(above.length);
    if (key === undefined || !above.every((part, index) => path[index] === part) || !isValue(key)) return false;
    return pages.some(
      ({ text, words }) => above.every((part) => words.has(part)) && rest.every((part) => isTaken(part, text)),
    );
  });

t.test('E-40: every language says what English says', async (t) => {
  for (const { language, leaves, byName } of others) {
    t.same([...byName.keys()].sort(), english.map(named).sort(), `${language}: the same keys`);
    t.equal(leaves.length, english.length);
    for (const leaf of english) {
      const same = byName.get(named(leaf));
      if (same === undefined) continue;
      if (typeof same.said !== typeof leaf.said) t.fail(`${language}: ${named(leaf)} is of another kind`);
      const lost = numbersIn(spokenBy(leaf)).filter((number) => !numbersIn(spokenBy(same)).includes(number));
      if (lost.length > 0) t.fail(`${language}: ${named(leaf)} loses ${lost.join(' ')} in “${spokenBy(same)}”`);
    }
  }
});

t.test('WCAG 3.1.1: no page says English in another language', async (t) => {
  for (const { language, byName } of others) {
    for (const leaf of english) {
      const same = byName.get(named(leaf));
      if (same === undefined || spokenBy(same) !== spokenBy(leaf)) continue;
      const sentence = spokenBy(leaf);
      const isAllowed = !/\p{L}{2}/u.test(sentence) || ALIKE.has(sentence) || SHARED[language]?.includes(sentence);
      if (!isAllowed) t.fail(`${language}: ${named(leaf)} is “${sentence}” as in English`);
    }
  }
});

t.test('WCAG 3.1.1: Japanese and Traditional Chinese are written in their characters', async (t) => {
  const scripts = { ja: /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u, 'zh-Hant': /\p{sc=Han}/u };
  const foreign = {
    ja: SIMPLIFIED,
    'zh-Hant': new RegExp(`[\\p{sc=Hiragana}\\p{sc=Katakana}]|${SIMPLIFIED.source}`, 'u'),
  };
  for (const language of ['ja', 'zh-Hant'] as const) {
    for (const leaf of leavesOf(textFor(language))) {
      const sentence = spokenBy(leaf);
      if (!/\p{L}{2}/u.test(sentence) || ALIKE.has(sentence)) continue;
      if (!scripts[language].test(sentence) || foreign[language].test(sentence))
        t.fail(`${language}: ${named(leaf)} is “${sentence}”`);
    }
  }
});

t.test('E-40: no sentence is kept that no page shows', async (t) => {
  for (const leaf of english) if (!isReached(leaf) && !isChosen(leaf)) t.fail(`${named(leaf)} is shown nowhere`);
  for (const prefix of CHOSEN)
    t.ok(
      english.some((leaf) => named(leaf).startsWith(`${prefix}.`)),
      `${prefix} is a dictionary`,
    );
});

t.test('E-40: no page says a word that is not in the dictionaries', async (t) => {
  for (const { path, text } of pages.filter((source) => source.path.startsWith('routes/pages/'))) {
    for (const markup of templatesOf(text)) {
      const words = wordsOf(markup).filter((word) => !ALIKE.has(word));
      if (words.length > 0) t.fail(`${path}: ${words.join(' | ')}`);
    }
  }
});
