/** Sends the copy of all that is stored about a person. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export const sendAccountDocument = (reply: FastifyReply, document: AsyncIterable<string>, at: number): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="account-${new Date(at).toISOString().slice(0, 10)}.json"`,
      'cache-control': 'no-store',
    })
    .send(Readable.from(document));
