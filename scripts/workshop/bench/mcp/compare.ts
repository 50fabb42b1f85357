/** Compares messages to `/mcp` with the minimum that the SDK itself costs, for different numbers of tools. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../statistics.ts';
import { type School, startSchool } from '../targets/school.ts';
import { ServerProcess, serverEnvironment } from '../targets/server-process.ts';
import { type Measured, type Metrics, measureRows, type Plan, type Row } from './measure.ts';
import { callOf, LIST, type Message, requestOf } from './messages.ts';
import { MEMBER_TOOL, OPERATOR_TOOL, type RecordedTool, record } from './recorded.ts';

const NARROW = join(import.meta.dirname, 'narrow-product.ts');
const SDK_SERVER = join(import.meta.dirname, 'sdk-server.ts');
const FEW = 5;
const MANY = 100;

interface Contestant {
  name: string;
  server: ServerProcess;
  /** The school whose tools and token are used, if the server requires a token. */
  school?: School;
}

/** @returns the table, with a line per message and server */
export async function compareTools(folder: string, plan: Plan): Promise<string> {
  const product = await startSchool('product', folder);
  const few = await startWith(FEW, folder);
  const many = await startWith(MANY, folder);
  const recorded = await record(product);
  const contestants: Contestant[] = [
    { ...product, name: 'product', school: product },
    few,
    many,
    await startMinimum(folder, 'SDK, the same tools', recorded.open),
    await startMinimum(folder, `SDK, ${FEW} tools`, recorded.some(FEW)),
    await startMinimum(folder, `SDK, ${MANY} tools`, recorded.some(MANY)),
  ];
  const only = (message: Message, names: RegExp, token: (school: School) => string | undefined) =>
    contestants.map(({ name, server, school }) =>
      names.test(name) ? requestOf(server.origin, message, school && token(school)) : undefined,
    );
  const rows = [
    { name: 'tools/list, anonymous', requests: only(LIST, /^product$|same/, () => undefined), proof: '"tools":[{' },
    {
      name: `${MEMBER_TOOL}, member`,
      requests: only(callOf(MEMBER_TOOL), /product|\d/, ({ memberToken }) => memberToken),
      proof: '"nodes":[{',
    },
    {
      name: `${OPERATOR_TOOL}, operator`,
      requests: only(callOf(OPERATOR_TOOL), /product|\d/, ({ operatorToken }) => operatorToken),
      proof: '"nodes":[{',
    },
  ];
  const measured = await measureRows(rows, contestants, plan);
  await Promise.all(contestants.map(({ server }) => server.stop()));
  return `messages to /mcp beside the SDK's own minimum\n\n${render(measured, contestants)}`;
}

async function startWith(count: number, folder: string): Promise<Contestant> {
  const name = `product, ${count} tools`;
  const settings = { BENCH_TOOLS: String(count) };
  const school = await startSchool(name, folder, [process.execPath, NARROW], settings);
  return { ...school, school };
}

async function startMinimum(folder: string, name: string, tools: readonly RecordedTool[]): Promise<Contestant> {
  const own = join(folder, name.replace(/\W+/g, '-'));
  await mkdir(own);
  const file = join(own, 'tools.json');
  await writeFile(file, JSON.stringify(tools));
  const environment = { ...(await serverEnvironment(own)), TOOLS: file };
  const server = await ServerProcess.start([process.execPath, SDK_SERVER], environment, own);
  return { name, server };
}

function render(measured: Measured, contestants: readonly Contestant[]): string {
  const lines = [...measured].flatMap(([row, metrics]) => {
    // The baseline is the first SDK server that takes part.
    const least = metrics.find((one, index) => one.length > 0 && contestants[index]?.school === undefined) ?? [];
    return metrics.flatMap((own, index) =>
      own.length === 0 ? [] : [lineOf(row, contestants[index]?.name, own, least)],
    );
  });
  const headings = ['message', 'server', 'req/s', 'p99 ms', 'CPU µs', 'req/s ÷ SDK', 'CPU ÷ SDK'];
  const rule = headings.map((_, index) => (index < 2 ? '---' : '---:'));
  return [headings, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function lineOf({ name }: Row, server = '', own: readonly Metrics[], least: readonly Metrics[]): string[] {
  const figure = (read: (one: Metrics) => number, digits: number) => median(own.map(read)).toFixed(digits);
  const ratio = (read: (one: Metrics) => number) =>
    median(own.map((one, round) => read(one) / read(least[round] ?? one))).toFixed(2);
  return [
    name,
    server,
    figure((one) => one.requestsPerSecond, 0),
    figure((one) => one.p99, 2),
    figure((one) => one.cpuMicroseconds, 0),
    ratio((one) => one.requestsPerSecond),
    ratio((one) => one.cpuMicroseconds),
  ];
}
