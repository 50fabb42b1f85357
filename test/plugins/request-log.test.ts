/** The logger of a request, and lines for people. */
import Fastify from 'fastify';
import t from 'tap';
import { requestLog } from '../../plugins/http/request-log.ts';
import { prettyLog } from '../../plugins/running/log-format.ts';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

t.test(
  'each level of the logger of a request writes what the request is about, and its level can be changed',
  async (t) => {
    const lines: string[] = [];
    const app = Fastify({
      logger: { level: 'trace', stream: { write: (line: string) => lines.push(line) } },
      childLoggerFactory: requestLog,
      genReqId: () => 'request-1',
    });
    app.get('/', async ({ log }) => {
      const level = log.level;
      for (const name of LEVELS) log[name](`at ${name}`);
      log.silent('never');
      log.level = 'error';
      log.warn('not any more');
      return { level, changed: log.level };
    });
    t.strictSame((await app.inject('/')).json(), { level: 'trace', changed: 'error' });
    const written = lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg.startsWith('at ') || /any more|never/.test(msg));
    t.strictSame(
      written.map(({ msg }) => msg),
      LEVELS.map((name) => `at ${name}`),
    );
    t.ok(
      written.every(({ reqId }) => reqId === 'request-1'),
      'with the request',
    );
  },
);

t.test('a line for people has no control characters of what was sent', async (t) => {
  const { write } = await prettyLog();
  const captured = t.capture(process.stdout, 'write', () => true);
  write(JSON.stringify({ level: 30, time: 0, msg: 'sent \u001b[31mred\u2028' }));
  const [line] = captured().map(({ args: [text] }) => String(text));
  t.match(line, /sent �\[31mred�/);
});
