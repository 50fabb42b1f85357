// sqlite
/** What `docs/architecture.md` says of the source, where the linter cannot hold the source to it. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import t from 'tap';
import { sizes } from '../../scripts/workshop/sizes.ts';
import { productLines } from '../support/sources.ts';

const ROOT = join(import.meta.dirname, '../..');
const PRODUCT = '{schema,db,plugins,routes}/**/*.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const product = globSync(PRODUCT, { cwd: ROOT }).sort();

/** What a file takes from others: names by the path of the file they come from. */
function importsOf(file: string): [path: string, name: string][] {
  const statements = read(file).matchAll(
    /(?:(?:import|export) (?:type )?(?:\w+, )?|(?:const|=>) )\{([^{}]*)\}(?: from| = await import\() ?'(\.[^']*)'/g,
  );
  return [...statements].flatMap(([, names = '', path = '']) =>
    names
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0] ?? '',
      )
      .map((name): [string, string] => [normalize(join(dirname(file), path)), name]),
  );
}

t.test('every export of the product is used by another file', async (t) => {
  const all = globSync('{schema,db,plugins,routes,scripts,test}/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/generated/**'],
  });
  const used = new Set(all.flatMap(importsOf).map(([path, name]) => `${path} ${name}`));
  // The generator of migrations takes these as a whole.
  const whole = new Set(['db/tables/postgres.ts', 'db/tables/sqlite.ts']);
  const exported = product
    .filter((file) => !whole.has(file))
    .flatMap((file) =>
      [...read(file).matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type|let) (\w+)/gm)].map(
        ([, name]) => ({ file, name, isUsedHere: read(file).split(new RegExp(`\\b${name}\\b`)).length > 2 }),
      ),
    );
  t.ok(exported.length > 1000, `${exported.length} exports`);
  const dead = exported.filter(({ file, name, isUsedHere }) => !used.has(`${file} ${name}`) && !isUsedHere);
  t.strictSame(
    dead.map(({ file, name }) => `${file}: ${name}`),
    [],
  );
});

t.test(
  'the authorization server has fewer than 8,500 lines, and does not depend on the content of schools',
  async (t) => {
    const files = globSync('{schema,db,plugins,routes}/oauth/**/*.ts', { cwd: ROOT });
    const lines = files.reduce((sum, file) => sum + read(file).trimEnd().split('\n').length, 0);
    t.ok(files.length > 70 && lines < 8500, `${lines} lines in ${files.length} files`);
    const reaching = productLines('{db,plugins,routes}/oauth').filter(({ text }) =>
      /\bapp\.school\b|\bschool: \{/.test(text),
    );
    t.strictSame(reaching, []);
  },
);

t.test('the repository is no larger than npm run sizes allows, and what has become smaller stays so', (t) => {
  for (const { name, unit, size, limit } of sizes()) {
    t.ok(size <= limit, `${name}: ${size} ${unit}, of ${limit}`);
    t.ok(size > limit * 0.97, `${name}: ${size} ${unit}, so the limit of ${limit} can be lowered`);
  }
  t.end();
});

t.test('pages lean on what they share, on words and on the surfaces, and none of these imports a page', (t) => {
  const importing = (pattern: string, isWrong: (path: string) => boolean): string[] =>
    globSync(pattern, { cwd: ROOT }).flatMap((file) =>
      importsOf(file)
        .filter(([path]) => isWrong(path))
        .map(([path]) => `${file}: ${path}`),
    );
  const ofPages = (path: string): boolean => path.startsWith('routes/pages/');
  const ofOnePage = (path: string): boolean => ofPages(path) && !path.startsWith('routes/pages/kit/');
  t.ok(importing('routes/pages/kit/**/*.ts', ofPages).length > 80, 'imports are seen');
  // What the OAuth endpoints need of pages is an interface of theirs, with four functions.
  const { body = '' } = /interface OauthPages \{\n(?<body>.*?)\n\}/s.exec(read('routes/oauth/pages.ts'))?.groups ?? {};
  t.equal([...body.matchAll(/^ {2}\w+\(/gm)].length, 4);
  t.strictSame(importing('routes/pages/kit/**/*.ts', ofOnePage), []);
  t.strictSame(importing('routes/{words,oauth,apis}/**/*.ts', ofPages), []);
  t.strictSame(importing('routes/{documents,emails}/**/*.ts', ofOnePage), []);
  t.end();
});

t.test('the folders of schema and db import each other in one direction', (t) => {
  const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/');
  const arrows = new Set(
    globSync('{schema,db}/*/**/*.ts', { cwd: ROOT }).flatMap((file) =>
      importsOf(file)
        .map(([path]) => [folderOf(file), folderOf(path)])
        .filter(([from, to]) => from !== to && to?.includes('/'))
        .map((pair) => pair.join(' → ')),
    ),
  );
  t.ok(arrows.size > 30, `${arrows.size} arrows`);
  t.strictSame(
    [...arrows].filter((arrow) => arrows.has(arrow.split(' → ').reverse().join(' → '))),
    [],
  );
  t.end();
});

t.test('the files that the guide to the code names are there', (t) => {
  const guides = [
    'docs/architecture.md',
    ...globSync('{routes,plugins,db,schema,scripts,test}/**/README.md', { cwd: ROOT }),
  ];
  const named = guides
    .filter((guide) => !guide.includes('node_modules'))
    .flatMap((guide) =>
      [...read(guide).matchAll(/`((?:routes|plugins|db|schema|scripts|test)\/[\w./-]+\.ts)`/g)].map(
        ([, path = '']) => ({
          guide,
          path,
        }),
      ),
    );
  t.ok(named.length > 100, `${named.length} names`);
  t.strictSame(
    // The list that the README of the kit adds is an example.
    named.filter(({ path }) => !existsSync(join(ROOT, path)) && !path.endsWith('/lecturers.ts')),
    [],
  );
  t.end();
});

t.test('drizzle-kit needs one snapshot of the tables of each engine, and there is no other', (t) => {
  const migrations = join(ROOT, 'db/migrations');
  for (const engine of ['sqlite', 'postgres']) {
    const entries = JSON.parse(readFileSync(join(migrations, engine, 'meta/_journal.json'), 'utf8')).entries.length;
    const newest = `${String(entries - 1).padStart(4, '0')}_snapshot.json`;
    t.strictSame(globSync('*_snapshot.json', { cwd: join(migrations, engine, 'meta') }), [newest], engine);
  }
  t.end();
});

t.test('each file of schema, db and plugins begins by saying what it is for', async (t) => {
  const silent = product.filter((file) => /^(?:schema|db|plugins)\//.test(file) && !read(file).startsWith('/**'));
  t.strictSame(silent, [], 'without a purpose');
});
