/** Opens the default browser. */
import { spawn } from 'node:child_process';

/** A launcher that still runs after this time has found a browser. */
const PATIENCE_MS = 2_000;

/** Opens a URL. Rejects if no browser could be started. */
export function openBrowser(address: string): Promise<void> {
  const { href, protocol } = new URL(address);
  // CVE-2025-6514: a URL from metadata must never be executed as a command or opened by another program.
  if (protocol !== 'http:' && protocol !== 'https:') return Promise.reject(new Error(`not a web address: ${protocol}`));
  const [program, ...before] = starter(process.platform);
  return new Promise((resolve, reject) => {
    // An argument array without a shell: the URL is never interpreted as anything else.
    const child = spawn(program, [...before, href], { shell: false, stdio: 'ignore', detached: true });
    const timer = setTimeout(resolve, PATIENCE_MS).unref();
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
    child.once('close', () => clearTimeout(timer));
    child.unref();
  });
}

function starter(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  // Not `cmd /c start`, because cmd would treat the & between parameters as the end of the command.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
