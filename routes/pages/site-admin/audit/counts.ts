/** How many connections an event of the audit log ended, or with which apps, in words. */
import type { AuditEntry } from '../../../../schema/audit/audit-event.ts';
import { APP_VALUES, appsIn, CLIENT_IDS, SIZE_VALUES, sizeIn } from '../../../../schema/audit/ended-connections.ts';
import type { Text } from '../../../words/index.ts';
import { displayText } from '../../kit/display-text.ts';

/** What the sentence about an event may name; empty where the event has none. `by` is `operators` if they did it. */
export type Happened = Readonly<Record<'who' | 'app' | 'target' | 'was' | 'is' | 'from' | 'why' | 'by', string>>;
export type Saying = string | ((happened: Happened) => string);

/** A sentence, and what ends it. */
const SENTENCE = /^(.*?)([.。]?)$/su;

/** Where connections of an application are counted; a switch of the setup guides that turned one off is said by itself. */
export function endedOf(entry: AuditEntry, isSwitched: boolean, { audit }: Text): Saying | undefined {
  const { event } = entry;
  const size = sizeIn(entry);
  if (size === undefined || (event !== 'client_disabled' && event !== 'client_deleted')) return undefined;
  const { itsEnded, sized } = audit.change;
  const say = sized[isSwitched ? 'turnedOff' : event];
  return ({ who, app }) => say({ who, app, ended: itsEnded(size) });
}

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
export const saidByCounts = (entry: AuditEntry): readonly string[] => [
  ...(sizeIn(entry) === undefined ? [] : SIZE_VALUES),
  CLIENT_IDS,
  ...(appsIn(entry) === undefined ? [] : entry.event === 'grant_revoked' ? APP_VALUES : OF_APPS),
];
