/**
 * Notes attempts to connect clients for those who run the school or the platform: refused requests, and the steps of new
 * connections. It happens after the answer, and costs a request nothing: attempts wait in memory, within a bound that is
 * shared fairly among their sources, and are written together.
 */
import { createHmac, type KeyObject } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { factsOfFinding } from '../../schema/attempts/attempt-finding.ts';
import { type NewAttempt, withoutSecrets } from '../../schema/attempts/connection-attempt.ts';
import { loggedCaller } from '../http/log-context.ts';
import { siteOf } from '../http/rate-limit.ts';
import { basicName, factsOf, sentValue } from './facts.ts';
import { findingOf } from './findings.ts';
import { inquiryOf, lookUp } from './inquiry.ts';
import { type AttemptNotes, noteAttempt, notesOf } from './notes.ts';
import { takenStep } from './steps.ts';
import { type Noted, waitingAttempts } from './waiting.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds to what is known of the attempt that a request is. */
    readonly noteAttempt: (request: FastifyRequest, more: AttemptNotes) => void;
  }
}

/** The list of a school shows an attempt within about this time. */
const INTERVAL_MS = 1000;
/** An id or a slug. Nothing else can be that of a school. */
const SCHOOL = /^[A-Za-z0-9_-]{1,100}$/;
/** The forms of our ids and of addresses. Other text would be a stranger's words on our page. */
const CLIENT_ID = /^[A-Za-z0-9_~:/?#@.=&%-]{1,300}$/;

export interface AttemptOptions {
  /** Whether attempts are written. */
  isOn: boolean;
}

export default fp<AttemptOptions>(
  async (app, { isOn }) => {
    app.decorate('noteAttempt', noteAttempt);
    if (!isOn) return;
    const waiting = waitingAttempts(app.clock);
    const sourceKey = app.keyRing.derive('sources of attempts');
    let running: Promise<void> | undefined;

    app.addHook('onResponse', (request, reply, done) => {
      try {
        const attempt = notedAttempt(app, request, reply);
        if (attempt !== undefined) waiting.add(attempt);
      } catch (err) {
        app.log.warn({ err }, 'an attempt to connect could not be noted');
      }
      done();
    });

    async function write(): Promise<void> {
      const attempts = waiting.take();
      try {
        if (attempts.length > 0) await app.connectionAttempts.add(await attributed(app, attempts, sourceKey));
      } catch (err) {
        app.log.warn({ err, count: attempts.length }, 'attempts to connect could not be stored');
      } finally {
        running = undefined;
      }
    }

    let timer: NodeJS.Timeout | undefined;
    app.addHook('onReady', async () => {
      timer = setInterval(() => {
        if (waiting.size > 0) running ??= write();
      }, INTERVAL_MS);
      timer.unref();
    });
    // Runs before the stores close.
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await running;
    });
  },
  { name: 'connection-attempts', dependencies: ['key-ring', 'stores'] },
);

function notedAttempt(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Noted | undefined {
  const taken = takenStep(app, request, reply);
  if (taken === undefined) return undefined;
  const { siteId, isProven = false, error, description = error?.description } = notesOf(request);
  const { client_id: own, claimed_client_id: claimed, person_id: person } = loggedCaller(request);
  const sent = sentValue(request, 'client_id') ?? basicName(request);
  const clientId = own ?? claimed ?? (sent !== undefined && CLIENT_ID.test(sent) ? sent : null);
  const name = sentValue(request, 'client_name');
  return {
    ...taken,
    at: app.clock(),
    requestId: request.id,
    clientId,
    clientName: name === undefined ? null : withoutSecrets(name),
    site:
      siteId ??
      ['org_id', 'school_id', 'school'].map((one) => sentValue(request, one)).find((one) => SCHOOL.test(one ?? '')),
    standing: isProven ? 'proven' : 'claimed',
    // What one person does with an app of many hides nothing of the others.
    source: isProven ? `${clientId ?? ''} ${siteId ?? ''} ${person ?? ''}` : siteOf(request.ip),
    facts: [...factsOf(request, taken.step), ...factsOfFinding(findingOf(app, request, reply, taken))],
    inquiry: inquiryOf(request, taken.rule),
    description: description === undefined ? null : withoutSecrets(description),
  };
}

/**
 * Finds the clients and schools that attempts are about, and causes that are not known yet. The school of a client counts
 * before one that was asked for.
 * @param sourceKey hides who made them, because that is only compared
 */
async function attributed(
  app: FastifyInstance,
  attempts: readonly Noted[],
  sourceKey: KeyObject,
): Promise<NewAttempt[]> {
  const { evidence, subjects } = app.connectionAttempts;
  const others = attempts.flatMap(({ inquiry }) => (inquiry?.about === 'client' ? [inquiry.issuedTo] : []));
  const { clients, sites } = await subjects(
    [...new Set([...attempts.flatMap(({ clientId }) => clientId ?? []), ...others])],
    [...new Set(attempts.flatMap(({ site }) => site ?? []))],
  );
  const found: NewAttempt[] = [];
  for (const { site = '', source: maker, clientName, clientId, inquiry, ...attempt } of attempts) {
    const source = createHmac('sha256', sourceKey).update(maker).digest('base64url');
    const client = clients.get(clientId ?? '');
    const siteId = attempt.standing === 'proven' ? site : (client?.siteId ?? sites.get(site) ?? '');
    const subject = { siteId, clientId, client: (id: string) => clients.get(id) };
    const looked = inquiry === undefined ? undefined : await lookUp(evidence, inquiry, subject);
    // The id of a client that is not known may be anything, also a secret at the wrong place.
    const shownId = clientId === null || client !== undefined ? clientId : withoutSecrets(clientId);
    const facts = [...attempt.facts, ...factsOfFinding(looked)];
    found.push({ ...attempt, source, siteId, facts, clientId: shownId, clientName: client?.name ?? clientName });
  }
  return found;
}
