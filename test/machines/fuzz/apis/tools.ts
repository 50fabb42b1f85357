/** Calls every tool of the tool endpoint with arguments made from the schema that the list shows. */
import { HARBOUR } from '../../../support/admin.ts';
import type { JsonSchema } from '../../../support/arbitrary-input.ts';
import { callTool, everyTool, type Json } from '../../../support/mcp.ts';
import { kindOfMember, kindOfSegment } from '../../../support/school-rows.ts';
import { dataOfTool } from '../../../support/tool-data.ts';
import type { Manner } from './drawing.ts';
import type { Driver, Figures } from './rest.ts';
import type { Caller, Schools } from './schools.ts';

const ASKING: readonly Caller[] = [
  ...Array<Caller>(8).fill('own'),
  'other',
  'other',
  'narrow',
  'member',
  'member',
  'nobody',
];
const SENDING: readonly Manner[] = [...Array<Manner>(6).fill('fitting'), 'nearly', 'nearly', 'wild'];
const MOST_FAULTS = 20;
/** What the SDK and this server say when something went wrong that should not. */
const INTERNAL = /an internal error|Internal error|-32603|is not a function|Cannot read/;

/** A public tool without a school is about the only one that is open to visitors, which can be the other. */
const isOpenSchool = (bearer: string | undefined, result: Json | undefined): boolean =>
  bearer === undefined && String(result?.structuredContent?.schoolSlug) === HARBOUR.slug;

export async function toolDriver(schools: Schools): Promise<Driver> {
  const { app, draw, description } = schools;
  const figures: Figures = { calls: 0, done: new Map(), statuses: new Map(), faults: [] };
  const token = await schools.tokenOf('own', undefined);
  if (token === undefined) throw new Error('nobody asks');
  const tools = await everyTool(app, token);
  const operations = new Map(description.operations.map((one) => [one.operation.operationId, one]));

  /** An id is of what the path of its operation says. */
  const withKinds = (name: string, schema: JsonSchema): JsonSchema => {
    const segment = /([^/{}]+)\/\{id\}/.exec(operations.get(name)?.path ?? '')?.[1];
    const kind = segment === undefined ? undefined : kindOfSegment(segment);
    const standins = kind === undefined ? [] : Array.from({ length: 5 }, (_, n) => `@@${kind}/${n}`);
    return standins.length === 0 || schema.properties?.id === undefined
      ? schema
      : { ...schema, properties: { ...schema.properties, id: { type: 'string', enum: standins } } };
  };

  function shapeFaults(name: string, result: Json | undefined): string[] {
    if (result === undefined) return [];
    const content = (result.content ?? []) as readonly Json[];
    const isText =
      content.length > 0 && content.every(({ type, text }) => String(type) === 'text' && typeof text === 'string');
    const operation = operations.get(name);
    // A result that would be too long lacks fields, and has a resultNote.
    const isWhole = result.structuredContent !== undefined && !('resultNote' in result.structuredContent);
    const isData = operation !== undefined && result.isError === undefined && isWhole;
    const status = Number(Object.keys(operation?.operation.responses ?? {}).find((one) => one.startsWith('2')));
    return [
      ...(isText ? [] : ['an answer without text']),
      ...(isData && status !== 204 ? description.valueFaults(operation.operation, status, dataOfTool(result)) : []),
    ];
  }

  /** Ids of what was made can be asked for next. */
  function learn(name: string, result: Json | undefined): void {
    const id = result?.structuredContent?.id as unknown;
    const kind = kindOfMember(
      `${name.replace(/^create_/, '').replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())}Id`,
    );
    if (name.startsWith('create_') && typeof id === 'string' && kind !== undefined) schools.own.add(kind, id);
  }

  return {
    figures,
    async next(): Promise<void> {
      const tool = draw.oneOf(tools);
      const name = String(tool.name);
      const caller = draw.oneOf(ASKING);
      const pool = caller === 'other' && draw.random() < 0.3 ? schools.other : schools.own;
      const schema = withKinds(name, tool.inputSchema as unknown as JsonSchema);
      const args = draw.input(`tool ${name}`, schema, draw.oneOf(SENDING), pool);
      const scope = operations.get(name)?.scope;
      const bearer = await schools.tokenOf(caller, scope);
      const sending = bearer === undefined ? {} : { token: bearer };
      const { status, result, text, json, body } = await callTool(app, name, JSON.parse(args), sending);
      figures.calls += 1;
      figures.statuses.set(status, (figures.statuses.get(status) ?? 0) + 1);
      figures.done.set(
        name,
        (figures.done.get(name) ?? 0) + (result !== undefined && result.isError === undefined ? 1 : 0),
      );
      const isProblem = result === undefined || result.isError !== undefined;
      if (!isProblem) schools.keep(caller, args);
      const wanted: Partial<Record<Caller, readonly number[]>> =
        scope === undefined ? {} : { nobody: [401], narrow: [403], member: [403, 401] };
      // Before anything of it is judged: more than 16 KB without a token, or 64 with one, and too many or too deep values.
      const isTooLarge = status === 413 && Buffer.byteLength(args) > (bearer === undefined ? 15 : 60) * 1024;
      const isUnread = isTooLarge || (status === 400 && body.includes('inside each other'));
      const faults = [
        ...(status >= 500 || (isProblem && INTERNAL.test(`${text} ${JSON.stringify(json.error ?? null)}`))
          ? ['an internal error']
          : []),
        ...(!isUnread && wanted[caller]?.includes(status) === false ? [`${wanted[caller]} was expected`] : []),
        ...(isOpenSchool(bearer, result) ? [] : schools.leakedTo(caller, args, body)).map(
          (one) => `shows ${one} of the other school`,
        ),
        ...shapeFaults(name, result),
      ];
      learn(name, result);
      if (faults.length === 0 || figures.faults.length >= MOST_FAULTS) return;
      figures.faults.push(
        `${name}: ${faults.slice(0, 3).join('; ')}\n  as ${caller} ${args.slice(0, 800)}\n  ${status} ${body.slice(0, 800)}`,
      );
    },
  };
}
