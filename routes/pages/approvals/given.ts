/** What an app sent, field by field, as people read it, with what is there now; and folded below, exactly as it was sent. */
import { isRecord } from '../../../schema/data/objects.ts';
import type { Input, Operation } from '../../../schema/school/operation.ts';
import { shortened } from '../../../schema/text/readable.ts';
import type { Text } from '../../words/index.ts';
import { fact } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html, type Renderable } from '../kit/html.ts';
import { cellOf } from '../kit/resource/cells.ts';
import { labelOf, pageField, type Reading } from '../kit/resource/field.ts';

/** What is there now is not what is decided about. */
const MAX_PRESENT = 200;
/** What says which object it is, or nothing of it. */
const ABOUT = new Set(['id', 'include', 'ifUpdatedAt', 'confirm']);

/** Both have the names beside ids that the person may see. */
export interface Values {
  readonly given: Input;
  /** The object as it is, if the call changes it. */
  readonly present: Input | undefined;
}

/** A value line by line, cleaned of what is not seen or reorders the page. Empty lines push nothing out of sight. */
const linesOf = (value: string): string =>
  value
    .split(/\r\n?|\n/)
    .map(displayText)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');

const rawOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

export function givenSection(
  operation: Operation,
  sent: Input,
  { given, present }: Values,
  reading: Reading,
): Html | false {
  const { approvals: words } = reading.text;
  const names = Object.keys(sent).filter((name) => name !== 'include');
  const isCleaned = names.some((name) => {
    const raw = rawOf(sent[name]);
    return linesOf(raw).replace(/[\u2068\u2069]/g, '') !== raw;
  });
  const rows = names
    .filter((name) => !ABOUT.has(name))
    .map((name) =>
      fact(labelFor(operation, name, reading.text), changeOf(operation, name, { given, present }, reading)),
    );
  const exact = [
    fact(words.facts.tool, html`<code>${operation.name}</code>`),
    ...names.map((name) => fact(html`<code>${displayText(name)}</code>`, whole(rawOf(sent[name])))),
  ];
  return html`<section class="stack"><h2>${words.given}</h2><p class="detail">${words.givenText}${isCleaned && html` ${words.cleaned}`}</p>
${rows.length > 0 && html`<dl class="facts">${rows}</dl>`}
<details><summary>${words.exact}</summary><dl class="facts">${exact}</dl></details></section>`;
}

/** Quoted and whole, because what is left out could matter most. */
const whole = (value: string): Html => html`<span class="whole">“${linesOf(value)}”</span>`;

const fieldOf = ({ pageFields, sets }: Operation, name: string) => (sets ?? pageFields)?.[name];

function labelFor(operation: Operation, name: string, text: Text): Renderable {
  const isKnown = fieldOf(operation, name) !== undefined && Object.hasOwn(text.content.fields, name);
  return isKnown ? labelOf(text, name) : html`<code>${displayText(name)}</code>`;
}

/** Texts are quoted, and all else is written as on the pages of the school. */
function saidOf(operation: Operation, name: string, row: Input, reading: Reading): Html {
  const value = row[name];
  const field = fieldOf(operation, name);
  if (value === null || value === '') return html`–`;
  const isText = typeof value === 'string' && /^(line|text|markdown|slug|url|email)$/.test(field?.kind ?? 'text');
  if (isText || field === undefined || (field.kind === 'custom' && isRecord(value))) return whole(rawOf(value));
  return html`<span class="whole">${cellOf(pageField(name, field), row, reading)}</span>`;
}

function changeOf(operation: Operation, name: string, { given, present }: Values, reading: Reading): Html {
  const then = saidOf(operation, name, given, reading);
  if (present === undefined || !(name in present)) return then;
  const was = present[name];
  const short = typeof was === 'string' ? { ...present, [name]: shortened(was, MAX_PRESENT) } : present;
  return html`<del>${saidOf(operation, name, short, reading)}</del> → <ins>${then}</ins>`;
}
