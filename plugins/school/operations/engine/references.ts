/** Checks that the ids in an input exist at the school. */
import type { FastifyInstance } from 'fastify';
import { type InputFault, invalidInput } from '../../../../schema/school/problem.ts';
import type { SiteTableName } from '../../stores.ts';

/** An id in the input, with its path there and the table it refers to, or `members` for members of the school. */
export interface Reference {
  readonly path: string;
  readonly to: SiteTableName | 'members';
  /** Absent if there is nothing to check. */
  readonly id: string | null | undefined;
}

/** @throws {ProblemError} `invalid-input`, which lists every id that does not exist at the school */
export async function requireReferences(
  app: FastifyInstance,
  siteId: string,
  references: readonly Reference[],
): Promise<void> {
  const present = references.flatMap(({ id, ...one }) => (id == null ? [] : [{ ...one, id }]));
  const faults: InputFault[] = [];
  for (const to of new Set(present.map((one) => one.to))) {
    const ids = present.filter((one) => one.to === to).map(({ id }) => id);
    const missing = new Set(
      await (to === 'members' ? app.school.members : app.school.records(to)).missing(siteId, ids),
    );
    for (const { path, id } of present.filter((one) => one.to === to && missing.has(one.id))) {
      faults.push({ path, code: 'no_such_reference', message: `${id} does not exist at this school` });
    }
  }
  if (faults.length > 0) throw invalidInput(faults);
}
