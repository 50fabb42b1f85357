/** Uploaded files that a thing refers to: ready when it begins to refer to them, and kept from being deleted by then. */
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../../../schema/school/problem.ts';
import type { Step } from '../../stores.ts';
import { requireReferences } from './references.ts';

/** @param fields of the row that hold the id of an asset */
export function assetReferences<Field extends string>(app: FastifyInstance, ...fields: readonly Field[]) {
  type Row = { readonly [Name in Field]?: string | null };
  const begun = (row: Row, before: Row | undefined) =>
    fields.flatMap((path) => {
      const id: string | null | undefined = row[path];
      return id == null || id === before?.[path] ? [] : [{ path, to: 'assets' as const, id }];
    });

  return {
    /** @throws {ProblemError} `invalid-input` when there is no such asset, `conflict` when it is not ready */
    async check(siteId: string, row: Row, before?: Row): Promise<void> {
      const references = begun(row, before);
      await requireReferences(app, siteId, references);
      for (const { path, id } of references) {
        const asset = await app.school.records('assets').find(siteId, id);
        if (asset?.status !== 'ready') throw new ProblemError('conflict', `${path}: the file is ${asset?.status}`);
      }
    },

    /** For the unit that makes the thing refer to them: nothing comes of it when one is gone, or is not ready, by then. */
    hold: (siteId: string, row: Row, before?: Row): Step[] =>
      // In one order, so that two units never wait for each other.
      [...new Set(begun(row, before).map(({ id }) => id))]
        .sort()
        .map((id) => app.school.assets.steps.holdReady(siteId, id)),
  };
}
