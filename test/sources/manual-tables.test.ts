// sqlite
/** The tables and drawings of the manual that come from the source are up to date. With MANUAL=write (`npm run manual`), writes them. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';
import { testApp } from '../support/app.ts';
import { drawings } from '../support/drawings/index.ts';
import { manualTables } from '../support/manual-tables.ts';
import { committedTable, writeTable } from '../support/marked-parts.ts';

const ROOT = join(import.meta.dirname, '../..');
const WRITES = process.env.MANUAL === 'write';
const filesIn = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).sort();
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

t.test('the tables of the manual are what npm run manual writes', async (t) => {
  const { app } = await testApp(t, { seed: false });
  for (const [file, name, content] of await manualTables(app)) {
    t.ok(content.length > 60, `${file}: ${content.length} characters`);
    if (WRITES) writeTable(file, name, content);
    t.equal(committedTable(file, name), content, file);
  }
});

t.test('the drawings of the manual are what npm run manual draws', async (t) => {
  const { app } = await testApp(t, { seed: false });
  const drawn = await drawings(app);
  for (const [name, svg] of Object.entries(drawn)) {
    if (WRITES) writeFileSync(join(ROOT, 'docs/images', name), svg);
    t.equal(read(`docs/images/${name}`), svg, name);
  }
  t.strictSame(
    filesIn('docs/images/*.svg').map((file) => basename(file)),
    Object.keys(drawn).toSorted(),
  );
});

t.test('every drawing has its text alternative and colours of both schemes, and runs and loads nothing', (t) => {
  const pages = filesIn('docs/**/*.md').map(read).join('\n');
  for (const file of filesIn('docs/images/*.svg')) {
    const svg = read(file);
    t.match(svg, /^<svg [^>]*role="img" aria-labelledby="title description"/, file);
    t.match(svg, /<title id="title">[^<]{10,}<\/title>\n<desc id="description">[^<]{60,}<\/desc>/, file);
    const [, dark = ''] = /<style>@media \(prefers-color-scheme: dark\)\{(.*)\}<\/style>/.exec(svg) ?? [];
    const classes = [...svg.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
    const light = classes.filter((name) => !dark.includes(`.${name}{`));
    t.strictSame(light, [], `${file}: no colour is the same in the dark`);
    t.equal(svg.match(/<(?:text|rect|path)/g)?.length, svg.match(/class="/g)?.length, `${file}: all has a colour`);
    t.notMatch(svg, /<(?:script|foreignObject|image|use|a)\b|\son\w+=|href|url\(|@import/i, file);
    const shown = [...pages.matchAll(/!\[([^\]]*)\]\([^)]*\/?images\/([\w-]+\.svg)\)/g)].filter(
      ([, , name]) => name === basename(file),
    );
    t.ok(shown.length > 0, `${file} is on a page`);
    for (const [, alternative = ''] of shown) t.ok(alternative.length > 40, `${file}: ${alternative}`);
  }
  t.end();
});
