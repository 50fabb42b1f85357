/** A disk of a few megabytes that can be filled, which only root may make. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class SmallDisk {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns `undefined` where it is not allowed */
  static mount(folder: string, megabytes: number): SmallDisk | undefined {
    mkdirSync(folder, { recursive: true });
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
    return status === 0 ? new SmallDisk(folder) : undefined;
  }

  get free(): number {
    const { bavail, bsize } = statfsSync(this.#folder);
    return bavail * bsize;
  }

  /**
   * The server may write at the same moment: then the disk is full before the last byte of the ballast.
   * @param left bytes that stay free
   */
  fill(left: number): void {
    try {
      writeFileSync(join(this.#folder, 'ballast'), Buffer.alloc(Math.max(0, this.free - left)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  makeRoom(): void {
    rmSync(join(this.#folder, 'ballast'), { force: true });
  }

  unmount(): void {
    spawnSync('umount', ['-l', this.#folder]);
  }
}

/** Why there can be none; `false` if there can. */
export const NO_SMALL_DISK: string | false = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const disk = SmallDisk.mount(folder, 1);
  disk?.unmount();
  rmSync(folder, { recursive: true });
  return disk === undefined && 'a small disk needs root';
})();
