/** A sequence of messages between a browser, an app and the server. */
import { arrow, box, drawing, LINE, line, text, tile } from './svg.ts';

const PARTIES = {
  browser: { title: 'browser', x: 56 },
  app: { title: 'your app', x: 180 },
  server: { title: 'Schoolgate', x: 304 },
} as const;
export type Party = keyof typeof PARTIES;
export type Step = readonly [from: Party, to: Party, content: readonly string[]];

export function parties(title: string, steps: readonly Step[]): string {
  const messages: string[] = [];
  let y = 72;
  for (const [from, to, content] of steps) {
    const [start, end] = [PARTIES[from].x, PARTIES[to].x];
    if (from === to) messages.push(box(start - 124, y - 17, 248, 25, 'sunken', 6));
    for (const words of content) {
      const bold = /^(?:GET|POST) /.test(words);
      messages.push(text((start + end) / 2, y, words, { anchor: 'middle', halo: from !== to, bold }));
      y += LINE;
    }
    if (from !== to) messages.push(arrow([start, y - 8], [end, y - 8]));
    y += LINE;
  }
  const tiles = Object.entries(PARTIES).flatMap(([party, { x, title: name }]) => [
    line([x, 42], [x, y - 14], '3 4'),
    tile([x - 50, 14, 100, 28], name, party === 'server' ? 'strong' : 'soft'),
  ]);
  const told = steps.map(([from, to, content]) => {
    const who = from === to ? PARTIES[from].title : `${PARTIES[from].title} to ${PARTIES[to].title}`;
    return `${who}: ${content.join(' ')}.`;
  });
  return drawing(title, told.join(' '), y + 2, [...tiles, ...messages]);
}
