/**
 * The pages of a resource of a school, from its declaration and its operations: a list, a record, forms and actions. They are the
 * fourth reader of what REST, its documentation and the tools are made from. All of it is worked out when it is registered.
 */
import type { Field } from '../../../../schema/school/fields.ts';
import type { Operation } from '../../../../schema/school/operation.ts';
import type { Resource } from '../../../../schema/school/resource.ts';
import type { Text } from '../../../words/index.ts';
import { displayText } from '../display-text.ts';
import { type Html, html } from '../html.ts';
import type { AreaLink } from '../layout.ts';
import type { Place, Visit } from '../page.ts';
import { pathParameter } from '../path-parameter.ts';
import type { SignedInRequest } from '../signed-in.ts';
import type { Reading } from './asking.ts';
import { labelOf, type PageField, pageField } from './field.ts';
import type { AreaPlace, Row } from './place.ts';

export type AreaName = keyof Text['content']['areas'];

export interface AreaDeclaration<V extends SignedInRequest, R extends Resource> {
  readonly resource: R;
  /** The name of its words. */
  readonly name: AreaName;
  /** The entry of the menu, if it is not that of the list. */
  readonly menu?: string;
  /** Of rows that are listed below another one: what is above, and the field of the row that names it. */
  readonly below?: { readonly resource: Resource; readonly field: FieldOf<R> };
  /** The list, if it is not called as the resource is. */
  readonly list?: string;
  /** What adds a row, if it is not called as the resource is. Its form has the fields that it asks for, if it names any. */
  readonly create?: string;
  /** The field below the name of a row in the list. */
  readonly subtitle?: FieldOf<R>;
  readonly columns: readonly FieldOf<R>[];
  /** The usual state, which needs no mention. */
  readonly usual?: string;
  /** The fields of the form. */
  readonly form?: readonly (readonly FieldOf<R>[])[];
  readonly facts: readonly FieldOf<R>[];
  /** Operations on one row, by their names. */
  readonly actions?: readonly string[];
  /** Other pages about a row, such as a list of what belongs to it. @param address of the record */
  related?(row: Row, visit: Visit<V>, address: string): readonly AreaLink[];
}

export type FieldOf<R extends Resource> = keyof R['fields'] & string;

/** An action on one row. */
export interface AreaAction {
  readonly operation: Operation;
  /** The last part of its path. */
  readonly path: string;
  readonly asks: readonly PageField[];
  /** A button that acts at once, a page that asks, or one that asks for the password because something is deleted. */
  readonly kind: 'button' | 'question' | 'password';
}

export interface Area<V extends SignedInRequest = SignedInRequest> {
  readonly place: AreaPlace<V>;
  readonly declaration: AreaDeclaration<V, Resource>;
  readonly fields: ReadonlyMap<string, PageField>;
  readonly form: readonly (readonly PageField[])[];
  readonly list: Operation;
  /** Without it, rows have no page of their own. */
  readonly get: Operation | undefined;
  readonly create: Operation | undefined;
  readonly creationForm: readonly (readonly PageField[])[];
  readonly update: Operation | undefined;
  readonly actions: readonly AreaAction[];
  /** Where the pages of those are who see the area. */
  readonly reading: Place<V>;
  /** Where the pages of those are who change it. */
  readonly writing: Place<V>;
  /** The entry of the menu. */
  readonly menu: string;
  /** The prefix of the routes, and of a row. */
  readonly path: string;
  readonly rowPath: string;
  /** The address of the list of this request, and of a row in it. */
  address(signedIn: V): string;
  rowAddress(signedIn: V, row: Row): string;
}

/** @property create the label of what adds a row, where there is such a thing */
interface AreaWords {
  readonly title: string;
  readonly none: string;
  readonly create?: string;
}

export const wordsOf = ({ declaration: { name } }: Pick<Area, 'declaration'>, text: Text): AreaWords =>
  text.content.areas[name];

const pathOf = (many: string): string => `/${many.replaceAll('_', '-')}`;

const askable = (asks: Readonly<Record<string, Field>> = {}): PageField[] =>
  Object.entries(asks).map(([name, field]) => pageField(name, field));

function actionOf(operation: Operation): AreaAction {
  const { asks, isDestructive, rest } = operation;
  const isDeletion = rest.method === 'DELETE';
  const kind = isDestructive || asks !== undefined ? 'question' : 'button';
  return {
    operation,
    path: isDeletion ? 'delete' : (rest.path.split('/').at(-1) ?? ''),
    asks: askable(asks),
    kind: isDeletion ? 'password' : kind,
  };
}

/** @throws {Error} if an operation or a field is not there, which is a mistake in the declaration */
export function areaOf<V extends SignedInRequest, R extends Resource>(
  place: AreaPlace<V>,
  declaration: AreaDeclaration<V, R>,
): Area<V> {
  const { resource, below } = declaration;
  const { one, many, read, write = read } = resource;
  const list = place.operation(declaration.list ?? `list_${many}`);
  if (list === undefined) throw new Error(`there is no list of ${many}`);
  const fields = new Map(Object.entries(resource.fields).map(([name, field]) => [name, pageField(name, field)]));
  const parent = below && { prefix: pathOf(below.resource.many), one: below.resource.one };
  const menu = declaration.menu ?? parent?.prefix ?? pathOf(many);
  const prefix = parent === undefined ? '' : `${parent.prefix}/:${parent.one}`;
  const path = `${place.path}${prefix}${pathOf(many)}`;
  const address = (signedIn: V): string => {
    const above = parent && `${parent.prefix}/${encodeURIComponent(pathParameter(signedIn.request, parent.one))}`;
    return `${place.base(signedIn)}${above ?? ''}${pathOf(many)}`;
  };
  const create = place.operation(declaration.create ?? `create_${one}`);
  const form = (declaration.form ?? []).map((group) =>
    group.map((name) => fields.get(name)).filter((one) => one !== undefined),
  );
  return {
    place,
    declaration: declaration as unknown as AreaDeclaration<V, Resource>,
    fields,
    form: form.map((group) => group.filter(({ isFixed }) => !isFixed)),
    list,
    get: place.operation(`get_${one}`),
    create,
    creationForm: create?.asks === undefined ? form : [askable(create.asks)],
    update: place.operation(`update_${one}`),
    actions: [...(declaration.actions ?? []), `delete_${one}`]
      .map((name) => place.operation(name))
      .filter((operation) => operation !== undefined)
      .map(actionOf),
    menu,
    reading: place.within(read, menu),
    writing: place.within(write, menu),
    path,
    rowPath: `${path}/:${one}`,
    address,
    rowAddress: (signedIn, row) => `${address(signedIn)}/${String(row.id)}`,
  };
}

/** Finds the row of a request, with the names beside its ids; `undefined` if it is not there, or below something else. */
export async function findRow<V extends SignedInRequest>(area: Area<V>, signedIn: V): Promise<Row | undefined> {
  const { place, get, declaration } = area;
  const { resource, below } = declaration;
  const id = pathParameter(signedIn.request, resource.one);
  if (get === undefined || !/^[\w-]{1,100}$/.test(id)) return undefined;
  const row = (await place.run(signedIn, get, { id })) as Row;
  if (below !== undefined) {
    const above = place.operation(`get_${below.resource.one}`);
    const key = pathParameter(signedIn.request, below.resource.one);
    const parent = above && ((await place.run(signedIn, above, { id: key })) as Row);
    if (parent?.id !== row[below.field]) return undefined;
  }
  return (await place.withNames(signedIn, get, [row]))[0];
}

/** The name of a row. What has none is called by its kind, and a row of something else by the name of that. */
export function nameOfRow<V extends SignedInRequest>(area: Area<V>, row: Row): string {
  const { title } = area.declaration.resource;
  const name = title === 'id' ? (row.memberName ?? row.memberEmail ?? row.id) : row[title];
  return displayText(String(name ?? row.id));
}

/** How a field of a row is read and written. */
export function readingFor(reading: Reading, field: PageField, row: Row | undefined): Reading {
  const zone = field.zoneField === undefined ? undefined : row?.[field.zoneField];
  const price = row?.[field.name] as { currency?: unknown } | null | undefined;
  const currency = field.kind === 'minor_units' ? row?.currency : price?.currency;
  return {
    ...reading,
    ...(typeof zone === 'string' ? { timeZone: zone } : {}),
    ...(typeof currency === 'string' ? { currency } : {}),
  };
}

/** How the person reads what a row says. */
export const readingIn = async <V extends SignedInRequest>(
  { place, reading }: Area<V>,
  signedIn: V,
): Promise<Reading> => ({
  language: signedIn.frame.language,
  text: signedIn.text,
  timeZone: reading.timeZone(signedIn),
  currency: await place.currency(signedIn),
});

/** Which tool and which call of the admin API do the same. */
export function sameByProgram(operations: readonly (Operation | undefined)[], { content: words }: Text): Html {
  const rows = operations.filter((one) => one !== undefined);
  return html`<details class="snippets"><summary>${words.programs.title}</summary>
<table><thead><tr><th scope="col">${words.programs.tool}</th><th scope="col">${words.programs.call}</th></tr></thead>
<tbody>${rows.map(({ name, rest }) => html`<tr><td><code>${name}</code></td><td><code>${`${rest.method} /api/v1${rest.path}`}</code></td></tr>`)}</tbody></table></details>`;
}

export const fieldLabel = (field: Pick<PageField, 'name'>, text: Text): string => labelOf(text, field.name);

/** The version of a row, which a change requires. */
export const versionOf = (row: Row): string => String(row.updatedAt ?? '');

/** Whether an action does something in the state of the row. */
export const fits = ({ operation: { from } }: AreaAction, { status }: Row): boolean =>
  from === undefined || from.includes(String(status));

/** The input that names what a list is below, and what is added to it. */
export const parentInput = <V extends SignedInRequest>(
  { declaration: { below } }: Area<V>,
  { request }: V,
): Record<string, string> => (below === undefined ? {} : { id: pathParameter(request, below.resource.one) });
