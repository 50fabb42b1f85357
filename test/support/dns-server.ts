/** A DNS server on this computer, which knows TXT records (RFC 1035). */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Test } from 'tap';

const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME] = [0, 2, 3];
const HEADER_BYTES = 12;
const TXT = 16;
const INTERNET = 1;

/** The records of a name, each of one or more strings; or what the server does instead of an answer. */
export type Zone = Readonly<Record<string, readonly (readonly string[])[] | 'fails' | 'is silent'>>;

/** @returns the address with the port. Names that the zone does not have do not exist. */
export async function dnsServer(t: Pick<Test, 'teardown'>, zone: Zone): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const answer = answerTo(query, zone);
    if (answer !== undefined) socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

function answerTo(query: Buffer, zone: Zone): Buffer | undefined {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  // The end of the name, the type and the class.
  const question = query.subarray(HEADER_BYTES, at + 5);
  const known = zone[labels.join('.').toLowerCase()];
  if (known === 'is silent') return undefined;
  const code = known === 'fails' ? SERVER_FAILURE : known === undefined ? NO_SUCH_NAME : NO_ERROR;
  const records = Array.isArray(known) ? known.map(recordOf) : [];
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  // A response, with recursion wanted and available.
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records]);
}

function recordOf(strings: readonly string[]): Buffer {
  const data = Buffer.concat(strings.flatMap((text) => [Buffer.from([text.length]), Buffer.from(text, 'latin1')]));
  const head = Buffer.alloc(12);
  // A pointer to the name in the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(INTERNET, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
