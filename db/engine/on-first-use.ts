/**
 * What is made when it is needed first, and kept. A start would otherwise build and plan every statement, of which most
 * processes run a few.
 */
export function onFirstUse<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
