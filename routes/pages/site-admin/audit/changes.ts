/** What an event of the audit log changed, allowed or ended, in words: on its page, in the list and in the exports. */
import {
  ACCESS_TOKEN_ONLY,
  type AuditEntry,
  BY_USE,
  CONNECTION_ID,
  changedNamesIn,
  EFFECTIVE_AT,
  MOVED_UP,
  NEW_STATUS,
  newStatusIn,
  readFieldValues,
  WAITS,
  WITH_EVENT,
} from '../../../../schema/audit/audit-event.ts';
import {
  APP_VALUES,
  appsIn,
  CLIENT_IDS,
  PLACE_VALUES,
  SIZE_VALUES,
  sizeIn,
} from '../../../../schema/audit/ended-connections.ts';
import { rowOfEvent } from '../../../../schema/audit/events.ts';
import { uploadStep } from '../../../../schema/audit/sentence-variants.ts';
import { REASON } from '../../../../schema/audit/tool-failure.ts';
import { isChangingScope, isScope, splitScope } from '../../../../schema/oauth/scope.ts';
import { ROLES } from '../../../../schema/people/role.ts';
import { COLOR } from '../../../../schema/school/resources/appearance.ts';
import { shortened } from '../../../../schema/text/readable.ts';
import type { Text } from '../../../words/index.ts';
import { displayText } from '../../kit/display-text.ts';

/** One field. `said` says its values before and after, or the one of them that is known. */
export type ChangedField = { label: string; said: string };

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const inWords = (value: string, text: Text): string => (isScope(value) ? text.scopes[value] : displayText(value));

/** Whose values are ids of images. */
const IMAGES: ReadonlySet<string> = new Set(['logo', 'logoAssetId', 'faviconAssetId']);

/** The words of values that only one field has. */
function ofField(name: string, value: unknown, text: Text): string | undefined {
  const role = ROLES.find((one) => one === value);
  if (name === 'role' && role !== undefined) return text.roles[role];
  if (IMAGES.has(name) && typeof value === 'string' && value !== '') return text.audit.change.image;
  const { statuses } = text.members;
  if (name === 'status' && Object.hasOwn(statuses, String(value))) {
    return statuses[String(value) as keyof typeof statuses];
  }
  return name === 'defaultScope' && typeof value === 'string' ? wordsOf(name, splitScope(value), text) : undefined;
}

function wordsOf(name: string, value: unknown, text: Text): string {
  const { none, yes, no, edited, separator } = text.audit.change;
  const own = ofField(name, value, text);
  if (own !== undefined) return own;
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return none;
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'string') return inWords(value, text);
  return isListOfTexts(value) ? value.map((one) => inWords(one, text)).join(separator) : edited;
}

/** Such as the sections of a home page. */
const isComposite = (value: unknown): boolean => typeof value === 'object' && value !== null && !isListOfTexts(value);

/** Of a list, what was added to it and what was removed. */
function listChange(was: readonly string[], is: readonly string[], text: Text): string {
  const { added, removed, separator } = text.audit.change;
  const part = (title: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : [`${title}: ${items.map((one) => inWords(one, text)).join(separator)}`];
  return [
    ...part(
      added,
      is.filter((one) => !was.includes(one)),
    ),
    ...part(
      removed,
      was.filter((one) => !is.includes(one)),
    ),
  ].join('. ');
}

type Values = Readonly<Record<string, unknown>>;

function saidOf(name: string, was: Values | undefined, is: Values | undefined, text: Text): string {
  if (was === undefined || !Object.hasOwn(was, name)) return wordsOf(name, is?.[name], text);
  if (is === undefined || !Object.hasOwn(is, name)) return wordsOf(name, was[name], text);
  const [before, after] = [was[name], is[name]];
  const { image, otherImage } = text.audit.change;
  if (IMAGES.has(name) && before && after) return `${image} → ${otherImage}`;
  if (isComposite(before) || isComposite(after)) return text.audit.change.edited;
  return isListOfTexts(before) && isListOfTexts(after)
    ? listChange(before, after, text)
    : `${wordsOf(name, before, text)} → ${wordsOf(name, after, text)}`;
}

/** The colour fields of browsers write in small letters what an API may have stored in capitals. */
const isSameColor = (before: unknown, after: unknown): boolean =>
  typeof before === 'string' &&
  typeof after === 'string' &&
  COLOR.test(before) &&
  before.toLowerCase() === after.toLowerCase();

/** What the sentence or another line of the entry says, or what nobody needs to read. */
const SAID_ELSEWHERE = [
  'successorUsed',
  'handsOver',
  'owners',
  CONNECTION_ID,
  EFFECTIVE_AT,
  MOVED_UP,
  NEW_STATUS,
  WITH_EVENT,
  WAITS,
  BY_USE,
  ACCESS_TOKEN_ONLY,
  REASON,
] as const;

/** Returns the fields whose values the entry has; none if it has only fingerprints, or nothing. */
export function changedFields(entry: AuditEntry, text: Text): ChangedField[] {
  const { event, before, after } = entry;
  const [was, is] = [readFieldValues(before), readFieldValues(after)];
  const { fields } = text.audit.change;
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  // The sentence also says which of several connections ended.
  for (const name of [...SAID_ELSEWHERE, ...PLACE_VALUES, ...saidByCounts(entry)]) names.delete(name);
  // The deletion of an app or of content records what it was called, for the sentences about it.
  if (event === 'client_deleted' || event === 'resource_deleted') names.delete('name');
  return [...names]
    .filter((name) => !isSameColor(was?.[name], is?.[name]))
    .map((name) => ({
      label: Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : displayText(name),
      said: saidOf(name, was, is, text),
    }));
}

/** Returns what an app was allowed: first what it can change, or that it can view only. */
function allowedFields({ after }: AuditEntry, text: Text): ChangedField[] | undefined {
  const scopes = readFieldValues(after)?.scopes;
  if (!isListOfTexts(scopes) || scopes.length === 0) return undefined;
  const { mayChange, mayView, viewOnly } = text.audit.change;
  const isChanging = (one: string): boolean => isScope(one) && isChangingScope(one);
  const [changing, others] = [scopes.filter(isChanging), scopes.filter((one) => !isChanging(one))];
  const field = (label: string, some: readonly string[]): ChangedField[] =>
    some.length === 0 ? [] : [{ label, said: wordsOf('scopes', some, text) }];
  return [...field(mayChange, changing), ...field(changing.length === 0 ? viewOnly : mayView, others)];
}

/** Returns the fields that changed, in words, of an entry that has their names only; `undefined` for any other entry. */
export function namesOfChanged(entry: AuditEntry, { audit }: Text): string | undefined {
  const { names, now, separator, statuses } = audit.change.fieldNames;
  const status = newStatusIn(entry.after);
  const isKnown = (value: unknown): value is keyof typeof statuses =>
    typeof value === 'string' && Object.hasOwn(statuses, value);
  if (uploadStep(entry) !== undefined) return undefined;
  return changedNamesIn(entry.after)
    ?.map((name) => {
      const label = Object.hasOwn(names, name) ? names[name as keyof typeof names] : displayText(name);
      return name === 'status' && isKnown(status) ? now({ field: label, status: statuses[status] }) : label;
    })
    .join(separator);
}

const MAX_VALUE = 160;

/** Returns what an entry changed or allowed, as lines. @param most as many fields; more are on the page of the entry */
export function detailsOf(entry: AuditEntry, text: Text, most: number): readonly string[] {
  const { says } = rowOfEvent(entry.event);
  if (says === 'values') return [];
  const names = namesOfChanged(entry, text);
  const { changed, unchanged } = text.audit.change.fieldNames;
  if (names === '') return [unchanged];
  if (names !== undefined) return [`${changed}: ${shortened(names, MAX_VALUE)}`];
  const allowed = entry.event === 'consent_given' ? allowedFields(entry, text) : undefined;
  const status = says === 'status' ? text.audit.change.fields.status : undefined;
  const fields = (allowed ?? changedFields(entry, text)).filter(({ label }) => label !== status);
  const more = fields.length - most;
  const shown = fields.slice(0, most).map(({ label, said }) => `${label}: ${shortened(said, MAX_VALUE)}`);
  return more > 0 ? [...shown, text.audit.change.more({ number: more })] : shown;
}

/** A sentence, and what ends it. */
const SENTENCE = /^(.*?)([.。]?)$/su;

function detailOf(entry: AuditEntry, { audit }: Text): string | undefined {
  const { endedSize, listSeparator, more } = audit.change;
  const size = sizeIn(entry);
  if (size !== undefined) return size.connections === 0 ? undefined : endedSize(size);
  const apps = appsIn(entry);
  return (
    apps &&
    [...apps.names.map(displayText), ...(apps.more > 0 ? [more({ number: apps.more })] : [])].join(listSeparator)
  );
}

/** Adds to the sentence about connections that ended how many there were, or with which apps. */
export function withSize(sentence: string, entry: AuditEntry, text: Text): string {
  const detail = entry.event === 'grant_revoked' ? detailOf(entry, text) : undefined;
  const [, said = sentence, end = ''] = SENTENCE.exec(sentence) ?? [];
  return detail === undefined ? sentence : `${said}${text.audit.change.colon}${detail}${end}`;
}

/** Beside the names of the apps. */
const OF_APPS = ['connections', 'moreApps'] as const;

/** The values that these sentences have, or that say nothing to people. */
const saidByCounts = (entry: AuditEntry): readonly string[] => [
  ...(sizeIn(entry) === undefined ? [] : SIZE_VALUES),
  CLIENT_IDS,
  ...(appsIn(entry) === undefined ? [] : entry.event === 'grant_revoked' ? APP_VALUES : OF_APPS),
];
