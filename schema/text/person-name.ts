/** Validates the names of people, which other people read. */
import { type LineProblem, problemOfLine, readableLine } from './readable.ts';

export const personName = readableLine(100, 1);

/** Returns why the schema above rejects a name, or `undefined` if the name is valid. */
export const nameProblem = (name: string): LineProblem | undefined => problemOfLine(personName, name);
