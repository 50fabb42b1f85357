/**
 * Adds a service to the decorator of an area: `app.oauth`, `app.people` or `app.school`.
 * @throws {Error} if the name is already in use
 */
export function provide<Area extends object, Name extends keyof Area>(
  area: Area,
  name: Name,
  service: Area[Name],
): void {
  if (Object.hasOwn(area, name)) throw new Error(`${String(name)} is provided twice`);
  Object.assign(area, { [name]: service });
}
