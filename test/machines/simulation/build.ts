/**
 * Bundles the product with the simulation around it. Chance, the store and the hosts of documents are replaced at the
 * module boundary, so that the product needs no switches. A planted bug is a change of one file of the product in this
 * bundle alone.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { AS_MODULES, inItsFolder, packages } from '../../../scripts/workshop/testing/build.ts';

export const ROOT = join(import.meta.dirname, '../../..');
const HERE = 'test/machines/simulation';
const SEAMS = join(ROOT, HERE, 'seams');
/** Finds out what became of a transaction whose answer was lost. */
const RETRIES = 'db/engine/undecided.ts';

/** A change of the product that makes it wrong. */
export interface Bug {
  readonly name: string;
  readonly file: string;
  /** What stands in the file, exactly once. */
  readonly find: string;
  readonly replace: string;
}

export function planted(source: string, { name, file, find, replace }: Bug): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${name}: ${file} contains what is to be replaced ${parts.length - 1} times`);
  return parts.join(replace);
}

/** Is below the root, so that packages are found from it. */
const FOLDER = join(ROOT, `.tap/simulation-${process.pid}`);
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));

/** @returns the built program */
export async function buildSimulation(bug?: Bug): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const outfile = join(FOLDER, `${bug?.name.replaceAll(/\W+/g, '-') ?? 'product'}.mjs`);
  await build({
    ...AS_MODULES,
    entryPoints: [join(HERE, 'program.ts')],
    outfile,
    plugins: [seams(bug), packages],
  });
  return outfile;
}

const isOfProduct = (path: string): boolean => /^(?:db|plugins|routes|schema)\//.test(relative(ROOT, path));
const isSeam = (path: string): boolean => path.startsWith(SEAMS);

function seams(bug: Bug | undefined): Plugin {
  return {
    name: 'seams',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:crypto$/ }, ({ importer }) =>
        isOfProduct(importer) ? { path: join(SEAMS, 'crypto.ts') } : undefined,
      );
      onResolve({ filter: /^node:fs\/promises$/ }, ({ importer }) =>
        isOfProduct(importer) ? { path: join(SEAMS, 'files.ts') } : undefined,
      );
      onResolve({ filter: /^node:timers\/promises$/ }, ({ importer }) =>
        relative(ROOT, importer) === RETRIES ? { path: join(SEAMS, 'pauses.ts') } : undefined,
      );
      onResolve({ filter: /\/db\/database\.ts$/ }, ({ importer }) =>
        isSeam(importer) ? undefined : { path: join(SEAMS, 'database.ts') },
      );
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path.includes('/node_modules/')) return undefined;
        const source = await readFile(path, 'utf8');
        const file = relative(ROOT, path);
        const wrong = bug?.file === file ? planted(source, bug) : source;
        return { contents: ofTheWorld(inItsFolder(wrong, path), file), loader: 'ts' };
      });
    },
  };
}

const TIME = ['performance', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] as const;

/** The time that the product waits and measures is the world's. The engine measures how long it has really worked. */
function ofTheWorld(source: string, file: string): string {
  if (!/^(?:plugins|routes)\//.test(file) && file !== RETRIES) return source;
  const used = TIME.filter((name) => new RegExp(`(?<![.\\w])${name}(?:\\(|\\.now\\()`).test(source));
  if (used.length === 0) return source;
  return `import { ${used.join(', ')} } from ${JSON.stringify(join(SEAMS, 'clock.ts'))};\n${source}`;
}
