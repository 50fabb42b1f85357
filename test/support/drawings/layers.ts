/** The layers of the code, with the areas that most of them have. */
import { arrow, box, drawing, LINE, MARGIN, text, texts, tile, WIDTH, wrapped } from './svg.ts';

/** With the way to the layer below, where not every import is allowed. */
const LAYERS = [
  ['scripts', 'commands, and the workshop', ''],
  ['routes', 'answers to requests', 'by decorators'],
  ['plugins', 'what happens behind them', 'by stores.ts'],
  ['db', 'rows in SQLite or PostgreSQL', ''],
  ['schema', 'types and rules', ''],
] as const;
const AREAS = ['oauth', 'people', 'school', 'audit'];
const RULE = 'Arrows: a layer imports those below it.';
const CELL = 82;

/** @param foldersOf the folders of a layer */
export function layers(foldersOf: (layer: string) => readonly string[]): string {
  const parts: string[] = [];
  let y = 14;
  for (const [layer, what, way] of LAYERS) {
    const folders = foldersOf(layer);
    const areas = AREAS.filter((area) => folders.includes(area));
    const others = wrapped(folders.filter((name) => !AREAS.includes(name)).join(', '), 38);
    const below = areas.length > 0 ? 32 : 0;
    const height = 38 + below + others.length * LINE;
    parts.push(
      box(8, y, WIDTH - 16, height, 'sunken', 6),
      text(MARGIN, y + 22, `${layer}/`, { bold: true }),
      text(WIDTH - MARGIN, y + 22, what, { colour: 'muted', anchor: 'end' }),
      // The authorization server stands out, because it can be read by itself.
      ...areas.map((area) => {
        const x = MARGIN + AREAS.indexOf(area) * CELL;
        return tile([x, y + 32, CELL - 4, 26], area, area === 'oauth' ? 'strong' : 'soft');
      }),
      ...texts(MARGIN, y + 46 + below, others, { colour: 'muted' }),
    );
    y += height + 26;
    if (layer === 'schema') continue;
    parts.push(arrow([WIDTH / 2, y - 24], [WIDTH / 2, y - 2]));
    if (way !== '') parts.push(text(WIDTH / 2 + 12, y - 8, way));
  }
  parts.push(text(MARGIN, y, RULE, { colour: 'muted' }));
  const told = LAYERS.map(([layer, what]) => `${layer}, ${what}: ${foldersOf(layer).join(', ')}`);
  const description = `From above: ${told.join('; ')}. ${RULE}`;
  return drawing('The layers of the code', description, y + 14, parts);
}
