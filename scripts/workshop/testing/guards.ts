/** Which tests guard a source: by what they import, and by the words of their paths. */
import { basename } from 'node:path';
import { build } from 'esbuild';
import { AS_MODULES, ownFolders, packages } from './build.ts';

/** Files that import everything: a test is not about what only they import. */
const HUBS =
  /^(?:routes\/(?:app|server)\.ts|scripts\/commands\/(?:registry|schoolgate)\.ts|test\/support\/app\.ts|test\/db\/stores\.ts)$/;
const COMMON_WORDS = new Set([
  'test',
  'ts',
  'index',
  'routes',
  'plugins',
  'db',
  'schema',
  'scripts',
  'support',
  'pages',
]);

/**
 * Returns the tests of a change, those that are closest to it first: its own files, those that import a file of it, those
 * whose paths share words with it. A test that does neither is not there, although it may run the same code.
 */
export async function guardsOf(changed: readonly string[], tests: readonly string[]): Promise<string[]> {
  const imports = await importsOf(tests);
  const scored = tests.map((test) => ({
    test,
    score: Math.max(...changed.map((file) => closeness(test, file, imports))),
  }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ test }) => test);
}

type Imports = ReadonlyMap<string, readonly string[]>;

async function importsOf(tests: readonly string[]): Promise<Imports> {
  const { metafile } = await build({
    ...AS_MODULES,
    entryPoints: [...tests],
    outdir: '.tap/graph',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    write: false,
    metafile: true,
    plugins: [ownFolders, packages],
  });
  return new Map(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [file, imports.map(({ path }) => path)] as const),
  );
}

function closeness(test: string, changed: string, imports: Imports): number {
  if (test === changed) return 100;
  const steps = distance(test, changed, imports);
  // A file that runs contracts is about what they are called after.
  const partsOf = (file: string) => (imports.get(file) ?? []).filter((one) => one.startsWith('test/'));
  const parts = [test, ...partsOf(test), ...partsOf(test).flatMap(partsOf)];
  const names = Math.max(...parts.map((file) => sharedWords(basename(file), basename(changed))));
  return (steps === undefined ? 0 : 50 / steps) + 4 * sharedWords(test, changed) + 20 * names;
}

/** How many imports lead from a test to a file without passing a hub. */
function distance(from: string, to: string, imports: Imports): number | undefined {
  let reached = [from];
  const seen = new Set(reached);
  for (let steps = 1; reached.length > 0; steps++) {
    const next = reached.filter((file) => !HUBS.test(file)).flatMap((file) => imports.get(file) ?? []);
    if (next.includes(to)) return steps;
    reached = [...new Set(next)].filter((file) => !seen.has(file));
    for (const file of reached) seen.add(file);
  }
  return undefined;
}

function sharedWords(test: string, changed: string): number {
  const words = wordsOf(changed);
  return [...wordsOf(test)].filter((word) => words.has(word)).length;
}

const wordsOf = (path: string): Set<string> =>
  new Set(
    path
      .split(/[^a-z]+/)
      .map((word) => word.replace(/s$/, ''))
      .filter((word) => word.length > 2 && !COMMON_WORDS.has(word)),
  );
