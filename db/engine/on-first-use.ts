/**
 * Creates a value on first use and keeps it. Preparing every statement at startup would be slow, and most processes
 * execute only a few of them.
 */
export function onFirstUse<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
