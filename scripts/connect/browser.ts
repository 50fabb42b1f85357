/** Starts the person's browser. */
import { spawn } from 'node:child_process';

/** A starter that is still running after this long has found its browser. */
const PATIENCE_MS = 2_000;

/** Rejects when no browser could be started. */
export function openBrowser(address: string): Promise<void> {
  const { href, protocol } = new URL(address);
  // CVE-2025-6514: an address taken from metadata must never become a command or another program's document.
  if (protocol !== 'http:' && protocol !== 'https:') return Promise.reject(new Error(`not a web address: ${protocol}`));
  const [program, ...before] = starter(process.platform);
  return new Promise((resolve, reject) => {
    // An argument array and no shell: nothing in the address is read as anything but an address.
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
  // Not `cmd /c start`: cmd would read the & between the parameters as the end of the command.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
