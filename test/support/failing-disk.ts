/** A disk whose file system becomes read-only under those who use it, as after an error. Only root may make one, on Linux. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEGABYTES = 64;

export class FailingDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @returns `undefined` where it is not allowed */
  static mount(parent: string): FailingDisk | undefined {
    const [image, folder] = [join(parent, 'disk.img'), join(parent, 'disk')];
    writeFileSync(image, '');
    truncateSync(image, MEGABYTES * 2 ** 20);
    mkdirSync(folder);
    const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
    const isMade = run('mkfs.ext4', '-q', '-F', image) && run('mount', '-o', 'loop,errors=remount-ro', image, folder);
    return isMade ? new FailingDisk(folder) : undefined;
  }

  /** What ext4 does with a file system after an error; `mount -o remount,ro` is refused while somebody writes. */
  fail(): void {
    const { status, stderr } = spawnSync('mount', ['-o', 'remount,abort', this.folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }

  unmount(): void {
    spawnSync('umount', ['-l', this.folder]);
  }
}

/** Why there can be none; `false` if there can. */
export const NO_FAILING_DISK: string | false = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'failing-disk-'));
  const disk = FailingDisk.mount(folder);
  disk?.unmount();
  rmSync(folder, { recursive: true });
  return disk === undefined && 'a disk that becomes read-only needs root, ext4 and loop devices';
})();
