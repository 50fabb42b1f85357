/**
 * An uploaded file, known as an asset. It is `pending` until its upload is completed, and then permanently `ready` or
 * `rejected`. Its name, type, size and checksum cannot be edited afterwards.
 */
import { z } from 'zod';
import { computed, immutable, integer, line, oneOf, optional, pattern, readOnly } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { ALLOWED_CONTENT_TYPES } from '../upload.ts';

const GIGABYTE = 1024 ** 3;

const named = line(200, { description: 'File name for downloads, without a path' });
const NO_NAME = /[/\\]|^\.{1,2}$/;
const filename = {
  ...named,
  value: named.value.refine((name) => !NO_NAME.test(name), 'must be a plain file name, without slashes'),
};

/** There is no scope for reading files. The operations that write files return their state. */
export const asset = defineResource({
  one: 'asset',
  many: 'assets',
  table: 'assets',
  prefix: 'ast',
  summary: 'Lists the files uploaded to the school.',
  read: 'storage:write',
  write: 'storage:write',
  title: 'filename',
  fields: {
    filename: immutable(filename),
    contentType: immutable(
      oneOf(ALLOWED_CONTENT_TYPES, {
        description: 'Media type of the file; types that can carry scripts are not allowed',
      }),
    ),
    size: immutable(integer(1, 5 * GIGABYTE, { description: 'Exact size in bytes' })),
    checksumSha256: immutable(
      optional(
        pattern(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits', {
          description: 'SHA-256 of the file, in hex. If given, a file with a different hash is refused',
        }),
      ),
    ),
    status: readOnly(
      oneOf(['pending', 'ready', 'rejected'], {
        description: 'pending until complete_upload marks the file ready or rejected',
      }),
    ),
    url: computed(
      z.string().nullable(),
      'Download URL, valid for one hour for anyone who has it; null unless status is ready',
    ),
  },
});
