/** Stores the files of the demo, beside the rows that describe them. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { demoFile } from './content/demo-file.ts';
import type { WaveContent } from './content/index.ts';

/** Stores the files of products and the worksheets of lectures that are not there yet. A disk without space for them is no reason not to start. */
export async function storeDemoFiles(app: FastifyInstance, schools: readonly WaveContent[]): Promise<void> {
  const { storage } = app.school;
  for (const { siteId, content } of schools) {
    const real = new Set([
      ...(content.digitalProducts ?? []).flatMap(({ files }) => files?.map(({ assetId }) => assetId)),
      ...(content.lectures ?? []).flatMap(({ kind, mediaAssetId }) => (kind === 'file' ? [mediaAssetId] : [])),
    ]);
    for (const { id: assetId, contentType, filename, size, checksumSha256: checksum = null } of content.assets ?? []) {
      const file = { siteId, assetId };
      if (!real.has(assetId) || (await storage.sizeOf(file)) !== undefined) continue;
      try {
        await storage.receive(file, Readable.from([demoFile(contentType, filename)]), { size, contentType, checksum });
        await storage.release(file);
      } catch (error) {
        app.log.warn({ err: error, file: filename }, 'a file of the demo could not be stored');
      }
    }
  }
}
