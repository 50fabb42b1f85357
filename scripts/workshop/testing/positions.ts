/** Translates positions in built modules to positions in the source. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';

const POSITION = /((?:\/|\.tap\/)[^\s():]*\.mjs):(\d+):(\d+)/g;
/** tap prints the position of an assertion in three lines. */
const PLACE = /(fileName: )(\S+\.mjs)(\n\s+lineNumber: )(\d+)(\n\s+columnNumber: )(\d+)/g;

const maps = new Map<string, SourceMap | undefined>();

/** Replaces each position in a built module by the position in its source. */
export function toSource(text: string): string {
  return text
    .replace(POSITION, (whole, file: string, line: string, column: string) => {
      const found = find(file, Number(line), Number(column));
      return found === undefined ? whole : `${found.file}:${found.line}:${found.column}`;
    })
    .replace(PLACE, (whole, name, file: string, beforeLine, line: string, beforeColumn, column: string) => {
      const found = find(file, Number(line), Number(column));
      if (found === undefined) return whole;
      return `${name}${found.file}${beforeLine}${found.line}${beforeColumn}${found.column}`;
    });
}

function find(file: string, line: number, column: number) {
  const entry = mapOf(file)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !('originalSource' in entry)) return undefined;
  return {
    file: relative('.', resolve(dirname(file), entry.originalSource)),
    line: entry.originalLine + 1,
    column: entry.originalColumn + 1,
  };
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    const path = `${file}.map`;
    maps.set(file, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined);
  }
  return maps.get(file);
}
