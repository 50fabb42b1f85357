/** `node:fs/promises` whose work the scheduler waits for, because nobody knows how long a disk takes. */
import * as files from 'node:fs/promises';
import { current } from './hooks.ts';

export * from 'node:fs/promises';

const counted =
  <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
  async (...given: Given): Promise<Result> => {
    current().working(1);
    try {
      return await work(...given);
    } finally {
      current().working(-1);
    }
  };

export const access = counted(files.access);
export const mkdir = counted(files.mkdir);
export const readdir = counted(files.readdir as (path: string) => Promise<string[]>);
export const rename = counted(files.rename);
export const rm = counted(files.rm);
export const stat = counted(files.stat as (path: string) => ReturnType<typeof files.stat>);
export const statfs = counted(files.statfs as (path: string) => ReturnType<typeof files.statfs>);
export const writeFile = counted(files.writeFile);
