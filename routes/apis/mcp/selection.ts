/**
 * Which of the tools that a caller can use are listed. A model reads the whole list before it does anything, so what
 * does not fit is left out. `find_tools` finds it, and `call_read_tool` and `call_tool` call it.
 */
import type { ListedTool, Tool } from './tool.ts';

/** The size of a list, and of a page of a longer one, in bytes of JSON. */
export const LIST_BYTES = 32_400;
/** Room for the tools that every such list contains. */
const ALWAYS_BYTES = 2500;
/** The main families of tools. If not everything fits, these come first, and then others that still fit. */
const MAIN_FAMILIES = ['courses', 'students', 'members', 'orders', 'events', 'analytics'];
/** Callers who can see more than everyone have better tools than the other public ones. */
const MAIN_PUBLIC: ReadonlySet<string> = new Set(['get_school_info', 'how_to_connect', 'whoami']);
/** In place of a family: all of them, and the tools without a scope. */
const ALL = 'all';
const PUBLIC = 'public';

/** Tools that find and call others. They are of use only to callers who do not see everything in the list. */
export const FINDERS = { find: 'find_tools', read: 'call_read_tool', call: 'call_tool' } as const;
const isFinder = ({ name }: Tool): boolean => Object.values<string>(FINDERS).includes(name);

const familyOf = ({ scope }: Tool): string => scope?.split(':', 1)[0] ?? PUBLIC;

/** Entries never change, and each is measured once. */
const sizes = new WeakMap<ListedTool, number>();

function bytesOf(entry: ListedTool): number {
  const size = sizes.get(entry) ?? Buffer.byteLength(JSON.stringify(entry)) + 1;
  sizes.set(entry, size);
  return size;
}

/** The form in which a list shows a tool. */
export type EntryOf = (tool: Tool) => ListedTool;

const bytesOfAll = (tools: readonly Tool[], entryOf: EntryOf): number =>
  tools.reduce((sum, tool) => sum + bytesOf(entryOf(tool)), 0);

/** @param families comma-separated; all of them if they fit by default */
export function selectionOf(
  reachable: readonly Tool[],
  families: string | undefined,
  entryOf: EntryOf,
): readonly Tool[] {
  const others = reachable.filter((tool) => !isFinder(tool));
  const listed = listedTools(others, families, entryOf);
  const hidden = others.filter((tool) => !listed.includes(tool));
  const isNeeded = ({ name }: Tool): boolean =>
    hidden.length > 0 && (name !== FINDERS.call || hidden.some(({ listed }) => !listed.annotations.readOnlyHint));
  return [...reachable.filter((tool) => isFinder(tool) && isNeeded(tool)), ...listed];
}

function listedTools(tools: readonly Tool[], families: string | undefined, entryOf: EntryOf): readonly Tool[] {
  const isOfFamily = (wanted: ReadonlySet<string>) => (tool: Tool) => wanted.has(familyOf(tool));
  if (families !== undefined) {
    const chosen = new Set(families.split(',').map((family) => family.trim()));
    return chosen.has(ALL) ? tools : tools.filter(isOfFamily(chosen.add(PUBLIC)));
  }
  if (bytesOfAll(tools, entryOf) <= LIST_BYTES) return tools;
  const fitting = fittingFamilies(
    tools.filter((tool) => familyOf(tool) !== PUBLIC),
    entryOf,
  );
  return tools.filter((tool) => isOfFamily(fitting)(tool) || MAIN_PUBLIC.has(tool.name));
}

/** The families that fit into a list beside the tools that are always in it. A family is listed as a whole. */
function fittingFamilies(tools: readonly Tool[], entryOf: EntryOf): ReadonlySet<string> {
  const families = Map.groupBy(tools, familyOf);
  const fitting = new Set<string>();
  let left = LIST_BYTES - ALWAYS_BYTES;
  for (const family of new Set([...MAIN_FAMILIES, ...families.keys()])) {
    const bytes = bytesOfAll(families.get(family) ?? [], entryOf);
    if (bytes > left) continue;
    fitting.add(family);
    left -= bytes;
  }
  return fitting;
}

/** The pages of a list, by the name of the tool that the page before ends with. */
export type ListPages = ReadonlyMap<string | undefined, ListPage>;

export type ListPage = {
  tools: ListedTool[];
  /** The name of the last tool, unless this is the last page. */
  nextCursor?: string;
};

/** Divides a list into pages of at most LIST_BYTES. */
export function pagesOf(entries: readonly ListedTool[]): ListPages {
  const pages: [ListedTool, ...ListedTool[]][] = [];
  let left = 0;
  for (const entry of entries) {
    const size = bytesOf(entry);
    const page = pages.at(-1);
    if (page === undefined || size > left) pages.push([entry]);
    else page.push(entry);
    left = (page === pages.at(-1) ? left : LIST_BYTES) - size;
  }
  if (pages.length === 0) return new Map([[undefined, { tools: [] }]]);
  return new Map(
    pages.map((tools, index) => {
      const next = index + 1 < pages.length ? { nextCursor: (tools.at(-1) ?? tools[0]).name } : {};
      return [pages[index - 1]?.at(-1)?.name, { tools, ...next }];
    }),
  );
}
