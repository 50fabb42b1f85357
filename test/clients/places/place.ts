/** A place of the matrix. */
import type { Test } from 'tap';
import type { DocumentHost } from '../../support/document-host.ts';
import type { Program } from './program.ts';

/** Tries one client. @returns how it worked, in a word or two, or nothing if there is nothing to say about it */
export type Trial = (t: Test, program: Program, number: number) => Promise<string>;

export interface Place {
  readonly name: string;
  /** What its cells say, below the table. */
  readonly about: string;
  /** @returns why a client cannot be tried on this computer, or false */
  skip?(number: number): string | false;
  open(t: Test, documents: DocumentHost, programs: readonly Program[]): Promise<Trial>;
}
