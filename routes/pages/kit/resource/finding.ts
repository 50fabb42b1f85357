/** Finds the row of a request, and what it is below. */
import { pathParameter } from '../path-parameter.ts';
import type { SignedInRequest } from '../signed-in.ts';
import type { Area, Below } from './area.ts';
import type { Row } from './place.ts';

/** Returns whether what a row is below, or would be, is there. @throws {ProblemError} `not-found` */
export async function isInPlace<V extends SignedInRequest>(
  { place, declaration }: Area<V>,
  signedIn: V,
  row?: Row,
): Promise<boolean> {
  let under = row;
  for (let below: Below | undefined = declaration.below; below !== undefined; below = below.below) {
    const get = place.operation(`get_${below.resource.one}`);
    const id = pathParameter(signedIn.request, below.resource.one);
    const above = get && ((await place.run(signedIn, get, { id })) as Row);
    if (above === undefined || (under !== undefined && under[below.field] !== above.id)) return false;
    under = above;
  }
  return true;
}

/** Finds the row of a request, with the names beside its ids; `undefined` if it is not there, or below something else. */
export async function findRow<V extends SignedInRequest>(area: Area<V>, signedIn: V): Promise<Row | undefined> {
  const { place, get, declaration } = area;
  const id = pathParameter(signedIn.request, declaration.resource.one);
  if (get === undefined || !/^[\w-]{1,100}$/.test(id)) return undefined;
  const row = (await place.run(signedIn, get, { id })) as Row;
  return (await isInPlace(area, signedIn, row)) ? (await place.withNames(signedIn, get, [row]))[0] : undefined;
}
