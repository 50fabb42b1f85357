/** Shows a person that a command works which prints nothing for long. */

const EACH_MS = 1000;
/** Goes to the start of the line and clears it. */
const CLEAR = '\r\u001B[K';

/** Runs a work, and on a terminal shows what it is and for how long it has run. Nothing of it is in a pipe or a file. */
export async function withProgress<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const { stderr } = process;
  if (!stderr.isTTY) return work();
  const began = performance.now();
  const show = (): boolean => stderr.write(`${CLEAR}${what} … ${Math.round((performance.now() - began) / 1000)} s`);
  show();
  const timer = setInterval(show, EACH_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    stderr.write(CLEAR);
  }
}
