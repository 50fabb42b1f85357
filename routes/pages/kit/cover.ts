/**
 * Covers: an uploaded picture of the school or, for what has none, six cells of quarter circles, circles and squares in tones of
 * the colour of the logo.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { OWN_COLORS, tonesOf } from '../../../schema/school/school-colors.ts';
import { signedPicture } from './branding.ts';
import { type Html, html } from './html.ts';
import type { PageFrame } from './layout.ts';

export const COVERS_PATH = '/assets/covers';

const CELL = 40;
const COLUMNS = 3;
const CELLS = 6;
/** Drawn in a cell, from its corner. */
const SHAPES = [
  'M0 0h40a40 40 0 0 1-40 40z',
  'M40 0v40a40 40 0 0 1-40-40z',
  'M40 40h-40a40 40 0 0 1 40-40z',
  'M0 40v-40a40 40 0 0 1 40 40z',
  'M0 20a20 20 0 0 1 40 0a20 20 0 0 1-40 0z',
  'M0 0h40v40h-40z',
] as const;

/** The same slug has the same cover everywhere. @param theme `#RRGGBB` */
export function coverOf(slug: string, theme: string): string {
  const tones = tonesOf({ theme });
  const bytes = createHash('sha256').update(slug).digest();
  const cells = Array.from({ length: CELLS }, (_, index) => {
    const [shape = 0, ground = 0, away = 0] = bytes.subarray(3 * index);
    // The shape has another tone than its ground.
    const first = ground % tones.length;
    const second = (first + 1 + (away % (tones.length - 1))) % tones.length;
    const [x, y] = [(index % COLUMNS) * CELL, Math.floor(index / COLUMNS) * CELL];
    return html`<g transform="translate(${x} ${y})"><path fill="${tones[first]}" d="M0 0h40v40h-40z"/><path fill="${tones[second]}" d="${SHAPES[shape % SHAPES.length]}"/></g>`;
  });
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80">${cells}</svg>`.toString();
}

/** @param src the picture, if there is one */
export const cover = (slug: string, { brand }: Pick<PageFrame, 'brand'>, src?: string): Html => {
  const theme = (brand?.theme ?? OWN_COLORS.theme).slice(1).toLowerCase();
  return html`<img class="cover" src="${src ?? `${COVERS_PATH}/${theme}/${encodeURIComponent(slug)}.svg`}" alt="" loading="lazy">`;
};

/** Where a page that not everyone sees gets the picture from. */
export async function coverSource(
  app: FastifyInstance,
  siteId: string,
  address: string | null,
): Promise<string | undefined> {
  const picture = await app.school.covers.pictureAt(siteId, address);
  return picture && signedPicture(app, picture.file);
}
