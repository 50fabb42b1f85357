/**
 * A real Firefox without a window, driven by the standard protocol of its own (WebDriver BiDi), because the driver of the
 * tests in Chromium needs a patched one.
 */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { freePort } from './live-server.ts';
import { temporaryFolder } from './settings.ts';
import { CLICK_PAUSE_MS, type RealBrowser, type Tab } from './tab.ts';

const CANDIDATES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'] as const;
const EXECUTABLE = process.env.FIREFOX_PATH ?? CANDIDATES.find(existsSync) ?? CANDIDATES[0];
const PATIENCE_MS = 60_000;
const PAUSE_MS = 100;

/** For the `skip` of a test: what is missing, or false. */
export const noFirefox = existsSync(EXECUTABLE) ? false : `no Firefox at ${EXECUTABLE} (set FIREFOX_PATH)`;

type Parameters = Record<string, unknown>;
/** Sends a command. @returns its result */
type Command = (method: string, parameters: Parameters) => Promise<Record<string, unknown>>;

/** Connects to a Firefox that has just been started. */
async function connect(t: Test, url: string): Promise<Command> {
  const waiting = new Map<number, { resolve(result: Record<string, unknown>): void; reject(error: Error): void }>();
  let socket: WebSocket | undefined;
  for (const end = performance.now() + PATIENCE_MS; socket === undefined; await sleep(PAUSE_MS)) {
    const made = new WebSocket(url);
    const isOpen = await new Promise<boolean>((resolve) => {
      made.onopen = () => resolve(true);
      made.onerror = () => resolve(false);
    });
    if (isOpen) socket = made;
    else if (performance.now() > end) throw new Error(`no Firefox at ${url}`);
  }
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data));
    const sent = waiting.get(id);
    waiting.delete(id);
    if (type === 'error') sent?.reject(new Error(`${error}: ${message}`));
    else sent?.resolve(result);
  };
  t.teardown(() => socket.close());
  let last = 0;
  return (method, params) => {
    last += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(last, { resolve, reject });
    socket.send(JSON.stringify({ id: last, method, params }));
    return promise;
  };
}

const PREFERENCES = {
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-GB',
  // The proxy is for this computer, too.
  'network.proxy.allow_hijacking_localhost': true,
  'network.proxy.type': 1,
};

function profileWith(t: Test, proxy: string): string {
  const profile = temporaryFolder(t);
  const [host, port] = proxy.split(':');
  const all = { ...PREFERENCES, 'network.proxy.http': host, 'network.proxy.http_port': Number(port) };
  const lines = Object.entries(all).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  return profile;
}

/** Starts a Firefox with a profile of its own, which ends with the test. */
export async function firefox(t: Test, proxy: string): Promise<RealBrowser> {
  const profile = profileWith(t, proxy);
  const port = await freePort();
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)];
  const child = spawn(EXECUTABLE, [...args, 'about:blank'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const command = await connect(t, `ws://127.0.0.1:${port}/session`);
  await command('session.new', { capabilities: {} });
  return {
    async visit(t, cookies, url) {
      const { userContext } = await command('browser.createUserContext', {});
      t.teardown(() => command('browser.removeUserContext', { userContext }).catch(() => undefined));
      const tab = await newTab(command, String(userContext));
      for (const [name, value] of cookies) {
        const cookie = {
          name,
          value: { type: 'string', value },
          domain: new URL(url).hostname,
          httpOnly: true,
          sameSite: 'lax',
        };
        await command('storage.setCookie', { cookie, partition: { type: 'storageKey', userContext } });
      }
      await tab.goto(url);
      return tab;
    },
  };
}

async function newTab(command: Command, userContext: string): Promise<FirefoxTab> {
  const { context } = await command('browsingContext.create', { type: 'tab', userContext });
  return new FirefoxTab(command, String(context), userContext);
}

/** A tab, by the commands of the protocol. */
class FirefoxTab implements Tab {
  readonly context: string;
  readonly #command: Command;
  readonly #userContext: string;

  constructor(command: Command, context: string, userContext: string) {
    this.#command = command;
    this.context = context;
    this.#userContext = userContext;
  }

  newTab(): Promise<Tab> {
    return newTab(this.#command, this.#userContext);
  }

  async goto(url: string): Promise<void> {
    await this.#command('browsingContext.navigate', { context: this.context, url, wait: 'complete' });
  }

  async back(): Promise<void> {
    await this.#command('browsingContext.traverseHistory', { context: this.context, delta: -1 });
  }

  async evaluate(expression: string): Promise<unknown> {
    const target = { context: this.context };
    const { result } = await this.#command('script.evaluate', { expression, target, awaitPromise: true });
    return (result as { value?: unknown } | undefined)?.value;
  }

  async click(selector: string, times = 1): Promise<void> {
    const place = `(() => { const one = document.querySelector(${JSON.stringify(selector)}); one.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = one.getBoundingClientRect(); return Math.round(x + width / 2) + ' ' + Math.round(y + height / 2); })()`;
    const [x, y] = String(await this.evaluate(place))
      .split(' ')
      .map(Number);
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const clicks = Array.from({ length: times }, () => [...press, { type: 'pause', duration: CLICK_PAUSE_MS }]).flat();
    const actions = [{ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', x, y }, ...clicks] }];
    await this.#command('input.performActions', { context: this.context, actions });
  }
}
