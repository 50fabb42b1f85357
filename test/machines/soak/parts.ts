/** A service whose parts can be restarted: the server on its port, the mail server on its own, and its PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { productEnvironment, SERVE, seedProduct, signIn } from '../../../scripts/workshop/bench/targets/product.ts';
import { freePort, ServerProcess } from '../../../scripts/workshop/bench/targets/server-process.ts';
import type { Target } from '../../../scripts/workshop/bench/targets/target.ts';
import { readEmail } from '../../support/emails.ts';
import { databaseName, type OwnPostgres, query } from '../../support/postgres.ts';
import type { Settings } from '../../support/server-process.ts';
import { smtpServer } from '../../support/smtp-server.ts';
import { inspectedAt } from './garbage.ts';

const CLOSED_MS = 5000;

export class Parts {
  readonly folder: string;
  readonly settings: Settings;
  /** The port of the server's inspector. */
  readonly inspector: number;
  readonly people: readonly string[];
  readonly target: Target;
  readonly #postgres: OwnPostgres | undefined;
  readonly #mail: Mail;
  #server: ServerProcess;
  #isServing = true;

  private constructor(folder: string, settings: Settings, started: Started) {
    this.folder = folder;
    this.settings = settings;
    this.inspector = started.inspector;
    this.people = started.people;
    this.target = started.target;
    this.#postgres = started.postgres;
    this.#mail = started.mail;
    this.#server = started.server;
  }

  static async start(folder: string, postgres?: OwnPostgres): Promise<Parts> {
    const mail = await Mail.open();
    const settings: Settings = {
      ...textsOf(await productEnvironment(folder)),
      METRICS_PORT: String(await freePort()),
      MASTER_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: mail.url,
      MAIL_FROM: 'post@school.example',
      ...(postgres === undefined ? {} : { DATABASE_URL: await durable(postgres) }),
    };
    const seed = await seedProduct(settings);
    const inspector = await freePort();
    const server = await ServerProcess.start(SERVE, { ...settings, ...inspectedAt(inspector) }, folder);
    const { origin, pid } = server;
    const target: Target = { name: 'product', origin, pid, ...(await signIn(origin, seed)) };
    const people = seed.people.map(({ email }) => email);
    const parts = new Parts(folder, settings, { people, target, postgres, mail, server, inspector });
    process.once('exit', () => parts.#abandon());
    return parts;
  }

  /** Whether the server is not being restarted. */
  get isServing(): boolean {
    return this.#isServing;
  }

  get pid(): number {
    return this.#server.pid;
  }

  get databaseUrl(): string {
    return this.settings.DATABASE_URL ?? '';
  }

  /** The addresses of everybody who got an e-mail. */
  recipients(): Set<string> {
    return this.#mail.recipients();
  }

  /** @param meanwhile what is done while the server is away */
  async restartServer(meanwhile: () => void): Promise<void> {
    this.#isServing = false;
    await this.#server.stop();
    meanwhile();
    this.#server = await ServerProcess.start(SERVE, { ...this.settings, ...inspectedAt(this.inspector) }, this.folder);
    this.#isServing = true;
  }

  async restartMail(): Promise<void> {
    this.#mail.close();
    await sleep(CLOSED_MS);
    await this.#mail.reopen();
  }

  /** An orderly stop, which ends every connection, and a start. */
  async restartPostgres(): Promise<void> {
    if (this.#postgres === undefined) return;
    const file = join(this.#postgres.folder, 'data/postmaster.pid');
    process.kill(Number(readFileSync(file, 'utf8').split('\n', 1)[0]), 'SIGINT');
    while (existsSync(file)) await sleep(20);
    await this.#postgres.revive();
  }

  #abandon(): void {
    if (!this.#isServing) return;
    try {
      process.kill(this.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  async stop(): Promise<void> {
    this.#isServing = false;
    await this.#server.stop();
    this.#mail.close();
  }
}

interface Started {
  people: readonly string[];
  target: Target;
  postgres: OwnPostgres | undefined;
  mail: Mail;
  server: ServerProcess;
  inspector: number;
}

const textsOf = (environment: NodeJS.ProcessEnv): Settings =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** A database in which an answer waits for the log, as in operation. */
async function durable(postgres: OwnPostgres): Promise<string> {
  const url = await postgres.createDatabase();
  await query(url, `alter database ${databaseName(url)} set synchronous_commit = on`);
  return url;
}

/** A mail server that keeps its port. */
class Mail {
  readonly #messages: string[][] = [];
  readonly #ends: (() => unknown)[] = [];
  url = '';

  static async open(): Promise<Mail> {
    const mail = new Mail();
    await mail.#listen(0);
    return mail;
  }

  async #listen(port: number): Promise<void> {
    const server = await smtpServer({ teardown: (end) => this.#ends.push(end) }, [], 20, undefined, port);
    this.url = server.url;
    this.#messages.push(server.messages);
  }

  reopen(): Promise<void> {
    return this.#listen(Number(new URL(this.url).port));
  }

  close(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  recipients(): Set<string> {
    return new Set(this.#messages.flat().map((raw) => readEmail(raw).to));
  }
}
