/** Creates the mutants of files with Stryker. All mutants of a file are in one source, each behind a switch. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Instrumenter, type InstrumenterOptions } from '@stryker-mutator/instrumenter';
import { ROOT } from './core.ts';

export interface Mutant {
  id: string;
  file: string;
  /** First line of the mutant, one-based. */
  line: number;
  /** The text of that line. */
  source: string;
  from: string;
  to: string;
}

/** The state that the instrumented sources read and write. */
export interface Switch {
  activeMutant?: string | undefined;
  /** Maximum number of evaluated switches. Beyond it, the mutant is considered an endless loop. */
  hitLimit?: number | undefined;
  hitCount?: number | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

const OPTIONS: InstrumenterOptions = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false };
const QUIET = { isDebugEnabled: () => false, debug: () => undefined, info: () => undefined };

/** @param folder the output folder for instrumented sources, which keep their paths */
export async function makeMutants(files: readonly string[], folder: string): Promise<Mutant[]> {
  const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
  const instrumenter = new Instrumenter(QUIET);
  const inputs = [...sources].map(([name, content]) => ({ name, content, mutate: true }));
  const { files: switched, mutants } = await instrumenter.instrument(inputs, OPTIONS);
  for (const { name, content } of switched) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return mutants.map(({ id, fileName, location: { start, end }, replacement }) => {
    const lines = (sources.get(fileName) ?? '').split('\n');
    const touched = lines.slice(start.line, end.line + 1);
    touched[touched.length - 1] = touched.at(-1)?.slice(0, end.column) ?? '';
    touched[0] = touched[0]?.slice(start.column) ?? '';
    return {
      id,
      file: fileName,
      line: start.line + 1,
      source: lines[start.line]?.trim() ?? '',
      from: onOneLine(touched.join('\n')),
      to: onOneLine(replacement ?? ''),
    };
  });
}

/** Long enough to distinguish mutants on the same line. */
const SHOWN = 90;

function onOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
