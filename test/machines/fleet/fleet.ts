/** A fleet of clients at the real server: two nodes that are restarted in turn, on one database, with one clock. */
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { addCallers } from '../../support/admin.ts';
import { type TestApp, temporaryFolder, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { Mailbox } from '../../support/emails.ts';
import { obtainTokens, type Tokens } from '../../support/oauth-client.ts';
import { randomFrom } from '../../support/seed.ts';
import { wrongCounters } from '../scale/counters.ts';
import { BEHAVIOURS, type Behaviour, DAY, FOREVER, HOUR, programOf } from './behaviours.ts';
import { CLIENT, Connection, type Surroundings } from './connection.ts';
import { office } from './office.ts';
import { type Program, play } from './schedule.ts';
import { type Theft, thief, WAYS } from './thieves.ts';

const WEEK = 7 * DAY;
/** One connection in so many is stolen from, if its client can be stolen from unnoticed at all. */
const STOLEN = 10;

export interface Size {
  connections: number;
  days: number;
  seed: number;
}

export interface Row {
  behaviour: Behaviour;
  connections: number;
  refreshes: number;
  needless: number;
  /** The least time between two needless consents of a connection, in days; undefined if there were no two. */
  apart: number | undefined;
  thieves: number;
  found: number;
  /** The most uses of the victim until a thief was found. */
  victimUses: number;
}

export interface Voyage {
  rows: readonly Row[];
  /** What people were sent. */
  emails: number;
  /** Counters that are not what a recount finds, after the office's day. */
  wrong: readonly string[];
}

/** The nodes, and what clients see of them. */
class Service implements Surroundings {
  readonly #nodes: TestApp[] = [];
  readonly #open: () => Promise<TestApp>;
  readonly random: () => number;
  #turn = 0;
  now = 0;

  constructor(open: () => Promise<TestApp>, seed: number) {
    this.#open = open;
    this.random = randomFrom(seed);
  }

  async start(): Promise<void> {
    for (let node = 0; node < 2; node += 1) this.#nodes.push(await this.#open());
    this.moveTo(this.#nodes[0]?.clock.now ?? 0);
  }

  get app(): FastifyInstance {
    this.#turn += 1;
    const node = this.#nodes[this.#turn % this.#nodes.length];
    if (node === undefined) throw new Error('no node');
    return node.app;
  }

  moveTo(time: number): void {
    this.now = time;
    for (const { clock } of this.#nodes) clock.now = time;
  }

  /** Another process in the place of one of the two. */
  async restart(node: number): Promise<void> {
    const [old] = this.#nodes.splice(node, 1);
    await old?.app.close();
    const next = await this.#open();
    next.clock.now = this.now;
    this.#nodes.splice(node, 0, next);
  }

  async sendLetters(): Promise<void> {
    await this.app.outbox.sendDue();
  }

  async consent(): Promise<Tokens> {
    return obtainTokens(this.app, CLIENT, {}, { browser: new Browser(this.app) });
  }
}

/** Each node is restarted every two weeks, one hour after the other. */
async function* rollingRestarts(service: Service): Program {
  for (yield WEEK; ; yield 2 * WEEK - HOUR) {
    await service.restart(0);
    yield HOUR;
    await service.restart(1);
  }
}

async function* postman(service: Service): Program {
  for (;;) {
    yield DAY;
    await service.sendLetters();
  }
}

export async function sail(t: Test, { connections: count, days, seed }: Size): Promise<Voyage> {
  const options = { databaseUrl: databaseFile(t).url, dataDir: temporaryFolder(t) };
  const service = new Service(() => testApp(t, { ...options, nodes: 1 }), seed);
  await service.start();
  await addCallers(service.app);
  const begin = service.now;
  const kinds = Object.keys(BEHAVIOURS) as Behaviour[];
  const members: { behaviour: Behaviour; connection: Connection; thefts: Theft[] }[] = [];
  const programs: Program[] = [rollingRestarts(service), postman(service), office(service)];
  for (let index = 0; index < count; index += 1) {
    const behaviour = kinds[index % kinds.length] ?? FOREVER;
    const connection = new Connection(service);
    const thefts: Theft[] = [];
    await connection.connect();
    members.push({ behaviour, connection, thefts });
    programs.push(programOf(behaviour, connection));
    const turn = Math.floor(index / kinds.length);
    if (behaviour === FOREVER || turn % STOLEN !== 0) continue;
    const way = WAYS[(turn / STOLEN + (index % kinds.length)) % WAYS.length] ?? 'at once';
    programs.push(thief(connection, way, thefts, Math.floor(service.random() * Math.max(1, days - 45))));
  }
  await play(programs, begin + days * DAY, (time) => service.moveTo(time), begin);
  await service.sendLetters();
  for (const { thefts, connection } of members) {
    for (const { loot, isFound } of thefts) {
      for (const tokens of loot) {
        if (isFound && (await connection.isGood(tokens)))
          throw new Error('a thief who was found still has a good token');
      }
    }
  }
  return {
    rows: rowsOf(kinds, members),
    emails: new Mailbox(options.dataDir).take().length,
    wrong: await wrongCounters(options.databaseUrl),
  };
}

const total = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0);

function rowsOf(
  kinds: readonly Behaviour[],
  members: readonly { behaviour: Behaviour; connection: Connection; thefts: readonly Theft[] }[],
): Row[] {
  return kinds.map((behaviour) => {
    const own = members.filter((member) => member.behaviour === behaviour);
    const thefts = own.flatMap((member) => member.thefts);
    const gaps = own.flatMap(({ connection: { needless } }) =>
      needless.slice(1).map((at, i) => (at - (needless[i] ?? 0)) / DAY),
    );
    return {
      behaviour,
      connections: own.length,
      refreshes: total(own.map(({ connection }) => connection.refreshes)),
      needless: total(own.map(({ connection }) => connection.needless.length)),
      apart: gaps.length === 0 ? undefined : Math.min(...gaps),
      thieves: thefts.length,
      found: thefts.filter(({ isFound }) => isFound).length,
      victimUses: Math.max(0, ...thefts.map(({ victimUses }) => victimUses)),
    };
  });
}

/** How often a victim uses its token beside a thief at most: once to share it, and twice to tell them apart. */
const MOST_VICTIM_USES = 3;
/** The days after which a client that never stores a token is told. */
const LEAST_APART = 7;

/** What should not be, in words. */
export const faultsOf = ({ rows, wrong }: Voyage): string[] => [
  ...wrong,
  ...rows.flatMap(({ behaviour, needless, apart = LEAST_APART, thieves, found, victimUses }) => [
    ...(behaviour === FOREVER || needless === 0 ? [] : [`${behaviour}: ${needless} needless consents`]),
    ...(apart >= LEAST_APART ? [] : [`${behaviour}: two needless consents ${apart} days apart`]),
    ...(found === thieves ? [] : [`${behaviour}: ${thieves - found} of ${thieves} thieves were not found`]),
    ...(victimUses <= MOST_VICTIM_USES ? [] : [`${behaviour}: a thief lived through ${victimUses} uses of the victim`]),
  ]),
];
