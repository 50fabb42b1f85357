/**
 * Creates a value on first use and keeps it. Preparing every statement at startup would be slow, and most processes
 * execute only a few of them.
 */
export function onFirstUse<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
