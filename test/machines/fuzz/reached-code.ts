/** Which code of some modules has been run, as V8 measures it, block by block. */
import { type Profiler, Session } from 'node:inspector/promises';

export interface ReachedCode {
  /** Looks at what has run since the last look, and remembers it. @returns whether some of it never ran before */
  grew(): Promise<boolean>;
  /** The same without remembering it. */
  wouldGrow(): Promise<boolean>;
  /** The share of the characters of the code that ran, among the functions that V8 has compiled. */
  share(): number;
  stop(): Promise<void>;
}

/** @param code parts of the paths of the modules */
export async function reachedCode(code: readonly string[]): Promise<ReachedCode> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const functions = new Map<string, Uint8Array>();

  /** @returns the characters of a function that ran: the blocks come from the outermost to the innermost */
  const charactersOf = (ranges: readonly Profiler.CoverageRange[], from: number, to: number): Uint8Array => {
    const ran = new Uint8Array(to - from);
    for (const { startOffset, endOffset, count } of ranges)
      ran.fill(count > 0 ? 1 : 0, startOffset - from, endOffset - from);
    return ran;
  };

  const look = async (isKept: boolean): Promise<boolean> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    let isMore = false;
    for (const { url, functions: seen } of result.filter((one) => code.some((part) => one.url.includes(part)))) {
      for (const { ranges } of seen) {
        const [{ startOffset: from, endOffset: to, count } = { startOffset: 0, endOffset: 0, count: 0 }] = ranges;
        if (count === 0) continue;
        const key = `${url} ${from} ${to}`;
        const now = charactersOf(ranges, from, to);
        const known = functions.get(key);
        const isNew = now.some((ran, at) => ran === 1 && known?.[at] !== 1);
        if (!isNew) continue;
        isMore = true;
        if (isKept) functions.set(key, known?.map((ran, at) => ran | (now[at] ?? 0)) ?? now);
      }
    }
    return isMore;
  };

  return {
    grew: () => look(true),
    wouldGrow: () => look(false),
    share() {
      let ran = 0;
      let all = 0;
      for (const characters of functions.values()) {
        all += characters.length;
        for (const one of characters) ran += one;
      }
      return all === 0 ? 0 : ran / all;
    },
    async stop() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
