/**
 * Keeps the answer to a form for some minutes, so that the same form sent again (by a double click on a slow line, or
 * after the back button) has no second effect and is answered as before. The answer is encrypted with a key derived from
 * the form, whose one-time value is in its page only, so a copy of the database reveals nothing.
 */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isSecret } from '../../schema/credential.ts';
import { readParameters } from '../../schema/data/parameters.ts';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import { keyFromCredential, seal, unseal } from '../keys/sealing.ts';
import { provide } from '../provide.ts';
import { hostCookie, withoutCookies } from './cookies.ts';

export interface FormAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body?: string;
}

export interface FormAnswers {
  /**
   * Claims a form for this request. If the form is being processed, waits for its answer.
   * @param file that was sent with the form
   * @returns `undefined` if this request is the first; `other_session` if the form was sent in another session than this
   * @throws {OAuthError} `busy` if the first request takes too long
   */
  begin(request: FastifyRequest, file?: Buffer): Promise<FormAnswer | 'other_session' | undefined>;
  /** Keeps the answer to a form that was claimed, if it was taken. Otherwise, the form can be sent again. */
  end(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<void>;
}

declare module './stores.ts' {
  interface People {
    readonly formAnswers: FormAnswers;
  }
}

const ANSWER_LIFETIME_MS = 10 * 60_000;
/** Longer than any request takes: after this, a form can be sent again although the server stopped in between. */
const CLAIM_MS = 120_000;
const PATIENCE_MS = 10_000;
/** Copies of one form that may wait for its answer. */
const MAX_WAITING = 4;
/** Between looks at a form that another node processes. */
const PAUSE_MS = 100;
/** Those of the request, and not of the answer. */
const OF_REQUEST: ReadonlySet<string> = new Set(['x-request-id', 'content-length', 'connection', 'date']);

interface Claim {
  id: string;
  form: string;
  until: number;
  release: () => void;
}

/** What is encrypted: the answer, the sessions whose browser may see it again, and the cookie of the one that must live. */
interface SealedAnswer extends FormAnswer {
  sessions: readonly string[];
  session?: string;
}

export default fp(
  async (app) => {
    provide(app.people, 'formAnswers', formAnswers(app));
  },
  { name: 'form-answers', dependencies: ['stores', 'cookies', 'login-session'] },
);

function formAnswers(app: FastifyInstance): FormAnswers {
  const { audit, clock, log } = app;
  const { idempotencyKeys: keys } = audit;
  const { formOf, reopen, close } = envelopes(app);
  const claims = new WeakMap<FastifyRequest, Claim>();
  /** Those of this node, which need not be looked for. */
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, number>();

  /** @throws {OAuthError} `busy` if very many copies wait, because each of them may be the next to be processed */
  async function waitFor(id: string): Promise<void> {
    const others = waiting.get(id) ?? 0;
    if (others >= MAX_WAITING) throw new OAuthError('busy');
    waiting.set(id, others + 1);
    await Promise.race([running.get(id) ?? sleep(PAUSE_MS), sleep(PATIENCE_MS, undefined, { ref: false })]);
    const left = (waiting.get(id) ?? 1) - 1;
    if (left > 0) waiting.set(id, left);
    else waiting.delete(id);
  }

  return {
    async begin(request, file) {
      const form = formOf(request, file);
      if (form === undefined) return undefined;
      const id = hash('sha256', `form ${form}`, 'base64url');
      const giveUpAt = performance.now() + PATIENCE_MS;
      while (performance.now() < giveUpAt) {
        const now = clock();
        const until = now + CLAIM_MS;
        const earlier = await keys.claim(id, '', { now, until });
        if (earlier === undefined) {
          const { promise, resolve: release } = Promise.withResolvers<void>();
          running.set(id, promise);
          claims.set(request, { id, form, until, release });
          return undefined;
        }
        if (earlier.answer !== undefined) return reopen(request, form, earlier.answer.body);
        await waitFor(id);
      }
      throw new OAuthError('busy');
    },

    async end(request, reply, body) {
      const claim = claims.get(request);
      if (claim === undefined) return;
      claims.delete(request);
      const { form, id, until, release } = claim;
      try {
        const isDownload = reply.hasHeader('content-disposition');
        const isPage = typeof body === 'string' || body === null || body === undefined;
        if (reply.statusCode >= 400 || isDownload || !isPage) await keys.release(id, until);
        else
          await keys.keep(
            id,
            { ...STORED_BESIDE, body: await close(request, reply, form, body) },
            clock() + ANSWER_LIFETIME_MS,
          );
      } catch (error) {
        // What the form did is done, so its answer is sent.
        log.warn({ err: error }, 'the answer to a form was not kept');
      } finally {
        running.delete(id);
        release();
      }
    },
  };
}

/** What is stored besides the encrypted answer, which says everything. */
const STORED_BESIDE = { status: 200, headers: {} };
const PURPOSE = 'form answer';

/** Identifies forms, and encrypts and decrypts their answers. */
function envelopes(app: FastifyInstance) {
  const { loginSession } = app.people;
  const [browserCookie, sessionCookie] = [hostCookie(app, 'pre'), hostCookie(app, 'sid')];
  const digest = (cookie: string | undefined): string => hash('sha256', cookie ?? '', 'base64url');

  return {
    /** Identifies the form and its browser; `undefined` for what was not sent from a page of ours. */
    formOf(request: FastifyRequest, file: Buffer | undefined): string | undefined {
      const once = readParameters(request.body).get('once') ?? '';
      if (!isSecret(once) || !loginSession.isFromOwnPage(request)) return undefined;
      const picture = file === undefined ? '' : hash('sha256', file);
      return JSON.stringify([request.url, browserCookie.read(request) ?? '', request.body, picture]);
    },

    /** The browser has the cookie of the first request, or of its answer, or by now another one of the same session. */
    async reopen(request: FastifyRequest, form: string, sealed: string): Promise<FormAnswer | 'other_session'> {
      const plain = unseal(keyFromCredential(form, PURPOSE), Buffer.from(sealed, 'base64url'));
      const { session: secret, sessions, ...answer }: SealedAnswer = JSON.parse(plain.toString());
      const isOfBrowser = sessions.includes(digest(sessionCookie.read(request)));
      // A session that was ended elsewhere shows nothing any more.
      if (isOfBrowser && (secret === undefined || (await loginSession.isLive(secret)))) return answer;
      const session = await loginSession.find(request);
      const csrf = readParameters(request.body).get('csrf');
      const isSame = session !== undefined && loginSession.checkForm(request, csrf, 'page', session.id) === 'own';
      return isSame ? { ...answer, headers: withoutCookies(answer.headers) } : 'other_session';
    },

    async close(
      request: FastifyRequest,
      reply: FastifyReply,
      form: string,
      body: string | null | undefined,
    ): Promise<string> {
      const before = sessionCookie.read(request);
      const now = sessionCookie.given(reply) ?? before;
      const isOfSession = now !== undefined && (await loginSession.isLive(now));
      const answer: SealedAnswer = {
        status: reply.statusCode,
        headers: headersOf(reply),
        ...(typeof body === 'string' ? { body } : {}),
        sessions: [before, now].map(digest),
        ...(isOfSession ? { session: now } : {}),
      };
      return seal(keyFromCredential(form, PURPOSE), Buffer.from(JSON.stringify(answer))).toString('base64url');
    },
  };
}

const headersOf = (reply: FastifyReply): FormAnswer['headers'] =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined || OF_REQUEST.has(name) ? [] : [[name, Array.isArray(value) ? value : String(value)]],
    ),
  );
