/** Each row of `schema/refusals` refuses something, and is explained in the words of the pages. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { type AttemptRule, RULES, ruleKey, whoChanges } from '../../schema/attempts/connection-attempt.ts';
import { keysOf } from '../../schema/data/objects.ts';
import { SENTENCES } from '../../schema/refusals/index.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Those that explain refusals, and refuse nothing. */
const EXPLAINING = [
  'schema/refusals/**',
  'schema/attempts/connection-attempt.ts',
  'plugins/connection-attempts/**',
  'plugins/openapi/**',
  'routes/pages/kit/sending.ts',
];
const source = globSync('{schema,db,plugins,routes}/**/*.ts', { cwd: ROOT, exclude: EXPLAINING })
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n');

const literals = new Set([
  ...[...source.matchAll(/'([\w.]+)'/g)].map(([, literal]) => literal),
  ...[...source.matchAll(/REFUSALS\.(\w+)\.says\.(\w+)/g)].map(([, reason, name]) => `${reason}.${name}`),
]);
/** As in `${ended}.code`, where the part that varies stands somewhere as a literal. */
const templates = [...source.matchAll(/`([a-z_.]*)\$\{[^`{}]*\}([a-z_.]*)`/g)]
  .filter(([, before = '', after = '']) => /[._]$/.test(before) || after.startsWith('.'))
  .map(([, before = '', after = '']) => new RegExp(`^${RegExp.escape(before)}(\\w+)${RegExp.escape(after)}$`));
const isUsed = (key: string): boolean =>
  literals.has(key) || templates.some((form) => literals.has(form.exec(key)?.[1]));

t.test('every sentence of a refusal is the answer to some request', (t) => {
  t.strictSame(
    [...SENTENCES.keys()].filter((key) => !isUsed(key)),
    [],
  );
  t.notOk(isUsed('code_expired.never'));
  t.end();
});

t.test('every rule is explained, with a step for each who can change something [E-40]', (t) => {
  const rules: Readonly<Record<string, readonly string[]>> = textFor('en').attempts.rules;
  const keys = new Set<string>(keysOf(RULES).map((rule: AttemptRule) => ruleKey(rule)));
  t.strictSame(Object.keys(rules).sort(), [...keys].sort());
  for (const rule of keysOf(RULES)) {
    const key = ruleKey(rule);
    t.equal(rules[key]?.length, 1 + whoChanges(key).length, rule);
  }
  t.end();
});
