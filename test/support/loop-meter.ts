/** How long the event loop is held, as time of the processor, which other processes on the machine do not change much. */

/** @returns the longest turn of the event loop while something runs, in milliseconds */
export async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let last = process.threadCpuUsage();
  const measure = (): void => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - last.user - last.system);
    last = now;
    if (!isOver) setImmediate(measure);
  };
  setImmediate(measure);
  try {
    await run();
  } finally {
    isOver = true;
    measure();
  }
  return longest / 1000;
}

/** The least CPU time of this thread in several tries, one of which garbage collection may have met. */
export async function leastCpuMs(work: () => unknown, enough: number, tries = 5): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let done = 0; done < tries && least > enough; done += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** What is not its own doing, such as a collection of garbage, does not happen each time. */
export async function leastLongestTurn(run: () => Promise<unknown>, enough: number, tries = 3): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let done = 0; done < tries && least > enough; done += 1) least = Math.min(least, await longestTurn(run));
  return least;
}
