/** A mixed load of several kinds of clients, who write into one ledger what they were told. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PEOPLE } from '../../scripts/commands/demo/platform.ts';
import { CALLBACK } from '../support/oauth-client.ts';
import { randomFrom, seedFor } from '../support/seed.ts';
import type { Settings } from '../support/server-process.ts';
import { SECRET } from '../support/settings.ts';
import { type Connecting, FaultClient } from './client.ts';
import { type Clerk, Ledger } from './ledger.ts';
import { forgetFailures, inspectAudit, inspectRows } from './ledger-rows.ts';
import { TokenClerk } from './ledger-tokens.ts';
import { CourseClerk, PasswordClerk, WatchClerk } from './ledger-writers.ts';
import { type Check, check, type Report } from './report.ts';

const WEB_APP: Connecting = {
  credentials: { client_id: 'c_demo_web_app', client_secret: SECRET },
  callback: CALLBACK,
  scope: 'openid profile email account:read',
  email: 'ben@riverside.example',
};
const PLAYER: Connecting = {
  credentials: { client_id: 'c_demo_cli' },
  callback: CALLBACK,
  scope: 'account:read account:write',
  email: 'chie@riverside.example',
};
const SCHOOL_TOOL: Connecting = {
  credentials: { client_id: 'c_demo_admin_tool' },
  callback: CALLBACK,
  scope: 'courses:read courses:write',
  email: 'ruth@riverside.example',
};
/** They have no application, so their passwords can change. */
const PASSWORD_CHANGERS = ['usr_demo_mila', 'usr_demo_tom'];

/** How many of the clients obtain and renew tokens. */
const CONNECTING = 6;

export interface LedgerLoad {
  readonly ledger: Ledger;
  /** Resolves when no request is under way any more. */
  stop(): Promise<void>;
  /** Holds the service to its word, after `stop`. */
  compare(): Promise<Report>;
}

/**
 * @param origins the nodes that can be asked; the list may change
 */
export async function startLedgerLoad(
  settings: Settings,
  origins: () => readonly string[],
  name: string,
): Promise<LedgerLoad> {
  const random = randomFrom(seedFor(name));
  const ledger = new Ledger();
  let isStopped = false;
  const at = (): string => origins()[Math.floor(random() * origins().length)] ?? '';
  const around = { ledger, at, random, isStopped: () => isStopped };
  const clients = [await FaultClient.signIn(settings, at()), await FaultClient.signIn(settings, at(), WEB_APP)];
  const connecting = Array.from({ length: CONNECTING }, (_, n) => {
    return new TokenClerk(clients[n % clients.length] as FaultClient, around);
  });
  const watching = new WatchClerk(await FaultClient.accessToken(settings, at(), PLAYER), around);
  const toolToken = await FaultClient.accessToken(settings, at(), SCHOOL_TOOL);
  const writing = ['ledger-a', 'ledger-b'].map((one) => new CourseClerk(one, toolToken, around));
  const people = DEMO_PEOPLE.filter(({ id }) => PASSWORD_CHANGERS.includes(id));
  const changing = people.map((person) => new PasswordClerk(person, settings.BASE_URL ?? '', around));
  const clerks: readonly Clerk[] = [...connecting, watching, ...writing, ...changing];

  const workers = Promise.all(
    clerks.map(async (clerk) => {
      while (!isStopped) {
        await clerk.work();
        await sleep(random() * 20);
      }
    }),
  );
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

  return {
    ledger,
    async stop() {
      isStopped = true;
      await workers;
    },
    async compare() {
      await forgetFailures(settings);
      const checks: Check[] = [];
      for (const clerk of clerks) checks.push(...(await clerk.compare(at())));
      const done = {
        codes: sum(connecting.map(({ redeemed }) => redeemed)),
        rotations: sum(connecting.map(({ rotated }) => rotated)),
        positions: watching.acknowledged,
        courses: sum(writing.map(({ created }) => created)),
        passwords: sum(changing.map(({ acknowledged }) => acknowledged)),
      };
      const idle = Object.entries(done).filter(([, count]) => count === 0);
      const expected = clerks.flatMap((clerk) => clerk.events());
      return {
        checks: [
          ...checks,
          check('work that nothing came of', idle, []),
          ...ledger.checks(),
          ...(await inspectRows(settings)),
          ...(await inspectAudit(settings, expected)),
        ],
        figures: {
          ...done,
          'audit events compared': expected.length,
          'codes lost unheard': sum(connecting.map(({ lostCodes }) => lostCodes)),
          'keys claimed by a server that was gone': sum(writing.map(({ refused }) => refused)),
          ...ledger.figures(),
        },
      };
    },
  };
}
