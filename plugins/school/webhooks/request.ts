/** Sends one webhook message to an address that a school chose. */

import type { Dispatcher } from 'undici';
import { beginningOf } from '../../../schema/text/readable.ts';
import { GuardedRequestError, guardedRequest, type Network } from '../../http/guarded-request.ts';
import type { Timer } from '../../settings/timer.ts';

/** The answer of a receiver. Without a status, nothing answered. */
export type WebhookAnswer = { status: number; answer: string } | { status: null; reason: string };

const WITHIN_MS = 10_000;
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
  } as const;
  try {
    return await guardedRequest(network, request, timer, async ({ statusCode: status, body: answer }) => ({
      status,
      answer: await startOf(answer),
    }));
  } catch (error) {
    if (error instanceof GuardedRequestError) return { status: null, reason: error.message };
    throw error;
  }
}

/** Reads the first characters of an answer. The rest is not read, however long it is. */
async function startOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MAX_ANSWER_BYTES) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES));
  return beginningOf(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), MAX_ANSWER);
}
