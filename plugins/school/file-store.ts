/** Store of uploaded files: a folder or a bucket. */
import type { Readable } from 'node:stream';
import type { ByteRange } from '../../schema/school/upload.ts';

export interface StoredFile {
  siteId: string;
  assetId: string;
}

/** The state of an upload: complete, or not yet. */
export type FileState = 'uploaded' | 'files';

/** Where the files are: a folder that all nodes share, or a bucket. */
export interface FileStore {
  /** True if asking for a file takes a request to another server. */
  readonly isRemote: boolean;
  sizeOf(state: FileState, file: StoredFile): Promise<number | undefined>;
  /**
   * Adds a file to those that are not completed. It never replaces one.
   * @param path of the whole and checked file on this node, on the volume of a folder store
   * @returns false if there is one already
   */
  add(file: StoredFile, path: string, size: number): Promise<boolean>;
  /** Moves a file to those that are completed. Repeating it has no effect. */
  release(file: StoredFile): Promise<void>;
  read(state: FileState, file: StoredFile, range?: ByteRange): Promise<Readable>;
  remove(state: FileState, file: StoredFile): Promise<void>;
  /** Deletes what was added before a time and never completed. @param before milliseconds since the epoch */
  removeUncompleted(before: number): Promise<void>;
}
