/** Limits the cost of one query. They are checked before the query is validated or executed. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql';
import { MAX_PAGE, USUAL_PAGE } from './connections.ts';
import { tooComplex } from './errors.ts';

export const MAX_QUERY_LENGTH = 16 * 1024;
const MAX_TOKENS = 4000;
/** Maximum depth of nested brackets of all kinds. Parsing and validation recurse once for each level. */
const MAX_NESTING = 32;
const MAX_DEPTH = 8;
const MAX_ALIASES = 30;
const MAX_COST = 1000;
/** Maximum number of values in the response, without introspection. Each takes several microseconds. */
const MAX_VALUES = 10_000;
/**
 * Maximum number of fields. Comparing fields that share a response name takes quadratic time. The limit applies to the
 * text, including parts that no operation uses, and to the operation with its fragments expanded.
 */
const MAX_FIELDS = 500;
/**
 * Maximum number of operations and fragments. Validation compares each pair of fragments that are used in one
 * selection.
 */
const MAX_DEFINITIONS = 50;
/**
 * Maximum number of names and elements in the variables. Each mismatch produces an error that contains the whole value.
 */
const MAX_VARIABLE_VALUES = 1000;

type QueryVariables = Readonly<Record<string, unknown>>;

/** The totals of a selection, including its fragments. */
interface Weight {
  depth: number;
  fields: number;
  aliases: number;
  /** Number of rows that the lists in it can return. */
  cost: number;
  /** Number of values that the response can contain. */
  values: number;
}

const NOTHING: Weight = { depth: 0, fields: 0, aliases: 0, cost: 0, values: 0 };

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Checks the tokens of a query before it is parsed, because deep nesting would overflow the stack of the parser.
 * @throws {GraphQLError} `QUERY_TOO_COMPLEX`, or a syntax error
 */
export function requireParsable(query: string): void {
  const lexer = new Lexer(new Source(query));
  let nesting = 0;
  for (let tokens = 0; lexer.advance().kind !== TokenKind.EOF; tokens += 1) {
    if (tokens >= MAX_TOKENS) throw tooComplex(`the query has more than ${MAX_TOKENS} tokens`);
    if (OPENING.has(lexer.token.kind)) nesting += 1;
    if (CLOSING.has(lexer.token.kind)) nesting -= 1;
    if (nesting > MAX_NESTING) throw tooComplex(`the query nests brackets more than ${MAX_NESTING} levels deep`);
  }
}

/**
 * Rejects queries that exceed a limit.
 * @throws {GraphQLError} `QUERY_TOO_COMPLEX`
 */
export function requireModest(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: QueryVariables,
): { hasLists: boolean } {
  if (!areFew(variables)) throw tooComplex(`the variables contain more than ${MAX_VARIABLE_VALUES} values`);
  const { definitions } = document;
  if (definitions.length > MAX_DEFINITIONS) throw tooComplex(`the query has more than ${MAX_DEFINITIONS} definitions`);
  const written = sum(definitions.map((it) => ('selectionSet' in it ? selectionsIn(it.selectionSet) : 0)));
  if (written > MAX_FIELDS) throw tooComplex(`the query has more than ${MAX_FIELDS} fields and fragments`);
  const { depth, fields, aliases, cost, values } = weigh(document, operation, variables);
  if (depth > MAX_DEPTH) throw tooComplex(`the query is ${depth} levels deep; at most ${MAX_DEPTH} are allowed`);
  if (fields > MAX_FIELDS) throw tooComplex(`the query has more than ${MAX_FIELDS} fields`);
  if (aliases > MAX_ALIASES) throw tooComplex(`the query has more than ${MAX_ALIASES} aliases`);
  if (cost > MAX_COST) throw tooComplex(`the query may return ${cost} rows; at most ${MAX_COST} are allowed`);
  if (values > MAX_VALUES)
    throw tooComplex(`the response may contain ${values} values; at most ${MAX_VALUES} are allowed`);
  return { hasLists: cost > 0 };
}

function areFew(variables: QueryVariables): boolean {
  const open: unknown[] = [variables];
  for (let seen = 0; seen <= MAX_VARIABLE_VALUES; seen += 1) {
    if (open.length === 0) return true;
    const value = open.pop();
    if (typeof value === 'object' && value !== null) open.push(...Object.values(value));
  }
  return false;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const selectionsIn = (set: SelectionSetNode | undefined): number =>
  sum((set?.selections ?? []).map((it) => 1 + ('selectionSet' in it ? selectionsIn(it.selectionSet) : 0)));

function weigh(document: DocumentNode, operation: OperationDefinitionNode, variables: QueryVariables): Weight {
  const fragments = new Map(
    document.definitions
      .filter((definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const defaults = (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
    variable.name.value,
    defaultValue && 'value' in defaultValue ? defaultValue.value : undefined,
  ]);
  const variableValues = { ...Object.fromEntries(defaults), ...variables };
  // Each fragment is measured once, however often it is used. A fragment that contains itself is left to validation.
  const known = new Map<string, Weight>();

  const ofFragment = (name: string): Weight => {
    const earlier = known.get(name);
    if (earlier !== undefined) return earlier;
    known.set(name, NOTHING);
    const fragment = fragments.get(name);
    const weight = fragment === undefined ? NOTHING : ofSelection(fragment.selectionSet);
    known.set(name, weight);
    return weight;
  };

  const ofSelection = ({ selections }: SelectionSetNode): Weight =>
    selections
      .map((selection) => {
        if (selection.kind === Kind.FIELD) return ofField(selection);
        if (selection.kind === Kind.INLINE_FRAGMENT) return ofSelection(selection.selectionSet);
        return ofFragment(selection.name.value);
      })
      .reduce(together, NOTHING);

  const ofField = (field: FieldNode): Weight => {
    const inner = field.selectionSet === undefined ? NOTHING : ofSelection(field.selectionSet);
    const rows = rowsOf(field, variableValues);
    return {
      // Introspection is deeply nested and returns no data.
      depth: field.name.value.startsWith('__') ? 0 : inner.depth + 1,
      fields: inner.fields + 1,
      aliases: inner.aliases + (field.alias === undefined ? 0 : 1),
      cost: (rows === 0 ? inner.cost : rows * (1 + inner.cost)) + (SINGLE_READS.get(field.name.value) ?? 0),
      values: 1 + inner.values * (UNPAGED.get(field.name.value) ?? Math.max(rows, 1)),
    };
  };

  return ofSelection(operation.selectionSet);
}

const together = (one: Weight, other: Weight): Weight => ({
  depth: Math.max(one.depth, other.depth),
  fields: one.fields + other.fields,
  aliases: one.aliases + other.aliases,
  cost: one.cost + other.cost,
  values: one.values + other.values,
});

/** Lists that are part of a row and not paged, with an estimate of their length. */
const UNPAGED: ReadonlyMap<string, number> = new Map([
  ['items', 3],
  ['courses', 20],
  ['products', 5],
  ['files', 5],
]);

/** Fields that read one row, with the cost in rows. An outline is read as a whole, and a post can be a long text. */
const SINGLE_READS: ReadonlyMap<string, number> = new Map([
  ['courseOutline', 50],
  ['post', 20],
]);

const LISTS: ReadonlySet<string> = new Set([
  'enrolledCourses',
  'lectures',
  'orders',
  'subscriptions',
  'digitalProducts',
  'eventRegistrations',
  'posts',
]);

/** Returns the page size of a list field. Invalid values are rejected later, when the list is read. */
function rowsOf(field: FieldNode, variables: QueryVariables): number {
  if (!LISTS.has(field.name.value)) return 0;
  const first = field.arguments?.find(({ name }) => name.value === 'first')?.value;
  const argument =
    first?.kind === Kind.VARIABLE ? variables[first.name.value] : first && 'value' in first && first.value;
  const count = Number(argument ?? USUAL_PAGE);
  // A list of no rows is read all the same, for its total.
  return Number.isInteger(count) && count >= 0 ? Math.min(Math.max(count, 1), MAX_PAGE) : USUAL_PAGE;
}
