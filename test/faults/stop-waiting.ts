/** A stop while connections are open that never ask for anything, and while e-mails wait to be sent (F52, F53). */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEmail } from '../support/emails.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { ServerProcess, type Settings, send } from '../support/server-process.ts';
import type { SmtpServer } from '../support/smtp-server.ts';
import { inspectFile, logBytes } from './crash.ts';
import { check, inParallel, type Report } from './report.ts';

/** What a container gets to stop in, unless somebody asks for more. */
const GRACE_MS = 10_000;
/** A request has 15 seconds in all, and the loop its pauses. */
const HALF_BODY_MS = 22_000;
const PATIENCE_MS = 60_000;

const fileOf = ({ DATABASE_URL: url = '' }: Settings): string => url.slice('file:'.length);

const HEAD = 'POST /api/oauth/token HTTP/1.1\r\nHost: 127.0.0.1\r\n';
const BODY = `${HEAD}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n`;

async function open(origin: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  // To be hung up on is what is hoped for.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return socket;
}

async function stopWith(settings: Settings, begun: readonly string[]) {
  const server = await ServerProcess.start(settings);
  const sockets = await Promise.all(begun.map((text) => open(server.origin, text)));
  // It has read what there is to read.
  await send(`${server.origin}/healthz`);
  await sleep(100);
  const { code, ms } = await server.stop();
  for (const socket of sockets) socket.destroy();
  return { code, ms, left: logBytes(settings) };
}

/** What balancers, browsers and port scanners leave open: no request, or a part of one (F52). */
export async function stopWithSilence(settings: Settings): Promise<Report> {
  const silent = await stopWith(settings, ['', '', 'GET /hea', HEAD]);
  const halfBody = await stopWith(settings, ['', `${BODY}grant_type=`]);
  return {
    checks: [
      check('exit code', silent.code, 0),
      check('bytes left in the log', silent.left, 0),
      check(`stopped within ${GRACE_MS} ms`, silent.ms <= GRACE_MS, true),
      check('half a body: exit code', halfBody.code, 0),
      check('half a body: bytes left in the log', halfBody.left, 0),
      check(`half a body: stopped within ${HALF_BODY_MS} ms`, halfBody.ms <= HALF_BODY_MS, true),
      ...inspectFile(fileOf(settings)),
    ],
    figures: { 'stop ms': silent.ms, 'with half a body': halfBody.ms },
  };
}

/** The mail server is slow, so most e-mails still wait when the server is told to stop (F53). */
export async function stopWhileSending(
  settings: Settings,
  mail: SmtpServer,
  people: readonly string[],
): Promise<Report> {
  const server = await ServerProcess.start(settings);
  const answered: string[] = [];
  await inParallel(people, 4, async (email) => {
    const browser = new HttpBrowser(server.origin, settings.BASE_URL);
    const form = await browser.get('/password/forgot');
    if ((await browser.submit(form, '/password/forgot', { email })).status === 200) answered.push(email);
  });
  const stopped = await server.stop();
  const sent = () => new Set(mail.messages.map((raw) => readEmail(raw).to));
  const early = sent().size;
  const again = await ServerProcess.start(settings);
  const missing = () => answered.filter((email) => !sent().has(email));
  for (const end = performance.now() + PATIENCE_MS; missing().length > 0 && performance.now() < end; ) await sleep(50);
  await again.stop();
  const ids = mail.messages.map((raw) => readEmail(raw).headers.get('message-id'));
  return {
    checks: [
      check('requests answered', answered.length, people.length),
      check('exit code', stopped.code, 0),
      check(`stopped within ${GRACE_MS} ms`, stopped.ms <= GRACE_MS, true),
      check('e-mails lost', missing(), []),
      check('e-mails sent twice', ids.length - new Set(ids).size, 0),
      check('some were left to send', early < answered.length, true),
    ],
    figures: { 'e-mails': ids.length, 'sent before the stop': early, 'stop ms': stopped.ms },
  };
}
