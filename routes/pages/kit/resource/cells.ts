/** What a row says in a list and in its record. */

import { isRecord } from '../../../../schema/data/objects.ts';
import { instantOf } from '../../../../schema/school/calendar.ts';
import { type NamedResource, referredBy } from '../../../../schema/school/references.ts';
import { day, dayText } from '../components.ts';
import { cover } from '../cover.ts';
import { displayText } from '../display-text.ts';
import { type Html, html, type Renderable } from '../html.ts';
import type { PageFrame } from '../layout.ts';
import type { SignedInRequest } from '../signed-in.ts';
import { recordStylesheet } from '../styles.ts';
import type { Area } from './area.ts';
import { type PageField, type Reading, readingFor, valueWord } from './field.ts';
import type { Row } from './place.ts';
import { isFar, shown } from './widgets.ts';

/** The names beside an id, or ids, if the person may see them; of a member without one the e-mail address. */
function namesBeside({ name, to }: PageField, row: Row): unknown[] {
  const [, stem = ''] = to === undefined ? [] : (/^(.*?)Ids?$/.exec(name) ?? []);
  const names = ['Name', 'Title', 'Email'].flatMap((kind) => [row[`${stem}${kind}`], row[`${stem}${kind}s`]]);
  return stem === '' ? [] : [names.find((one) => one != null) ?? []].flat();
}

/** What a field of a row says. */
export function cellOf(field: PageField, row: Row, reading: Reading): Renderable {
  const names = namesBeside(field, row).filter(Boolean).join(', ');
  return names === '' ? shown(field, row[field.name], readingFor(reading, field, row)) : displayText(names);
}

/** What can be bought, by what an order calls it. */
const ITEMS: Readonly<Record<string, NamedResource>> = {
  course: 'courses',
  membership_plan: 'membershipPlans',
  digital_product: 'digitalProducts',
  event: 'events',
};

type Address = (to: NamedResource | undefined, id: unknown) => string | undefined;

/** The same, with links to what it names. */
export function linkedCell(field: PageField, row: Row, reading: Reading, address: Address): Renderable {
  const values = [row[field.name]].flat();
  const names = namesBeside(field, row);
  const linked = values.map((value, at) => {
    if (!isRecord(value)) return [names[at], address(referredBy(field.name, row), value)] as const;
    const { kind, quantity, refId, title } = value;
    const label = Number(quantity) > 1 ? `${quantity} × ${title}` : title;
    return [label, address(ITEMS[String(kind)], refId)] as const;
  });
  if (linked.every(([, href]) => href === undefined)) return cellOf(field, row, reading);
  return linked.map(
    ([label, href], at) =>
      html`${at > 0 && ', '}${href === undefined ? displayText(String(label)) : html`<a href="${href}">${displayText(String(label ?? row[field.name]))}</a>`}`,
  );
}

/** Of an instant that no one has chosen, a list says the day. */
export function listCell(field: PageField, row: Row, reading: Reading): Renderable {
  const value = row[field.name];
  const isChosen = field.kind !== 'instant' || field.zoneField !== undefined || typeof value !== 'string';
  return isChosen || isFar(instantOf(value))
    ? cellOf(field, row, reading)
    : day(instantOf(value), reading.language, reading.timeZone);
}

/** The state of a row, unless it is the usual one. */
export function statusOf<V extends SignedInRequest>(
  { declaration: { usual } }: Area<V>,
  { cancelAtPeriodEnd, endsAt, status }: Row,
  { language, text, timeZone }: Reading,
): Html | false {
  if (cancelAtPeriodEnd === true && status !== 'expired' && typeof endsAt === 'string')
    return html` <span class="badge unknown">${text.content.ends({ day: dayText(instantOf(endsAt), language, timeZone) })}</span>`;
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
