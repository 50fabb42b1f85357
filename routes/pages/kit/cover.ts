/** The tile of a course or event without a picture: the same slug looks the same everywhere. */
import { createHash } from 'node:crypto';
import { tonesOf } from '../../../schema/school/school-colors.ts';

const [COLUMNS, ROWS, CELL] = [3, 2, 100];
const CELLS = Array.from({ length: COLUMNS * ROWS }, (_, at) => [
  (at % COLUMNS) * CELL,
  Math.floor(at / COLUMNS) * CELL,
]);
const END = CELL;
/** Quarter circles around each corner of a cell. */
const QUARTERS = [
  `M0 0H${END}A${END} ${END} 0 0 1 0 ${END}Z`,
  `M${END} 0V${END}A${END} ${END} 0 0 1 0 0Z`,
  `M${END} ${END}H0A${END} ${END} 0 0 1 ${END} 0Z`,
  `M0 ${END}V0A${END} ${END} 0 0 1 ${END} ${END}Z`,
];

/** Returns a tile of six cells in five tones of the school's colour, as an SVG of three by two. @param color `#RRGGBB` */
export function coverTile(slug: string, color: string): string {
  const digest = createHash('sha256').update(slug).digest();
  const tones = tonesOf(color);
  const cells = CELLS.map(([x = 0, y = 0], at) => {
    const [ground = 0, tone = 0, form = 0] = digest.subarray(3 * at, 3 * at + 3);
    const below = tones[ground % tones.length];
    // Never the tone of the ground.
    const above = tones[((ground % tones.length) + 1 + (tone % (tones.length - 1))) % tones.length];
    const quarter = QUARTERS[form % 8];
    const shape =
      quarter === undefined
        ? form % 8 === 4 && `<circle cx="50" cy="50" r="30" fill="${above}"/>`
        : `<path d="${quarter}" fill="${above}"/>`;
    return `<g transform="translate(${x} ${y})"><rect width="${CELL}" height="${CELL}" fill="${below}"/>${shape || ''}</g>`;
  });
  const [width, height] = [COLUMNS * CELL, ROWS * CELL];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${cells.join('')}</svg>`;
}
