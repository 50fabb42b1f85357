/** What a row says in a list and in its record. */

import { instantOf } from '../../../../schema/school/calendar.ts';
import { day } from '../components.ts';
import { cover } from '../cover.ts';
import { displayText } from '../display-text.ts';
import { type Html, html, type Renderable } from '../html.ts';
import type { PageFrame } from '../layout.ts';
import type { SignedInRequest } from '../signed-in.ts';
import { recordStylesheet } from '../styles.ts';
import { type Area, readingFor } from './area.ts';
import { type PageField, type Reading, valueWord } from './field.ts';
import type { Row } from './place.ts';
import { shown } from './widgets.ts';

/** What a field of a row says; the name beside an id, if the person may see it. */
export function cellOf(field: PageField, row: Row, reading: Reading): Renderable {
  if (field.to !== undefined) {
    const [, stem = ''] = /^(.*?)Ids?$/.exec(field.name) ?? [];
    const names = ['Name', 'Title']
      .flatMap((kind) => [row[`${stem}${kind}`], row[`${stem}${kind}s`]])
      .find((one) => one != null);
    const said = Array.isArray(names) ? names.filter(Boolean).join(', ') : names;
    if (typeof said === 'string' && said !== '') return displayText(said);
  }
  return shown(field, row[field.name], readingFor(reading, field, row));
}

/** Of an instant that no one has chosen, a list says the day. */
export function listCell(field: PageField, row: Row, reading: Reading): Renderable {
  const value = row[field.name];
  const isChosen = field.kind !== 'instant' || field.zoneField !== undefined || typeof value !== 'string';
  return isChosen ? cellOf(field, row, reading) : day(instantOf(value), reading.language, reading.timeZone);
}

/** The state of a row, unless it is the usual one. */
export function statusOf<V extends SignedInRequest>(
  { declaration: { usual } }: Area<V>,
  { status }: Row,
  { text }: Reading,
): Html | false {
  return (
    typeof status === 'string' &&
    status !== usual &&
    html` <span class="badge off">${valueWord(text, 'status', status)}</span>`
  );
}

/** @param picture the address of the picture, if the row has one */
export const covered = (row: Row, frame: PageFrame, picture: string | undefined, name: Html): Html =>
  html`<div class="covered">${cover(String(row.slug), frame, picture)}<div>${name}</div></div>`;

/** The stylesheet of records and their forms. */
export const recordStyles = (): Html => html`<link rel="stylesheet" href="${recordStylesheet.path}">`;
