/** The words of the product, as files: what translators write, and what the compiler makes of it. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { argumentsOf, faultsOf, leavesOf, readWords, typesOf } from '../../scripts/workshop/words.ts';
import { temporaryFolder } from '../support/app.ts';

const ROOT = join(import.meta.dirname, '../..');
/** As `npm run` starts a command, under a Node that is new enough. */
const NPM_RUN = [join(ROOT, 'scripts/node/with-node.js'), 'node'];
const words = readWords();
const english = words.en ?? {};

t.test('each language has the keys of English, and sentences with arguments where English has them [E-40]', (t) => {
  for (const [language, own] of Object.entries(words)) t.strictSame(faultsOf(language, own, english), [], language);
  t.strictSame(faultsOf('xx', { a: 'A', b: '{n}', d: '{x}' }, { b: 'B', c: 'C', d: '{x} of {n}' }), [
    'b takes arguments in xx only',
    'c is missing',
    'd lacks {n}',
    'a is no key of English',
  ]);
  t.end();
});

t.test('the types are those of the words', (t) => {
  t.equal(readFileSync(join(ROOT, 'routes/words/words.d.ts'), 'utf8'), typesOf(words), 'run npm run words');
  const types = typesOf({
    en: { a: 'for {name}', b: 'B', c: ['{n, plural, other {#}}'] },
    de: { a: '{x, select, true {y} other {}}' },
  });
  t.match(types, 'readonly a: (values: { name: string; x: boolean }) => string;\n  readonly b: string;');
  t.match(types, 'readonly c: readonly [(values: { n: number }) => string];');
  t.end();
});

t.test('every message can be read, counts as its language does and needs no quoting', (t) => {
  for (const [language, own] of Object.entries(words)) {
    const forms: readonly string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const faults = leavesOf(own).flatMap(([path, message]) => {
      argumentsOf(message, language);
      const wrong = [...message.matchAll(/[ {](zero|one|two|few|many) \{/g)].filter(
        ([, form = '']) => !forms.includes(form),
      );
      // An apostrophe would begin a quotation in a sentence; a text has the typographic one.
      return wrong.length > 0 || message.includes("'") || /\{\w+, plural,(?!.* other \{)/s.test(message) ? [path] : [];
    });
    t.strictSame(faults, [], language);
  }
  t.end();
});

t.test('a command begins a language with one file of words, and names what is left of English', (t) => {
  const folder = temporaryFolder(t);
  for (const path of ['routes/words', 'schema/text/language.ts'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [...NPM_RUN, join(ROOT, 'scripts/workshop/words.ts'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  t.match(run('add', 'fr', 'Français'), {
    status: 0,
    stdout: `fr: ${leavesOf(english).length} texts are as in English\n`,
  });
  t.ok(existsSync(join(folder, 'routes/words/fr.json')));
  t.match(readFileSync(join(folder, 'schema/text/language.ts'), 'utf8'), "  fr: 'Français',\n");
  t.match(run('add', 'fr', 'Français'), { status: 2, stderr: /^fr is there already/ });
  t.match(run('add', '../x', 'X'), { status: 2, stderr: /^\.\.\/x is not written as BCP 47 demands/ });
  t.match(run('add', 'PT-br', 'Português'), { status: 2, stderr: /^PT-br is not written as BCP 47 demands/ });
  t.end();
});
