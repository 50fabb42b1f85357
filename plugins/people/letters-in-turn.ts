/** Sends e-mails to many people, of which only a few are in memory at a time. */

/** As many as there are connections to the mail server. */
const SENT_AT_ONCE = 2;
/** Failures of the mail server in a row, after which the rest are given up. */
const MAX_FAILURES = 10;
/** E-mails that are still sent when the server stops. */
const MAX_WHILE_STOPPING = 100;

/**
 * @param send returns false if the mail server could not be used, and true also if it refused this recipient
 * @returns false if it was stopped, or gave up, before the last e-mail
 */
export async function sendInTurn<Letter>(
  letters: AsyncIterable<Letter>,
  send: (letter: Letter) => Promise<boolean>,
  stopping: AbortSignal,
): Promise<boolean> {
  const iterator = letters[Symbol.asyncIterator]();
  let failures = 0;
  let left = MAX_WHILE_STOPPING;
  const mayGoOn = (): boolean => {
    if (stopping.aborted) left -= 1;
    return failures < MAX_FAILURES && left > 0;
  };
  const sender = async (): Promise<boolean> => {
    while (mayGoOn()) {
      const next = await iterator.next();
      if (next.done === true) return true;
      failures = (await send(next.value)) ? 0 : failures + 1;
    }
    return (await iterator.next()).done === true;
  };
  const isDone = await Promise.all(Array.from({ length: SENT_AT_ONCE }, sender));
  return isDone.every(Boolean);
}
