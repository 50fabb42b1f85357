/** The world around the product: nodes on one database, a clock, browsers, and everything that was asked and answered. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { loadConfig } from '../../../plugins/settings/config.ts';
import { buildApp } from '../../../routes/app.ts';
import { pooledRandomBytes } from '../../../schema/credential.ts';
import { CHEAP } from '../../support/cheap-password.ts';
import { PASSWORD, SECRET, START } from '../../support/settings.ts';
import { Chance } from './chance.ts';
import { type Operation, Scheduler, Unanswered } from './scheduler.ts';
import { buildNode, install } from './seams/hooks.ts';

export interface WorldOptions {
  /** A database with the demo platform in it. */
  readonly template: string;
  /** Where files of this world are; it is emptied. */
  readonly folder: string;
  readonly nodes: number;
  readonly seed: number;
}

/** The product fills its pool of random bytes by this much. */
const POOL = 4096;

export class World {
  readonly scheduler = new Scheduler();
  readonly #options: WorldOptions;
  readonly #apps: FastifyInstance[] = [];
  readonly #closing = new Map<number, (() => Promise<void>)[]>();
  /** Nodes that have crashed and not started again, where nothing listens. */
  readonly #down = new Set<number>();
  readonly #digest = createHash('sha256');
  /** What was asked and answered, if somebody wants to read it. */
  trace: string[] | undefined;
  now = START;
  requests = 0;
  crashes = 0;
  /** Answers of the server by status. */
  readonly statuses: Record<string, number> = {};
  #file: string;
  #files = 0;

  private constructor(options: WorldOptions) {
    this.#options = options;
    this.#file = join(options.folder, 'world-0.db');
  }

  static async open(options: WorldOptions): Promise<World> {
    const world = new World(options);
    const chance = new Chance(options.seed ^ 0x5eed);
    install({
      randomBytes: (size) => chance.bytes(size),
      now: () => world.now,
      pass: (seam) => world.scheduler.pass(seam),
      working: (change) => world.scheduler.worked(change),
      opened: (node, close) => world.#closing.set(node, [...(world.#closing.get(node) ?? []), close]),
    });
    // What is left in the pool comes from another world.
    pooledRandomBytes(POOL);
    rmSync(options.folder, { recursive: true, force: true });
    mkdirSync(options.folder, { recursive: true });
    copyFileSync(options.template, world.#file);
    for (let node = 0; node < options.nodes; node += 1) await world.#start(node);
    return world;
  }

  get nodes(): number {
    return this.#apps.length;
  }

  /** What all answers came to. */
  get digest(): string {
    return this.#digest.copy().digest('hex').slice(0, 16);
  }

  app(node: number): FastifyInstance {
    const app = this.#apps[node];
    if (app === undefined) throw new RangeError(`there is no node ${node}`);
    return app;
  }

  advance(ms: number): void {
    this.now += ms;
    for (const { clock } of this.scheduler.open.keys()) {
      clock.least = Math.min(clock.least, this.now);
      clock.most = Math.max(clock.most, this.now);
    }
    this.note(() => `the clock goes ${ms / 1000} s`);
  }

  /** The process of one node ends and is started again. The others go on. */
  async crash(node: number): Promise<void> {
    this.note(() => `node ${node} crashes`);
    this.crashes += 1;
    this.#down.add(node);
    await this.scheduler.crash([node]);
    await this.#abandon(node);
    await this.#start(node);
  }

  /** The machine stops: its files are as they were at that moment. */
  async crashAll(): Promise<void> {
    this.note(() => 'all nodes crash');
    this.crashes += 1;
    for (const node of this.#apps.keys()) this.#down.add(node);
    await this.scheduler.crash([...this.#apps.keys()]);
    const before = this.#file;
    this.#files += 1;
    this.#file = join(this.#options.folder, `world-${this.#files}.db`);
    copyFileSync(before, this.#file);
    if (existsSync(`${before}-wal`)) copyFileSync(`${before}-wal`, `${this.#file}-wal`);
    for (let node = 0; node < this.nodes; node += 1) await this.#abandon(node);
    for (let node = 0; node < this.nodes; node += 1) await this.#start(node);
    for (const end of ['', '-wal', '-shm']) rmSync(`${before}${end}`, { force: true });
  }

  async close(): Promise<void> {
    await this.scheduler.crash(this.#apps.map((_, node) => node));
    for (let node = 0; node < this.nodes; node += 1) await this.#abandon(node);
    install(undefined);
    rmSync(this.#options.folder, { recursive: true, force: true });
  }

  /** Begins an operation at a node. */
  operation(node: number, title: string): Operation {
    this.scheduler.decisions += 1;
    return {
      node,
      title,
      began: this.scheduler.decisions,
      ended: Number.POSITIVE_INFINITY,
      clock: { least: this.now, most: this.now },
      failed: false,
      lost: false,
      waiting: 0,
      calls: 0,
      isLate: false,
      failsAt: Number.POSITIVE_INFINITY,
    };
  }

  /** Sends a request to a node. @throws {Unanswered} */
  async ask(operation: Operation, options: InjectOptions): Promise<LightMyRequestResponse> {
    this.requests += 1;
    const number = this.requests;
    this.note(
      () => `#${number} node ${operation.node}: ${options.method} ${options.url} ${String(options.payload ?? '')}`,
    );
    if (this.#down.has(operation.node)) throw new Unanswered(operation.title);
    const app = this.app(operation.node);
    const answer = await this.scheduler.run(operation, () => app.inject(options));
    this.scheduler.decisions += 1;
    operation.ended = this.scheduler.decisions;
    const said = `${answer.statusCode} ${answer.headers.location ?? ''} ${unsigned(answer.body)}`;
    this.#digest.update(`${number} ${said}\n`);
    this.statuses[answer.statusCode] = (this.statuses[answer.statusCode] ?? 0) + 1;
    this.note(() => `#${number} answered ${said.replaceAll(/\s+/g, ' ').slice(0, 400)}`);
    return answer;
  }

  /** Has a node send its e-mails. @returns those that nobody has read yet */
  async deliver(node: number): Promise<string[]> {
    this.scheduler.worked(1);
    await this.app(node).outbox.sendDue();
    this.scheduler.worked(-1);
    const folder = join(this.#options.folder, 'mail');
    const files = existsSync(folder) ? readdirSync(folder).sort() : [];
    return files.map((file) => {
      const email = readFileSync(join(folder, file), 'utf8');
      rmSync(join(folder, file));
      return email;
    });
  }

  note(line: () => string): void {
    this.trace?.push(line());
  }

  async #start(node: number): Promise<void> {
    const { folder } = this.#options;
    const config = loadConfig({
      DATA_DIR: folder,
      DATABASE_URL: `file:${this.#file}`,
      DEMO_PASSWORD: PASSWORD,
      DEMO_SECRET: SECRET,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    });
    const options = { clock: () => this.now, housekeeping: false, passwordCost: CHEAP };
    const app = await buildNode(node, () => buildApp(config, options));
    await buildNode(node, async () => app.ready());
    this.#apps[node] = app;
    this.#down.delete(node);
  }

  /** Frees what the process had, without letting it finish anything. */
  async #abandon(node: number): Promise<void> {
    for (const close of this.#closing.get(node) ?? []) await close();
    this.#closing.delete(node);
  }
}

/** A signature is another one each time, also of the same text. */
const unsigned = (body: string): string => body.replace(/"id_token":"[^"]*"/, '"id_token":""');
