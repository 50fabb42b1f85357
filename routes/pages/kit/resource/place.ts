/** Where the pages of a resource are, and what they need of their surroundings: who may do what, and how operations run. */
import type { Scope } from '../../../../schema/oauth/scope.ts';
import type { Input, Operation, RowsBeside } from '../../../../schema/school/operation.ts';
import type { NamedResource } from '../../../../schema/school/references.ts';
import type { Html } from '../html.ts';
import type { AreaLink } from '../layout.ts';
import type { Place } from '../page.ts';
import type { SignedInRequest } from '../signed-in.ts';

/** A row of a resource as operations return it. */
export type Row = Readonly<Record<string, unknown>>;

export interface Files {
  /** The names of the chosen ones, and of the latest that have the words in their names, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly uploadHref: string;
}

export interface AreaPlace<V extends SignedInRequest> {
  /** The prefix of the routes, and what it is for a request. */
  readonly path: string;
  base(signedIn: V): string;
  /** The place of pages that need all of the scopes. @param menu the path of the entry of the menu to which they belong */
  within(scopes: readonly Scope[], menu: string): Place<V>;
  may(signedIn: V, scope: Scope): boolean;
  /** Finds an operation by its name. */
  operation(name: string): Operation | undefined;
  /** @throws {ProblemError} */
  run(signedIn: V, operation: Operation, input: Input, seen?: string): Promise<unknown>;
  /** Reads a page of a list next to a row. @throws {ProblemError} */
  beside(
    signedIn: V,
    operation: Operation,
    input: Input,
    next: { id: string; isBefore: boolean } | undefined,
  ): Promise<RowsBeside | undefined>;
  /** Adds the names beside the ids that the person may see. */
  withNames(signedIn: V, operation: Operation, rows: readonly Row[]): Promise<readonly Row[]>;
  /** Files of the school, and the page that uploads one; `undefined` if the person may not see them. */
  files(signedIn: V, chosen: readonly string[], words: string): Promise<Files | undefined>;
  labels(signedIn: V, to: NamedResource, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The page of something, if it has one that the person may see. */
  pageOf(signedIn: V, to: NamedResource, id: string): string | undefined;
  /** The currency of the school. */
  currency(signedIn: V): Promise<string>;
  /** The lists of the same entry of the menu. */
  siblings(signedIn: V, menu: string): readonly AreaLink[];
  /** Where the picture of a cover is. @param address as the row has it; `undefined` if it is none of the school */
  picture(signedIn: V, address: unknown): Promise<string | undefined>;
  /** Markdown as visitors see it. */
  preview(signedIn: V, source: string): Promise<Html>;
}
