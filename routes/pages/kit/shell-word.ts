/** Returns a text as one word of a POSIX shell. Between single quotes, it takes everything as it is, except a single quote. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
