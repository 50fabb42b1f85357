/** Keeps uploaded files in a folder, which all nodes share. */
import { createReadStream } from 'node:fs';
import { link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sync } from '../../schema/program/durable.ts';
import { removeOlder, unless } from '../running/old-files.ts';
import type { FileState, FileStore, StoredFile } from './file-store.ts';

export function folderStore(folder: string): FileStore {
  const uploaded = join(folder, 'uploaded');
  const pathOf = (state: FileState, { siteId, assetId }: StoredFile): string =>
    state === 'uploaded' ? join(uploaded, `${siteId}.${assetId}`) : join(folder, 'files', siteId, assetId);
  const makeFolderOf = (path: string) => mkdir(dirname(path), { recursive: true, mode: 0o700 });

  return {
    isRemote: false,

    sizeOf: (state, file) => stat(pathOf(state, file)).then(({ size }) => size, unless('ENOENT', undefined)),

    async add(file, path) {
      const target = pathOf('uploaded', file);
      await makeFolderOf(target);
      // Unlike renaming, linking never replaces a file that another process has created in the meantime.
      return link(path, target).then(() => true, unless('EEXIST', false));
    },

    async release(file) {
      const path = pathOf('files', file);
      await makeFolderOf(path);
      await rename(pathOf('uploaded', file), path).catch(unless('ENOENT', undefined));
      await sync(dirname(path));
    },

    read: async (state, file, range) =>
      createReadStream(pathOf(state, file), range === undefined ? {} : { start: range.first, end: range.last }),

    remove: (state, file) => rm(pathOf(state, file), { force: true }),

    removeUncompleted: (before) => removeOlder(uploaded, before),
  };
}
