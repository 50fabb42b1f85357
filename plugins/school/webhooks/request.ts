/** Sends one webhook message to an address that a school chose. */
import type { Dispatcher } from 'undici';
import { beginningOf } from '../../../schema/text/readable.ts';
import { GuardedRequestError, guardedRequest, type Network } from '../../http/guarded-request.ts';
import type { Timer } from '../../settings/timer.ts';

/** The answer of a receiver. Without a status, nothing answered. */
export type WebhookAnswer =
  /** `retryAfter` as it was sent (RFC 9110 §10.2.3). */
  { status: number; answer: string; retryAfter: string | undefined } | { status: null; reason: string };

/** Standard Webhooks recommends 15 to 30 seconds. */
const WITHIN_MS = 20_000;
/** Proxies add very many, and none of them says that the message did not arrive. */
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_ANSWER_BYTES = 1024;
const MAX_ANSWER = 200;

/** @param mayBeLoopback for development: whether `localhost` is allowed */
export async function sendWebhook(
  network: Network,
  timer: Timer,
  {
    url,
    headers,
    body,
    mayBeLoopback,
  }: { url: string; headers: Record<string, string>; body: string; mayBeLoopback: boolean },
): Promise<WebhookAnswer> {
  const request = {
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: '*/*' },
    body,
    mayBeLoopback,
    withinMs: WITHIN_MS,
    maxHeaderBytes: MAX_HEADER_BYTES,
  } as const;
  try {
    return await guardedRequest(
      network,
      request,
      timer,
      async ({ statusCode: status, headers: received, body: answer }) => ({
        status,
        answer: await startOf(answer),
        retryAfter: [received['retry-after']].flat()[0],
      }),
    );
  } catch (error) {
    if (error instanceof GuardedRequestError) return { status: null, reason: error.message };
    throw error;
  }
}

/**
 * Reads the first characters of an answer. The rest is not read, however long it is. The status says whether a message
 * arrived, so an answer that is cut off, or does not end in time, is as good as a whole one.
 */
async function startOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_ANSWER_BYTES) break;
    }
  } catch {}
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES));
  return beginningOf(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), MAX_ANSWER);
}
