/**
 * Admin operations for uploading and deleting files. They handle only the metadata: the bytes travel through
 * short-lived signed URLs, and a file becomes usable only once `complete_upload` has verified it.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeIdentifier } from '../../../../schema/credential.ts';
import { fitsName } from '../../../../schema/school/file-content.ts';
import { defineOperation, type Operation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput, notFound, ProblemError } from '../../../../schema/school/problem.ts';
import { asset } from '../../../../schema/school/resources/storage.ts';
import { TakenError } from '../../../../schema/school/taken-error.ts';
import { typeNames } from '../../../../schema/school/type-names.ts';
import { madeFor } from '../../../keys/signed-urls.ts';
import type { Storage } from '../../storage.ts';
import type { RowIn } from '../../stores.ts';
import { getOperation } from '../engine/crud.ts';
import { listOperation } from '../engine/listing.ts';
import { type Change, type ResourceRows, resourceRows } from '../engine/resource-rows.ts';

type AssetRow = RowIn<'assets'>;
type AssetRows = ResourceRows<typeof asset>;

const MINUTE = 60_000;
const UPLOAD_LIFETIME = 15 * MINUTE;
const DOWNLOAD_LIFETIME = 60 * MINUTE;

const key = { id: z.string().min(1).max(100).describe('The id of the file') };
const { checksumSha256 } = asset.creation.shape;

const assetRows = (app: FastifyInstance) =>
  resourceRows(app, asset, {
    compute: async (operator, rows) =>
      rows.map((row) => {
        const address = { method: 'GET', siteId: operator.siteId, assetId: row.id, ...madeFor(operator) } as const;
        return {
          ...row,
          url: row.status === 'ready' ? app.signedUrls.make(address, operator.now + DOWNLOAD_LIFETIME) : null,
        };
      }),
  });

export const storageOperations = (app: FastifyInstance) => {
  const rows = assetRows(app);
  return [createUploadOperation(app, rows), completeUploadOperation(app, rows), deleteAssetOperation(app, rows)];
};

/** What only pages read, because no scope permits programs to read files. They have no path. */
export function fileReading(app: FastifyInstance): Operation[] {
  const rows = assetRows(app);
  const onPages = (operation: Operation): Operation => ({ ...operation, rest: { ...operation.rest, path: '' } });
  // Only the page of a file leads to it.
  const listed = resourceRows(app, asset, {
    compute: async (_operator, all) => all.map((row) => ({ ...row, url: null })),
  });
  return [onPages(listOperation(listed, 'list_assets', {})), onPages(getOperation(rows, 'get_asset'))];
}

const uploadOutput = asset.output
  .extend({
    upload: z
      .object({
        method: z.literal('PUT'),
        url: z.string().describe('Signed URL to send the file to; keep it secret'),
        headers: z.record(z.string(), z.string()).describe('Headers to send with the file'),
        expiresAt: z.string().describe('When the URL expires, after 15 minutes'),
      })
      .describe('The request that uploads the file'),
  })
  .register(typeNames, { id: 'Upload' });

function createUploadOperation({ config, signedUrls, school }: FastifyInstance, rows: AssetRows) {
  return defineOperation({
    name: 'create_upload',
    summary: 'Create an upload',
    description:
      'Announces a file and returns a signed URL. PUT the file to it within 15 minutes with the announced content type, then call complete_upload. Types that can carry scripts, such as SVG and HTML, are not allowed; the name and the content must fit the type. Refused if the files of the school would exceed its quota.',
    scope: 'storage:write',
    input: asset.creation,
    output: uploadOutput,
    rest: { method: 'POST', path: '/assets', status: 201 },
    async run(operator, input) {
      const { siteId, personId, now } = operator;
      if (input.size > config.maxUpload) {
        throw invalidInput([{ path: 'size', code: 'too_big', message: `must be at most ${config.maxUpload} bytes` }]);
      }
      if (!fitsName(input.contentType, input.filename)) {
        const message = `has the extension of another type than ${input.contentType}, or of a program`;
        throw invalidInput([{ path: 'filename', code: 'custom', message }]);
      }
      const id = makeIdentifier(asset.prefix);
      const { filename, contentType, size, checksumSha256 = null } = input;
      const announced = { filename, contentType, size, checksumSha256, uploadedBy: personId };
      const row: AssetRow = { id, siteId, ...announced, status: 'pending', createdAt: now, updatedAt: now };
      const event = rows.eventOf(operator, 'resource_created', id, { after: row });
      const quota = school.assets.steps.withinQuota(siteId, config.storageQuota);
      await school
        .records('assets')
        .insert(siteId, row, event, ...quota)
        .catch((error: unknown) => {
          // The id is new, so nothing but the quota can be in the way.
          throw error instanceof TakenError ? overQuota(config.storageQuota) : error;
        });
      const expiresAt = now + UPLOAD_LIFETIME;
      const url = signedUrls.make({ method: 'PUT', siteId, assetId: id, ...madeFor(operator) }, expiresAt);
      const headers = { 'content-type': contentType };
      const upload = { method: 'PUT' as const, url, headers, expiresAt: new Date(expiresAt).toISOString() };
      return { ...(await rows.show(operator, row)), upload };
    },
  });
}

const overQuota = (quota: number): ProblemError =>
  new ProblemError(
    'conflict',
    `the files of the school would be larger than ${quota / 1024 ** 3} GB in total, including announced ones; delete some first`,
  );

function completeUploadOperation(app: FastifyInstance, rows: AssetRows) {
  const { records, storage } = app.school;
  return defineOperation({
    name: 'complete_upload',
    summary: 'Complete an upload',
    description:
      'Verifies an upload and marks the file ready, or rejects it permanently; check status in the response. Only the person who created the upload can complete it. Repeating the call for a ready file returns it with a fresh download URL.',
    scope: 'storage:write',
    input: z.strictObject({ ...key, checksumSha256 }),
    output: asset.output,
    rest: { method: 'POST', path: '/assets/:id/complete', status: 200 },
    isIdempotent: true,
    isConditional: true,
    async run(operator, { id, checksumSha256: claimed }) {
      const file = { siteId: operator.siteId, assetId: id };
      try {
        const row = await rows.change(operator, id, (row) => completion(app, operator, row, claimed));
        if (row.status === 'rejected') await storage.remove(file);
        return rows.show(operator, row);
      } catch (error) {
        // If the asset was deleted meanwhile, its file may have been released after that.
        const isGone =
          operator.isRehearsal === undefined && (await records('assets').find(file.siteId, file.assetId)) === undefined;
        if (isGone && /^[\w-]{1,64}$/.test(file.assetId)) await storage.remove(file);
        throw error;
      }
    },
  });
}

/**
 * The change that completes an upload.
 * @param claimed the checksum that the caller expects
 * @returns `undefined` if the upload is complete already
 * @throws {ProblemError} `not-found` for the upload of another person; `conflict` if it was rejected, or has not happened
 */
async function completion(
  { school: { storage } }: FastifyInstance,
  { personId, now, isRehearsal }: Operator,
  row: AssetRow,
  claimed: string | null | undefined,
): Promise<Change<AssetRow> | undefined> {
  // No scope permits reading assets, so nobody may learn about the uploads of another person.
  if (row.uploadedBy !== personId) throw notFound('asset');
  if (row.status === 'ready') return undefined;
  if (row.status === 'rejected') throw new ProblemError('conflict', 'the upload was rejected; create a new one');
  return { columns: await verifyUpload(storage, row, { now, isRehearsal: isRehearsal === true }, claimed) };
}

/** Compares the uploaded file with what was announced, and releases it if it matches. */
async function verifyUpload(
  storage: Storage,
  row: AssetRow,
  { now, isRehearsal }: { now: number; isRehearsal: boolean },
  claimed: string | null | undefined,
): Promise<Partial<AssetRow>> {
  const file = { siteId: row.siteId, assetId: row.id };
  const found = await storage.find(file);
  if (found === undefined) {
    if (now < row.createdAt + UPLOAD_LIFETIME) throw new ProblemError('conflict', 'nothing has been uploaded yet');
    return { status: 'rejected' };
  }
  const checksum = row.checksumSha256 ?? (await found.checksum());
  const isExpected = found.size === row.size && (claimed == null || claimed === checksum);
  if (isExpected && !isRehearsal) await storage.release(file);
  return { status: isExpected ? 'ready' : 'rejected', checksumSha256: checksum };
}

function deleteAssetOperation({ school: { assets, storage } }: FastifyInstance, rows: AssetRows) {
  return defineOperation({
    name: 'delete_asset',
    summary: 'Delete a file',
    description:
      "Deletes an uploaded file or an incomplete upload. Refused while a digital product, a lecture, a lecturer or the school's branding uses the file.",
    scope: 'storage:write',
    input: z.strictObject(key),
    output: z.null(),
    rest: { method: 'DELETE', path: '/assets/:id', status: 204 },
    async run(operator, { id: assetId }) {
      const { siteId } = operator;
      await rows.remove(operator, assetId, async () => {
        const use = await assets.useOf(siteId, assetId);
        if (use !== undefined) throw new ProblemError('conflict', `the file is in use: ${use}`);
        return [assets.steps.unlessUsed(siteId, assetId)];
      });
      await storage.remove({ siteId, assetId });
      return null;
    },
  });
}
