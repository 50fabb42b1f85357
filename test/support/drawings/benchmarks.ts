/** Requests per second of each row of the benchmark, beside the floor and the peer. */
import { box, drawing, LINE, MARGIN, text, WIDTH } from './svg.ts';

const TARGETS = [
  { name: 'product', title: 'Schoolgate', colour: 'accent', x: MARGIN },
  { name: 'floor', title: 'floor', colour: 'field', x: 134 },
  { name: 'peer', title: 'oidc-provider', colour: 'caution', x: 210 },
] as const;
const BAR = 14;
const LONGEST = 262;

/** @param results the output of `npm run bench` */
export function benchmarks(results: string): string {
  const [head = [], ...lines] = results
    .split('\n')
    .filter((row) => /^\| \w/.test(row))
    .map((row) => row.split('|').map((cell) => cell.trim()));
  const at = (name: string): number => head.indexOf(name);
  const measured = lines.map((cells) => ({
    row: cells[at('row')] ?? '',
    target: cells[at('target')],
    rate: Number(cells[at('req/s')]),
    toPeer: Number(cells[at('req/s ÷ peer')]),
  }));
  const most = Math.max(...measured.map(({ rate }) => rate));
  const parts = [text(MARGIN, 24, 'Requests per second: longer is better', { colour: 'muted' })];
  for (const { title, colour, x } of TARGETS) parts.push(box(x, 36, 12, 12, colour), text(x + 18, 47, title));
  const told: string[] = [];
  let y = 72;
  for (const [row, all] of Map.groupBy(measured, (one) => one.row)) {
    const of = (name: string) => all.find(({ target }) => target === name);
    parts.push(text(MARGIN, y, row, { bold: true }));
    const faster = `${of('product')?.toPeer.toFixed(1)} × oidc-provider`;
    parts.push(text(WIDTH - MARGIN, y, faster, { anchor: 'end', colour: 'muted' }));
    for (const { name, colour } of TARGETS) {
      const rate = of(name)?.rate ?? 0;
      const length = Math.round((rate / most) * LONGEST);
      parts.push(box(MARGIN, y + 8, length, BAR, colour, 2));
      parts.push(text(MARGIN + length + 6, y + 6 + BAR, rate.toLocaleString('en')));
      y += LINE;
    }
    told.push(`${row}: ${TARGETS.map(({ name }) => of(name)?.rate).join(', ')}`);
    y += 32;
  }
  const description = `For ${TARGETS.map(({ title }) => title).join(', ')}: ${told.join('; ')}.`;
  return drawing('Requests per second', description, y - 12, parts);
}
