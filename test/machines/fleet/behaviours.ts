/** What clients have been seen to do with their refresh tokens, as programs. Each works three days a week. */
import { userinfo } from '../../support/oauth-client.ts';
import type { Connection } from './connection.ts';
import type { Program } from './schedule.ts';

const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What a client does on a day, at once or with pauses. */
type Session = (connection: Connection) => Program | Promise<void>;

/** Monday, Wednesday and Friday. */
const WORKDAYS = [0, 2, 4];

/** Work on Monday, Wednesday and Friday, each time in the same two hours of the morning. */
const working = (session: Session) =>
  async function* (connection: Connection): Program {
    const { around } = connection;
    const offset = 8 * HOUR + Math.floor(around.random() * 24) * 5 * MINUTE;
    const first = around.now + offset;
    yield offset;
    for (let day = 0; ; ) {
      if (WORKDAYS.includes(day % 7)) {
        const work = session(connection);
        if (work instanceof Promise) await work;
        else yield* work;
      }
      // A session can last until the next day, or longer.
      day = Math.floor((around.now - first) / DAY) + 1;
      yield first + day * DAY - around.now;
    }
  };

/** The server has answered, and the client never gets to know. */
const lose = (connection: Connection): Promise<unknown> => {
  connection.refreshes += 1;
  return connection.present(connection.stored.refresh_token);
};

async function careful(connection: Connection): Promise<void> {
  await connection.renew();
}

async function* losing(connection: Connection): Program {
  while (connection.around.random() < 0.3) {
    await lose(connection);
    yield 10 * MINUTE;
  }
  await connection.renew();
}

async function* eight(connection: Connection): Program {
  const { refresh_token: read } = connection.stored;
  const answers = await Promise.all(Array.from({ length: 8 }, () => connection.use(read)));
  connection.stored = answers.find((one) => one !== undefined) ?? connection.stored;
  // One of them had read the store before the others wrote it.
  yield 20 * SECOND;
  if (answers[0] !== undefined) connection.stored = (await connection.use(read)) ?? connection.stored;
}

/** The store is read-only for up to six days of each month. */
async function fullDisk(connection: Connection): Promise<void> {
  const isFull = connection.around.now % (30 * DAY) < 6 * DAY;
  const given = await connection.use();
  if (given !== undefined && !isFull) connection.stored = given;
}

async function* killed(connection: Connection): Program {
  if (connection.around.random() < 0.25) {
    await lose(connection);
    yield MINUTE + Math.floor(connection.around.random() * 20 * HOUR);
  }
  await connection.renew();
}

/** Every access token seems to have expired. */
async function* fast(connection: Connection): Program {
  for (let request = 0; request < 3; request += 1) {
    await connection.renew();
    yield 10 * MINUTE;
  }
}

/** The access token is taken for good an hour too long. */
async function slow(connection: Connection): Promise<void> {
  const { statusCode } = await userinfo(connection.around.app, connection.stored.access_token);
  if (statusCode !== 200) await connection.renew();
}

async function* offline(connection: Connection): Program {
  await connection.renew();
  yield 29 * DAY;
  await connection.renew();
}

/** A node stops while it answers, and the client asks the next one. */
async function restarted(connection: Connection): Promise<void> {
  await lose(connection);
  await connection.renew();
}

/** Nothing is ever stored but the tokens of a consent. */
async function forever(connection: Connection): Promise<void> {
  await connection.use();
}

export const BEHAVIOURS = {
  'stores each token before it uses it': careful,
  'three answers in ten are lost, for ten minutes each': losing,
  'eight processes with one store': eight,
  'cannot store anything for six days a month': fullDisk,
  'killed in the middle of every fourth refresh': killed,
  'clock one hour fast': fast,
  'clock one hour slow': slow,
  '29 days offline': offline,
  'rolling restart in the middle of every refresh': restarted,
  'sends its first token for ever': forever,
} as const satisfies Record<string, Session>;

export type Behaviour = keyof typeof BEHAVIOURS;
export const FOREVER: Behaviour = 'sends its first token for ever';

export const programOf = (behaviour: Behaviour, connection: Connection): Program =>
  working(BEHAVIOURS[behaviour])(connection);
