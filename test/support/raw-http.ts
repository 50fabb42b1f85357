/** HTTP as bytes: what is sent is sent as it is, and answers are read as RFC 9112 describes them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const WITHIN_MS = 20_000;
const CRLF = '\r\n';

export interface RawAnswer {
  /** As in `HTTP/1.1 200 OK`. */
  readonly status: string;
  /** As they came. */
  readonly head: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export const valuesOf = ({ head }: RawAnswer, name: string): string[] =>
  head.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);

export interface Talk {
  readonly answers: readonly RawAnswer[];
  /** Whether the server has closed the connection. */
  readonly closed: boolean;
}

/**
 * Sends a request on a connection of its own.
 * @param wanted how many answers are read; those before the last are interim ones
 * @param untilClosed whether it waits for the end of the connection
 */
export async function talk(
  port: number,
  request: Buffer,
  { wanted, untilClosed }: { wanted: number; untilClosed: boolean },
): Promise<Talk> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  const bytes = reading(socket);
  const isHead = request.subarray(0, 5).toString() === 'HEAD ';
  const answers: RawAnswer[] = [];
  try {
    socket.write(request);
    while (answers.length < wanted) {
      const answer = await readAnswer(bytes, isHead);
      // An interim answer that is not expected may be ignored.
      if (/^HTTP\/1\.1 1/.test(answer.status) && wanted === 1) continue;
      answers.push(answer);
    }
    const closed = untilClosed && (await bytes.ends());
    return { answers, closed };
  } finally {
    socket.destroy();
  }
}

interface Bytes {
  /** @returns what comes before the mark, which is read too */
  until(mark: string): Promise<string>;
  take(length: number): Promise<string>;
  rest(): Promise<string>;
  ends(): Promise<boolean>;
}

function reading(socket: Socket): Bytes {
  let held: Buffer = Buffer.alloc(0);
  let isOver = false;
  let wake = (): void => undefined;
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    wake();
  });
  for (const event of ['end', 'close', 'error'] as const)
    socket.on(event, () => {
      isOver = true;
      wake();
    });
  const more = async (): Promise<void> => {
    if (isOver) throw new Error(`the connection ended after: ${held.toString().slice(0, 300)}`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new Error(`no answer in time; so far: ${held}`)), WITHIN_MS);
    wake = resolve;
    await promise.finally(() => clearTimeout(timer));
  };
  const take = async (length: number): Promise<string> => {
    while (held.length < length) await more();
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken.toString('latin1');
  };
  return {
    take,
    async until(mark) {
      while (!held.includes(mark)) await more();
      const taken = await take(held.indexOf(mark));
      await take(mark.length);
      return taken;
    },
    async rest() {
      while (!isOver) await more();
      return take(held.length);
    },
    async ends() {
      if (!isOver) await Promise.race([once(socket, 'end'), once(socket, 'close')]);
      return true;
    },
  };
}

async function readAnswer(bytes: Bytes, isHead: boolean): Promise<RawAnswer> {
  const [status = '', ...lines] = (await bytes.until(CRLF + CRLF)).split(CRLF);
  const head = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), utf8(line.slice(colon + 1).trim())];
  });
  const answer = { status, head, body: '' };
  if (isHead || /^HTTP\/1\.1 (?:1\d\d|204|304)/.test(status)) return answer;
  const [coding] = valuesOf(answer, 'transfer-encoding');
  const [length] = valuesOf(answer, 'content-length');
  if (coding !== undefined) return { ...answer, body: utf8(await chunksOf(bytes)) };
  return { ...answer, body: utf8(length === undefined ? await bytes.rest() : await bytes.take(Number(length))) };
}

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString();

async function chunksOf(bytes: Bytes): Promise<string> {
  let body = '';
  for (;;) {
    const size = Number.parseInt(await bytes.until(CRLF), 16);
    body += await bytes.take(size);
    await bytes.until(CRLF);
    if (size === 0) return body;
  }
}
