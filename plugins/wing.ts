/**
 * Adds a service to `app.oauth`, `app.people` or `app.school`.
 * @throws {Error} if the name is already in use
 */
export function offer<Wing extends object, Name extends keyof Wing>(wing: Wing, name: Name, service: Wing[Name]): void {
  if (Object.hasOwn(wing, name)) throw new Error(`${String(name)} is offered twice`);
  Object.assign(wing, { [name]: service });
}
