/** Ids that an input names must be ones of the same school. */
import type { FastifyInstance } from 'fastify';
import { type InputFault, invalidInput } from '../../../../schema/school/problem.ts';

type Table = Parameters<FastifyInstance['school']['records']>[0];

/** Ids by where the input has them; nothing where it has none. A table, or `members` for people with a place at the school. */
export interface Reference {
  readonly path: string;
  readonly to: Table | 'members';
  readonly id: unknown;
}

/** @throws {ProblemError} `invalid-input` naming every id that is not one of the school's */
export async function requireReferences(
  app: FastifyInstance,
  siteId: string,
  references: readonly Reference[],
): Promise<void> {
  const given = references.filter(({ id }) => id != null);
  const faults: InputFault[] = [];
  for (const to of new Set(given.map((one) => one.to))) {
    const ids = given.filter((one) => one.to === to).map(({ id }) => String(id));
    const missing = new Set(
      await (to === 'members' ? app.school.members : app.school.records(to)).missing(siteId, ids),
    );
    for (const { path, id } of given.filter((one) => one.to === to && missing.has(String(one.id)))) {
      faults.push({ path, code: 'no_such_reference', message: `${id} does not exist at this school` });
    }
  }
  if (faults.length > 0) throw invalidInput(faults);
}
