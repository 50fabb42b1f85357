/** How a plugin adds what it offers to its wing: `app.oauth`, `app.people` or `app.school`. */
export function offer<Wing extends object, Name extends keyof Wing>(wing: Wing, name: Name, service: Wing[Name]): void {
  if (Object.hasOwn(wing, name)) throw new Error(`${String(name)} is offered twice`);
  Object.assign(wing, { [name]: service });
}
