/** `resourceArea` makes all pages of a resource: a list with filters and a file, a record, forms, and actions. */
import type { FastifyInstance } from 'fastify';
import type { Resource } from '../../../../schema/school/resource.ts';
import type { SignedInRequest } from '../signed-in.ts';
import { areaAction, areaCreation } from './actions.ts';
import { type AreaDeclaration, areaOf } from './area.ts';
import { areaList } from './list.ts';
import type { AreaPlace } from './place.ts';
import { areaRecord } from './record.ts';
import { areaSelections } from './selected.ts';

export function resourceArea<V extends SignedInRequest, R extends Resource>(
  app: FastifyInstance,
  place: AreaPlace<V>,
  declaration: AreaDeclaration<V, R>,
): void {
  const area = areaOf(place, declaration);
  areaList(app, area);
  for (const creation of area.creations) areaCreation(app, area, creation);
  if (area.get === undefined) return;
  const sendRecord = areaRecord(app, area);
  for (const action of area.actions) areaAction(app, area, action, sendRecord);
  areaSelections(app, area);
}
