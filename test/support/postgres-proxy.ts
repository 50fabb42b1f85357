/**
 * Stands between a server and PostgreSQL, on a unix socket of its own, and loses answers: it passes a transaction on,
 * waits until PostgreSQL has committed it, and breaks the connection instead of handing over the answer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOCKET = '.s.PGSQL.5432';
const PARSE = 0x50; // P
const BIND = 0x42; // B
const READY = 0x5a; // Z
const HEADER_BYTES = 5;

export interface AnswerLosingProxy {
  /** The URL that leads through the proxy. */
  through(url: string): string;
  /**
   * Loses the answer of the next transaction that has such a statement.
   * @param silentMs how long nobody gets through afterwards
   * @returns when the answer was lost
   */
  loseNext(statement: RegExp, silentMs?: number): Promise<void>;
  close(): void;
}

export function answerLosingProxy(folder: string): AnswerLosingProxy {
  const own = mkdtempSync(join(tmpdir(), 'schoolgate-proxy-'));
  const sockets = new Set<Socket>();
  let wanted: { statement: RegExp; silentMs: number; lost(): void } | undefined;
  let silentUntil = 0;

  const server = createServer((client) => {
    if (performance.now() < silentUntil) return void client.destroy();
    const database = createConnection(join(folder, SOCKET));
    const end = (): void => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    const texts = new Map<string, string>();
    let losing: typeof wanted;
    const read = messages((type, body) => {
      const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
      if (type === PARSE) texts.set(first, second);
      // A portal without a name, and the name of the statement.
      if (type === BIND && wanted?.statement.test(texts.get(second) ?? '')) {
        losing = wanted;
        wanted = undefined;
      }
    });
    // The first message has no type.
    let isStarted = false;
    client.on('data', (chunk) => {
      if (isStarted) read(chunk);
      isStarted = true;
      database.write(chunk);
    });
    const answered = messages((type) => {
      if (losing === undefined || type !== READY) return;
      const { silentMs, lost } = losing;
      silentUntil = performance.now() + silentMs;
      if (silentMs > 0) for (const socket of sockets) socket.destroy();
      end();
      lost();
    });
    database.on('data', (chunk) => {
      answered(chunk);
      if (losing === undefined) client.write(chunk);
    });
  });
  server.listen(join(own, SOCKET));

  return {
    through: (url) => url.replace(/host=[^&]*/, `host=${own}`),
    loseNext: (statement, silentMs = 0) =>
      new Promise((resolve) => {
        wanted = { statement, silentMs, lost: resolve };
      }),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(own, { recursive: true, force: true });
    },
  };
}

/** Returns a function that is given the bytes of a connection, and hands on its messages. */
function messages(onMessage: (type: number, body: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER_BYTES) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) return;
      onMessage(rest[0] ?? 0, rest.subarray(HEADER_BYTES, length));
      rest = rest.subarray(length);
    }
  };
}
