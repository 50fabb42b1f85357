/**
 * The pages of a resource of a school, from its declaration and its operations: a list, a record, forms and actions. They are the
 * fourth reader of what REST, its documentation and the tools are made from. All of it is worked out when it is registered.
 */
import type { Scope } from '../../../../schema/oauth/scope.ts';
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
import { labelOf, type PageField, pageField, type Reading } from './field.ts';
import type { AreaPlace, Row } from './place.ts';

export type AreaName = keyof Text['content']['areas'];

export interface AreaDeclaration<V extends SignedInRequest, R extends Resource> {
  readonly resource: R;
  /** The name of its words. */
  readonly name: AreaName;
  /** The entry of the menu, if it is not that of the list. */
  readonly menu?: string;
  /** Of rows that are listed below another one. */
  readonly below?: Below<FieldOf<R>>;
  /** The list, if it is not called as the resource is, or nothing if the record above lists the rows. */
  readonly list?: string | undefined;
  /** What adds a row, if it is not called as the resource is. Its form has the fields that it asks for, if it names any. */
  readonly create?: string;
  /** What the path of a record ends with, if the row has another page. */
  readonly suffix?: string;
  /** Where the name of a row leads that has no page of its own. */
  leadsTo?(row: Row): string;
  /** The field below the name of a row in the list. */
  readonly subtitle?: FieldOf<R>;
  readonly columns: readonly FieldOf<R>[];
  /** Of a column whose field not every row has: the field that the others have, and what both are called. */
  readonly either?: Readonly<Partial<Record<FieldOf<R>, { readonly other: FieldOf<R>; readonly label: string }>>>;
  /** The usual state, which needs no mention. */
  readonly usual?: string;
  /** The state in which strangers see a row. Changing it then asks for the password, unless the sign-in is recent. */
  readonly seenIn?: string;
  /** The fields of the form. */
  readonly form?: readonly (readonly FieldOf<R>[])[];
  readonly facts: readonly FieldOf<R>[];
  /** Operations on one row, by their names. */
  readonly actions?: readonly string[];
  /** Whether an action does something for a row, if its state alone does not say so. */
  offers?(operation: string, row: Row): boolean;
  /** Further operations that need no row, by their names. Their forms have what they ask for. */
  readonly further?: readonly string[];
  /** Rows have a cover: their picture, or one that is drawn from their slug. */
  readonly hasCover?: boolean;
  /** Other pages about a row, such as a list of what belongs to it. @param address of the record */
  related?(row: Row, signedIn: V, address: string): Promise<readonly Related[]> | readonly Related[];
  /** Other pages of the list. @param address of the list */
  pages?(visit: Visit<V>, address: string): readonly AreaLink[];
  /** What belongs to a row, below its form. @param address of the record */
  panel?(row: Row, signedIn: V, address: string): Promise<Panel | undefined>;
  /** The page of the panel, if it has one of its own, so that it is not beside a form that loses what was entered. */
  readonly panelAt?: {
    readonly path: string;
    readonly name: AreaName;
    readonly scope: Scope;
  };
  /** Columns of the list that lead to another page of the record, with the last part of its path. */
  readonly leads?: Readonly<Partial<Record<FieldOf<R>, string>>>;
  /** What is to be known of a row first. @param address of the record */
  notice?(row: Row, signedIn: V, address: string): Promise<Html | undefined>;
}

/** A page about a row. Those with an icon are buttons, the others tabs, with how much there is. */
export type Related = AreaLink & { readonly count?: number };

/** A part of a record, and the operations that do the same. */
export interface Panel {
  readonly markup: Html;
  readonly operations: readonly (Operation | undefined)[];
}

export type FieldOf<R extends Resource> = keyof R['fields'] & string;

/** What rows are below, and the field that names it. */
export interface Below<Name extends string = string> {
  readonly resource: Resource;
  readonly field: Name;
  readonly below?: Below;
  /** The page on which the rows are listed, if that is not the record. */
  readonly at?: string;
}

/** What adds something: a row, or several. */
export interface AreaCreation {
  readonly operation: Operation;
  /** The last part of its path. */
  readonly path: string;
  readonly form: readonly (readonly PageField[])[];
}

/** An action on one row. */
export interface AreaAction {
  readonly operation: Operation;
  /** The last part of its path. */
  readonly path: string;
  readonly pageFields: readonly PageField[];
  /** A button that acts at once, a page that asks, or one that asks for the password because something is deleted. */
  readonly kind: 'button' | 'question' | 'password';
}

export interface Area<V extends SignedInRequest = SignedInRequest> {
  readonly place: AreaPlace<V>;
  readonly declaration: AreaDeclaration<V, Resource>;
  readonly fields: ReadonlyMap<string, PageField>;
  readonly form: readonly (readonly PageField[])[];
  readonly list: Operation | undefined;
  /** Without it, rows have no page of their own. */
  readonly get: Operation | undefined;
  readonly creations: readonly AreaCreation[];
  readonly update: Operation | undefined;
  readonly actions: readonly AreaAction[];
  /** Where the pages of those are who see the area, and of those who also have the scope of an operation. */
  readonly reading: Place<V>;
  writing(operation: Operation): Place<V>;
  /** The entry of the menu. */
  readonly menu: string;
  /** The prefix of the routes, and of a row. */
  readonly path: string;
  readonly rowPath: string;
  /** The address of the list of this request, and of a row in it. */
  address(signedIn: V): string;
  rowAddress(signedIn: V, row: Row): string;
  /** Where the rows are listed. */
  home(signedIn: V): string;
}

/**
 * @property create the label of what adds a row, where there is such a thing
 * @property lead what is to be known of all rows, and has no other place
 */
interface AreaWords {
  readonly title: string;
  readonly none: string;
  readonly create?: string;
  readonly lead?: string;
}

export const wordsOf = ({ declaration: { name } }: Pick<Area, 'declaration'>, text: Text): AreaWords =>
  text.content.areas[name];

export function leadOf(area: Pick<Area, 'declaration'>, text: Text): Html | false {
  const { lead } = wordsOf(area, text);
  return lead !== undefined && html`<p>${lead}</p>`;
}

export const pathOf = (many: string): string => `/${many.replaceAll('_', '-')}`;

const askable = (pageFields: Readonly<Record<string, Field>> = {}): PageField[] =>
  Object.entries(pageFields).map(([name, field]) => pageField(name, field));

function actionOf(operation: Operation): AreaAction {
  const { pageFields, isDestructive, rest } = operation;
  const isDeletion = rest.method === 'DELETE';
  const kind = isDestructive || pageFields !== undefined ? 'question' : 'button';
  return {
    operation,
    path: isDeletion ? 'delete' : lastPart(operation),
    pageFields: askable(pageFields),
    kind: isDeletion ? 'password' : kind,
  };
}

/** The areas of each place, by what their resources are called. */
const areas = new WeakMap<object, Map<string, unknown>>();

export const areaNamed = <V extends SignedInRequest>(place: AreaPlace<V>, many: string): Area<V> | undefined =>
  areas.get(place)?.get(many) as Area<V> | undefined;

/** @throws {Error} if an operation or a field is not there, which is a mistake in the declaration */
export function areaOf<V extends SignedInRequest, R extends Resource>(
  place: AreaPlace<V>,
  declaration: AreaDeclaration<V, R>,
): Area<V> {
  const { resource, below } = declaration;
  const { one, many, read } = resource;
  const list = place.operation('list' in declaration ? (declaration.list ?? '') : `list_${many}`);
  const fields = new Map(Object.entries(resource.fields).map(([name, field]) => [name, pageField(name, field)]));
  const above = chainOf(below);
  const scopes = [read, ...above.map((each) => each.read)];
  const menu = declaration.menu ?? pathOf(above[0]?.many ?? many);
  const path = `${place.path}${above.map((each) => `${pathOf(each.many)}/:${each.one}`).join('')}${pathOf(many)}`;
  const addressAbove = (signedIn: V, levels: number): string => {
    const keyOf = (name: string): string => encodeURIComponent(pathParameter(signedIn.request, name));
    return (
      place.base(signedIn) +
      above
        .slice(0, levels)
        .map((each) => `${pathOf(each.many)}/${keyOf(each.one)}`)
        .join('')
    );
  };
  const address = (signedIn: V): string => `${addressAbove(signedIn, above.length)}${pathOf(many)}`;
  const form = (declaration.form ?? []).map((group) =>
    group.map((name) => fields.get(name)).filter((one) => one !== undefined),
  );
  const creation = (name: string): AreaCreation[] => {
    const operation = place.operation(name);
    if (operation === undefined) return [];
    const isFurther = declaration.further?.includes(name) === true;
    const path = isFurther ? lastPart(operation) : 'new';
    return [{ operation, path, form: operation.pageFields === undefined ? form : [askable(operation.pageFields)] }];
  };
  const area: Area<V> = {
    place,
    declaration: declaration as unknown as AreaDeclaration<V, Resource>,
    fields,
    form: form.map((group) => group.filter(({ isFixed }) => !isFixed)),
    list,
    get: place.operation(`get_${one}`),
    creations: [declaration.create ?? `create_${one}`, ...(declaration.further ?? [])]
      .flatMap(creation)
      .filter((each) => each.form.length > 0),
    update: place.operation(`update_${one}`),
    actions: [...(declaration.actions ?? []), `delete_${one}`]
      .map((name) => place.operation(name))
      .filter((operation) => operation !== undefined)
      .map(actionOf),
    menu,
    reading: place.within(scopes, menu),
    writing: ({ scope }) => place.within([...scopes, scope], menu),
    path,
    rowPath: `${path}/:${one}${declaration.suffix ?? ''}`,
    address,
    rowAddress: (signedIn, row) => `${address(signedIn)}/${String(row.id)}${declaration.suffix ?? ''}`,
    home: (signedIn) =>
      list === undefined && below !== undefined
        ? `${addressAbove(signedIn, 1)}${topOf(below).at ?? ''}`
        : address(signedIn),
  };
  areas.set(place, (areas.get(place) ?? new Map()).set(many, area));
  return area;
}

const lastPart = ({ rest }: Operation): string => rest.path.split('/').at(-1) ?? '';

const topOf = (below: Below): Below => (below.below === undefined ? below : topOf(below.below));

/** The resources that a row is below, the topmost first. */
const chainOf = (below: Below | undefined): readonly Resource[] =>
  below === undefined ? [] : [...chainOf(below.below), below.resource];

/** The name of a row. A row of something else is called by the name of that, and a person without one by the address. */
export function nameOfRow<V extends SignedInRequest>(area: Area<V>, row: Row): string {
  const { title } = area.declaration.resource;
  const name = title === 'id' ? (row.memberName ?? row.memberEmail) : (row[title] ?? row.email);
  return displayText(String(name ?? row.id));
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
  const rows = operations.filter((one) => one !== undefined).filter(({ rest }) => rest.path !== '');
  return html`<details class="snippets"><summary>${words.programs.title}</summary>
<table><thead><tr><th scope="col">${words.programs.tool}</th><th scope="col">${words.programs.call}</th></tr></thead>
<tbody>${rows.map(({ name, rest }) => html`<tr><td>${name}</td><td>${`${rest.method} /api/v1${rest.path}`}</td></tr>`)}</tbody></table></details>`;
}

export const fieldLabel = (field: Pick<PageField, 'name'>, text: Text): string => labelOf(text, field.name);

/** All fields that a record shows. */
export const fieldsOfRecord = <V extends SignedInRequest>({ declaration, fields, form }: Area<V>): PageField[] =>
  [...new Set([...form.flat().map(({ name }) => name), ...declaration.facts])]
    .map((name) => fields.get(name))
    .filter((field) => field !== undefined);

/** What an action or an operation on the list is called, and what it does. */
export function wordsOfOperation({ name }: Operation, { content }: Text): { label: string; text: string } {
  const all: Readonly<Record<string, { label: string; text: string }>> = content.actions;
  return all[name] ?? { label: name, text: '' };
}

/** Whether an action does something in the state of the row. */
export const fits = ({ operation: { from } }: AreaAction, { status }: Row): boolean =>
  from === undefined || from.includes(String(status));

/** The input that names what a list is below, and what is added to it. */
export const parentInput = <V extends SignedInRequest>(
  { declaration: { below } }: Area<V>,
  { request }: V,
): Record<string, string> => (below === undefined ? {} : { id: pathParameter(request, below.resource.one) });
