/** The source of the product, for rules that no request can show. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface SourceLine {
  file: string;
  text: string;
}

/** Every line of code of the server, without those that only comment. */
export const productLines = (folders = '{schema,db,plugins,routes}'): SourceLine[] =>
  globSync(`${folders}/**/*.ts`, { cwd: ROOT })
    .sort()
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .map((text) => ({ file, text: text.trim() })),
    )
    .filter(({ text }) => !/^(\/\/|\/?\*)/.test(text));

/** The files in which a pattern stands. */
export const filesWith = (lines: readonly SourceLine[], pattern: RegExp): string[] => [
  ...new Set(lines.filter(({ text }) => pattern.test(text)).map(({ file }) => file)),
];
