/**
 * Keeps results within what every client gives to its model: a page of a list has fewer rows, and anything else comes
 * without its longest fields. The result names what is missing.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { TOOL_RESULT } from '../../../schema/limits.ts';
import { isRecord } from '../../../schema/record.ts';
import { succeeded } from './rendering.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The rest is for the sentences about what is missing. */
const MAX_BYTES = TOOL_RESULT.tokens * TOOL_RESULT.bytesPerToken - 1000;
/** Of the rows that would fit if all had the same size. */
const SHARE = 0.9;

const lengthOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** The larger of the two forms: clients give one of them to the model. */
const bytesOf = ({ content, structuredContent }: CallToolResult): number =>
  Math.max(lengthOf(structuredContent), ...content.map((one) => ('text' in one ? Buffer.byteLength(one.text) : 0)));

export const tokensOf = (result: CallToolResult): number => Math.ceil(bytesOf(result) / TOOL_RESULT.bytesPerToken);

/**
 * @param produce returns the data; a tool that only reads is asked again for a page that is too long, with a smaller `first`
 * @param elsewhere what has everything, however long
 */
export async function fitted(
  { title, isReading }: { title: string; isReading: boolean },
  given: Fields,
  produce: (given: Fields) => Promise<Fields>,
  elsewhere: string,
): Promise<CallToolResult> {
  let output = await produce(given);
  let result = succeeded(title, output);
  const notes: string[] = [];
  const isTooLong = (): boolean => bytesOf(result) > MAX_BYTES;
  for (let rows = rowsOf(output).length; isReading && isTooLong() && rows > 1; rows = rowsOf(output).length) {
    const first = Math.max(1, Math.floor((rows * SHARE * MAX_BYTES) / bytesOf(result)));
    output = await produce({ ...given, first });
    result = succeeded(title, output);
    if (rowsOf(output).length >= rows) break;
    notes[0] = `Rows of this page that fit: ${rowsOf(output).length}. The argument after gets the next.`;
  }
  const [row] = rowsOf(output).length === 1 ? rowsOf(output) : [];
  let fields = isRecord(row) ? row : output;
  const leftOut: string[] = [];
  for (const name of Object.keys(fields).toSorted((a, b) => lengthOf(fields[b]) - lengthOf(fields[a]))) {
    if (!isTooLong()) break;
    const { [name]: value, ...others } = fields;
    fields = others;
    result = succeeded(title, isRecord(row) ? { ...output, nodes: [fields] } : fields);
    leftOut.push(`${name}${sizeOf(value)}`);
  }
  if (leftOut.length > 0) notes.push(`Left out as too long: ${leftOut.join(', ')}. ${elsewhere} have everything.`);
  if (notes.length === 0) return result;
  const resultNote = notes.join(' ');
  return {
    content: [...result.content, { type: 'text', text: resultNote }],
    structuredContent: { ...(result.structuredContent as Fields), resultNote },
  };
}

const rowsOf = ({ nodes, pageInfo }: Fields): readonly unknown[] =>
  Array.isArray(nodes) && isRecord(pageInfo) ? nodes : [];

function sizeOf(value: unknown): string {
  if (typeof value === 'string') return ` (${value.length} characters)`;
  return Array.isArray(value) ? ` (${value.length} entries)` : '';
}
