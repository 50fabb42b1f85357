import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** Status line and headers as received. */
  head: string;
  body: string;
}

const NOTHING = Buffer.alloc(0);
const HEAD_END = '\r\n\r\n';
const SILENCE_MS = 30_000;

/**
 * A keep-alive HTTP/1.1 connection with one request at a time. As a client, `node:http` costs more than some of the
 * measured servers, and on a two-core machine the load generator would measure itself.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = NOTHING;
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error(`no answer for ${SILENCE_MS} ms`)));
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  static open(origin: URL): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(origin.port), origin.hostname);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new Connection(socket));
      });
    });
  }

  send(request: string | Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  /** Returns whether a request can be sent. The server closes a connection when it ends. */
  get isOpen(): boolean {
    return this.#socket.readyState === 'open';
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const answer = readAnswer(this.#received);
    if (answer === undefined) return;
    this.#received = NOTHING;
    this.#settle()?.resolve(answer);
  }

  #fail(error: Error): void {
    this.#settle()?.reject(error);
  }

  #settle() {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}

/** Parses the response, or returns undefined if it is incomplete. */
function readAnswer(bytes: Buffer): Answer | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const body = readBody(bytes.subarray(headEnd + HEAD_END.length), head);
  return body === undefined ? undefined : { status: Number(head.slice(9, 12)), head, body };
}

function readBody(bytes: Buffer, head: string): string | undefined {
  if (/^transfer-encoding: *chunked/im.test(head)) return readChunks(bytes);
  const length = Number(header(head, 'content-length') ?? 0);
  return bytes.length < length ? undefined : bytes.toString('utf8', 0, length);
}

function readChunks(bytes: Buffer): string | undefined {
  const chunks: Buffer[] = [];
  let position = 0;
  while (true) {
    const lineEnd = bytes.indexOf('\r\n', position);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', position, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return Buffer.concat(chunks).toString('utf8');
    chunks.push(bytes.subarray(lineEnd + 2, next - 2));
    position = next;
  }
}

const patterns = new Map<string, RegExp>();

export function header(head: string, name: string): string | undefined {
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`^${name}: *(.*?)\\r?$`, 'im');
    patterns.set(name, pattern);
  }
  return pattern.exec(head)?.[1];
}
