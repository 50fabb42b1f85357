/** The fields of forms by the kind of their value: how they ask for it, read it, and show it. */
import { isRecord } from '../../../../schema/data/objects.ts';
import { instantAt, instantOf, localTime } from '../../../../schema/school/calendar.ts';
import type { Kind } from '../../../../schema/school/kind.ts';
import { decimalOf, formatMoney, minorUnitsOf } from '../../../../schema/school/money.ts';
import { below, bytesText, day, moment } from '../components.ts';
import { displayText } from '../display-text.ts';
import { type Html, html, type Renderable } from '../html.ts';
import { choiceTicks } from './choices.ts';
import { emptyMark } from './dependent.ts';
import { clockOf, secondsIn } from './duration.ts';
import { type Asking, type PageField, type Reading, unitOf, valueWord } from './field.ts';

interface Widget {
  /** The texts of the form for a value. */
  texts(value: unknown, reading: Reading, field: PageField): readonly string[];
  /** The value that the texts stand for. What they cannot stand for is left as it is, for the operation to refuse. */
  value(texts: readonly string[], reading: Reading, field: PageField): unknown;
  ask(asking: Asking): Html;
  show(value: unknown, reading: Reading, field: PageField): Renderable;
}

const descriptions = ({ field: { name, kind }, hint, error, currency, text }: Asking): string =>
  [
    hint !== undefined && `${name}-hint`,
    error !== undefined && `${name}-error`,
    (unitOf(text, name) !== undefined || (kind === 'money' && currency !== '')) && `${name}-unit`,
  ]
    .filter(Boolean)
    .join(' ');

/** A label, what is to be known or wrong, and the control. */
const control = ({ field: { name }, label, hint, error }: Asking, inner: Html): Html => html`<div class="field">
<label for="${name}">${label}</label>
${inner}
${below({ name, hint, error })}</div>`;

const attributes = (asking: Asking): readonly (Html | false)[] => {
  const describedBy = descriptions(asking);
  return [
    asking.isRequired && html` required`,
    describedBy !== '' && html` aria-describedby="${describedBy}"`,
    asking.error !== undefined && html` aria-invalid="true"`,
  ];
};

const input =
  (type: string, more: Html | '' = '') =>
  (asking: Asking): Html => {
    const { name, maxLength } = asking.field;
    const unit = unitOf(asking.text, name) ?? (asking.field.kind === 'money' ? asking.currency : undefined);
    const box = html`<input id="${name}" name="${name}" type="${type}" autocomplete="off" value="${asking.texts[0] ?? ''}"${[
      maxLength !== undefined && html` maxlength="${maxLength}"`,
      emptyMark(name),
      ...attributes(asking),
    ]}${more}>`;
    return control(
      asking,
      unit === undefined ? box : html`<div class="measured">${box}<span id="${name}-unit">${unit}</span></div>`,
    );
  };

const area =
  (rows: number) =>
  (asking: Asking): Html => {
    const { name, maxLength } = asking.field;
    return control(
      asking,
      html`<textarea id="${name}" name="${name}" rows="${rows}"${[
        maxLength !== undefined && html` maxlength="${maxLength}"`,
        ...attributes(asking),
      ]}>
${asking.texts.join('\n')}</textarea>`,
    );
  };

const select = (asking: Asking, options: readonly { value: string; label: string }[]): Html =>
  control(
    asking,
    html`<select id="${asking.field.name}" name="${asking.field.name}"${attributes(asking)}>${options.map(
      ({ value, label }) =>
        html`<option value="${value}"${value === asking.texts[0] && html` selected`}>${label}</option>`,
    )}</select>`,
  );

const FAR_MS = 50 * 365 * 86_400_000;
export const isFar = (at: number): boolean => at > Date.now() + FAR_MS;

const isOptional = ({ isNullable, hasDefault }: PageField): boolean => isNullable || hasDefault;

/** What an empty text stands for. */
const emptied = ({ isNullable, hasDefault }: PageField): null | undefined | '' => {
  if (isNullable) return null;
  return hasDefault ? undefined : '';
};

const plain: Widget = {
  texts: (value) => (value == null ? [] : [String(value)]),
  value: ([text = ''], _reading, field) => (text === '' ? emptied(field) : text),
  ask: input('text'),
  show: (value) => (typeof value === 'string' ? displayText(value) : String(value)),
};

const long: Widget = {
  ...plain,
  value: ([text = ''], _reading, field) => (text === '' && field.isNullable ? null : text.replaceAll('\r\n', '\n')),
  ask: area(4),
};

const markdown: Widget = {
  ...long,
  ask: (asking) => html`${area(8)(asking)}
<div class="inline"><button type="submit" class="plain" name="preview" value="${asking.field.name}">${asking.text.content.preview}</button></div>
${asking.preview !== undefined && html`<div class="panel" id="${asking.field.name}-preview">${asking.preview}</div>`}`,
};

const lines: Widget = {
  texts: (value) => (Array.isArray(value) ? value.map(String) : []),
  value: (texts) =>
    texts
      .join('\n')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ask: area(3),
  show: (value) => (Array.isArray(value) ? displayText(value.join(', ')) : undefined),
};

/** The address is what stands last, often in brackets. Words are split, because an expression for it takes cubic time. */
function personIn(line: string): Record<string, string> {
  const words = line.replace(/>$/, '').split(/([\s<>])/);
  const email = words.pop() ?? '';
  const name = words.join('').replaceAll(/[<"]/g, '').trim();
  return /.@./.test(email) ? { email, ...(name === '' ? {} : { name }) } : { memberId: line };
}

/** One in each line, as mail programs and spreadsheets copy them. */
const people: Widget = {
  ...lines,
  value: (texts) =>
    texts
      .join('\n')
      .split(/[\n;,]+/)
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map(personIn),
  ask: area(8),
};

const references: Widget = {
  texts: lines.texts,
  value: (texts) => texts,
  ask: (asking) => choiceTicks(asking, 'checkbox'),
  show: lines.show,
};

const reference: Widget = {
  ...plain,
  ask: (asking) => {
    const { choices, field, text } = asking;
    if (choices === undefined) return input('text')(asking);
    if (choices.isSearched) return choiceTicks(asking, 'radio');
    // No one and nothing is chosen beforehand.
    const none = { value: '', label: isOptional(field) ? text.shell.none : text.content.choose };
    const isAsked = isOptional(field) || asking.texts.length === 0;
    return select(asking, [...(isAsked ? [none] : []), ...choices.options]);
  },
};

const money: Widget = {
  texts: (value, { currency }) =>
    isRecord(value) ? [decimalOf(Number(value.amount), String(value.currency ?? currency))] : [],
  value([text = ''], { currency }, field) {
    if (text === '' && field.isNullable) return null;
    if (text === '' && field.hasDefault) return { amount: 0, currency };
    return { amount: minorUnitsOf(text, currency) ?? text, currency };
  },
  ask: input('text', html` inputmode="decimal"`),
  show(value, { language, text }) {
    if (!isRecord(value)) return undefined;
    const { amount, currency } = value;
    return amount === 0 ? text.content.free : formatMoney(Number(amount), String(currency), language);
  },
};

export const WIDGETS: Readonly<Record<Kind, Widget>> = {
  line: plain,
  slug: plain,
  email: plain,
  url: { ...plain, ask: input('url') },
  timezone: plain,
  currency: plain,
  text: long,
  markdown,
  strings: lines,
  people,
  references,
  reference,
  money,
  integer: {
    ...plain,
    value: ([text = ''], _reading, field) => {
      if (text === '') return emptied(field);
      return /^\d{1,15}$/.test(text) ? Number(text) : text;
    },
    ask: input('text', html` inputmode="numeric"`),
    show: (value, { language, text }, { name }) => {
      if (name === 'size') return bytesText(Number(value), language);
      const unit = unitOf(text, name);
      const amount = unit === '%' ? Math.round(Number(value)) : Number(value);
      const number = new Intl.NumberFormat(language).format(amount);
      return unit === undefined ? number : `${number} ${unit}`;
    },
  },
  duration: {
    ...plain,
    texts: (value) => (typeof value === 'number' ? [clockOf(value)] : []),
    value: ([text = ''], _reading, field) => (text === '' ? emptied(field) : (secondsIn(text) ?? text)),
    show: (value) => clockOf(Number(value)),
  },
  minor_units: {
    ...plain,
    show: (value, { language, currency }) => formatMoney(Number(value), currency, language),
  },
  flag: {
    texts: (value) => (value === true ? ['1'] : []),
    value: (texts) => texts.length > 0,
    ask: ({ field: { name }, label, texts }) =>
      html`<label class="choice"><input type="checkbox" id="${name}" name="${name}" value="1"${texts.length > 0 && html` checked`}> <span>${label}</span></label>`,
    show: (value, { text }) => (value === true ? text.content.yes : text.content.no),
  },
  choice: {
    ...plain,
    ask: (asking) => {
      const { field, text } = asking;
      const none = field.isNullable ? [{ value: '', label: text.shell.none }] : [];
      return select(asking, [
        ...none,
        ...field.options.map((value) => ({ value, label: valueWord(text, field.name, value) })),
      ]);
    },
    show: (value, { text }, { name }) => valueWord(text, name, String(value)),
  },
  instant: {
    texts: (value, { timeZone }) => (typeof value === 'string' ? [localTime(instantOf(value), timeZone)] : []),
    value([text = ''], { timeZone }, field) {
      if (text === '') return emptied(field);
      const at = instantAt(text, timeZone);
      return at === undefined ? text : new Date(at).toISOString();
    },
    ask: input('datetime-local'),
    // Nothing that people plan is so far away: it stands for no end.
    show: (value, { language, text, timeZone }) =>
      isFar(instantOf(String(value))) ? text.shell.never : moment(instantOf(String(value)), language, timeZone),
  },
  day: {
    ...plain,
    ask: input('date'),
    show: (value, { language }) => day(Date.parse(String(value)), language, 'UTC'),
  },
  map: {
    ...lines,
    // Further lines of a value are indented.
    texts: (value) =>
      isRecord(value)
        ? Object.entries(value).map(([name, one]) => `${name}: ${String(one).replaceAll('\n', '\n  ')}`)
        : [],
    value: (texts) =>
      Object.fromEntries(
        texts
          .join('\n')
          .split(/\r?\n(?! {2})/)
          .filter((line) => line.trim() !== '')
          .map((line) => {
            const [name = '', ...rest] = line.split(':');
            return [
              name.trim(),
              rest
                .join(':')
                .replaceAll(/\r?\n {2}/g, '\n')
                .trim(),
            ];
          }),
      ),
    show: (value) => (isRecord(value) ? displayText(Object.values(value).join(', ')) : undefined),
  },
  custom: {
    ...plain,
    // Objects that have a name, such as the items of an order.
    show: (value) => {
      const named = [value].flat().map((one) => (isRecord(one) ? (one.title ?? one.name ?? one.label) : one));
      return displayText(named.filter((one) => typeof one === 'string').join(', '));
    },
  },
};

/** A value as people read it; a dash for none. */
export function shown(field: PageField, value: unknown, reading: Reading): Renderable {
  const isNone = value == null || value === '' || (Array.isArray(value) && value.length === 0);
  return isNone ? '–' : (WIDGETS[field.kind].show(value, reading, field) ?? '–');
}
