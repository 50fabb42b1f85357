/**
 * References from rows to uploaded files. A file must be ready when a row begins to refer to it, and the transaction
 * locks it, so that it cannot be deleted at that moment.
 */
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../../../schema/school/problem.ts';
import type { Step } from '../../stores.ts';
import { requireReferences } from './references.ts';

/** @param fields the fields of the row that contain the id of an asset */
export function assetReferences<Field extends string>(app: FastifyInstance, ...fields: readonly Field[]) {
  type Row = { readonly [Name in Field]?: string | null };
  /** The references that the row did not have before. */
  const added = (row: Row, before: Row | undefined) =>
    fields.flatMap((path) => {
      const id: string | null | undefined = row[path];
      return id == null || id === before?.[path] ? [] : [{ path, to: 'assets' as const, id }];
    });

  return {
    /** @throws {ProblemError} `invalid-input` if an asset does not exist, `conflict` if it is not ready */
    async check(siteId: string, row: Row, before?: Row): Promise<void> {
      const references = added(row, before);
      await requireReferences(app, siteId, references);
      for (const { path, id } of references) {
        const asset = await app.school.records('assets').find(siteId, id);
        if (asset?.status !== 'ready') throw new ProblemError('conflict', `${path}: the file is ${asset?.status}`);
      }
    },

    /** Steps of the transaction that adds the references. It fails if an asset is gone or not ready. */
    lockSteps: (siteId: string, row: Row, before?: Row): Step[] =>
      // All transactions lock assets in the same order, so that they cannot deadlock.
      [...new Set(added(row, before).map(({ id }) => id))]
        .sort()
        .map((id) => app.school.assets.steps.requireReady(siteId, id)),
  };
}
