/** The folders with copies of databases that a command reads on a disk that takes nothing more. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'schoolgate-reading-';
const DAY = 86_400_000;
const folders: string[] = [];

/** Before the process ends in a way that runs nothing more. */
export function removeCopies(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Nobody else can open it. It goes with the process, or a day after one that was killed. */
export function newFolder(): string {
  for (const name of readdirSync(tmpdir())) {
    const left = join(tmpdir(), name);
    if (
      name.startsWith(PREFIX) &&
      (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) < Date.now() - DAY
    )
      rmSync(left, { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  folders.push(folder);
  process.once('exit', removeCopies);
  for (const signal of ['SIGHUP', 'SIGTERM'] as const) {
    process.once(signal, () => {
      removeCopies();
      process.kill(process.pid, signal);
    });
  }
  return folder;
}
