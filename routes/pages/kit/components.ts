import type { Text } from '../../words/index.ts';
import { displayText, initialOf } from './display-text.ts';
import { type Html, html, type Renderable } from './html.ts';
import { type IconName, icon } from './icons.ts';
import type { AccountView } from './views.ts';

export const hiddenInput = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** Hidden fields of a form. A field may have several values. */
export type Hidden = Readonly<Record<string, string | readonly string[]>>;

export const hiddenInputs = (hidden: Hidden): readonly Html[] =>
  Object.entries(hidden).flatMap(([name, values]) => [values].flat().map((value) => hiddenInput(name, value)));

/** Tells the forms that pages show apart, so that each has its effect once. `sendPage` enters the value. */
export const oneTimeInput = (hidden: Hidden): Html | false => !Object.hasOwn(hidden, 'once') && hiddenInput('once', '');

type PostForm = {
  id?: string;
  action: string;
  csrf?: string | undefined;
  hidden?: Hidden | undefined;
  /** True if the form has a file. */
  hasFile?: boolean;
  body: Renderable;
};

export const postForm = ({
  id,
  action,
  csrf,
  hidden = {},
  hasFile = false,
  body,
}: PostForm): Html => html`<form${id !== undefined && html` id="${id}"`} method="post" action="${action}"${hasFile && html` enctype="multipart/form-data"`}>
${csrf !== undefined && html`${hiddenInput('csrf', csrf)}${oneTimeInput(hidden)}`}${hiddenInputs(hidden)}
${body}
</form>`;

type Field = {
  name: string;
  label: string;
  /** Browsers refuse some addresses in fields of the type `email` (RFC 6531), so these are of the type `text`. */
  type: 'text' | 'email' | 'password' | 'url' | 'date' | 'search' | 'color';
  autocomplete: string;
  /** Fields are required by default. */
  optional?: boolean;
  value?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  /** The id of an error that concerns this field but is shown elsewhere. */
  errorId?: string | undefined;
  minLength?: number;
  /** Not set for passwords, because browsers would truncate a longer password silently. */
  maxLength?: number;
  pattern?: string;
  /** The keyboard that a phone shows. */
  inputMode?: 'numeric';
  focus?: boolean;
  /** What browsers offer while the person types. The script of the page adds to it. */
  offers?: readonly string[];
  /** The labels of the button that makes a password readable, where the page has its script. */
  reveal?: { show: string; hide: string };
};

/** The ids of the texts that describe a field. */
const describing = ({ name, hint, error, errorId }: Pick<Field, 'name' | 'hint' | 'error' | 'errorId'>): string =>
  [hint && `${name}-hint`, error && `${name}-error`, errorId].filter(Boolean).join(' ');

const inputType = ({ type }: Field): string => (type === 'email' ? 'text' : type);
const keyboard = ({ inputMode, type }: Field): Html | false =>
  type === 'email'
    ? html` inputmode="email" autocapitalize="none"`
    : inputMode !== undefined && html` inputmode="${inputMode}"`;

/** What a label cannot say, and what is wrong. */
export const below = ({ name, hint, error }: Pick<Field, 'name' | 'hint' | 'error'>): Html =>
  html`${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}${error !== undefined && html`<p class="error" id="${name}-error">${error}${icon('circle-alert')}</p>`}`;

export const field = (is: Field): Html => {
  const describedBy = describing(is);
  const invalid = is.error !== undefined || is.errorId !== undefined;
  return html`<div class="field">
<label id="${is.name}-label" for="${is.name}">${is.label}</label>
<input id="${is.name}" name="${is.name}" type="${inputType(is)}" autocomplete="${is.autocomplete}"${[
    is.optional !== true && html` required`,
    is.value !== undefined && html` value="${is.value}"`,
    is.maxLength !== undefined && html` maxlength="${is.maxLength}"`,
    is.minLength !== undefined && html` minlength="${is.minLength}"`,
    is.pattern !== undefined && html` pattern="${is.pattern}"`,
    is.offers && html` list="${is.name}-offers"`,
    keyboard(is),
    is.type !== 'text' && html` spellcheck="false"`,
    describedBy !== '' && html` aria-describedby="${describedBy}"`,
    invalid && html` aria-invalid="true"`,
    // If several fields have autofocus, browsers use the first one.
    (is.focus === true || is.error !== undefined) && html` autofocus`,
  ]}>
${below(is)}${offerList(is)}${is.reveal !== undefined && revealButton(is.name, is.reveal)}
</div>`;
};

const offerList = ({ name, offers }: Field): Html | undefined =>
  offers && html`<datalist id="${name}-offers">${offers.map((value) => html`<option>${value}</option>`)}</datalist>`;

/** Its name is followed by that of the field, because there may be several on a page. */
const revealButton = (name: string, { show, hide }: NonNullable<Field['reveal']>): Html =>
  html`<button type="button" class="plain" id="${name}-reveal" aria-labelledby="${name}-reveal ${name}-label" hidden data-reveals="${name}" data-hide="${hide}">${show}</button>`;

/** A search field, `q`, with a drawing as its button, which stands before links that filter. */
export const finder = (action: string, label: string, value: string, hidden: Hidden, { shell }: Text): Html =>
  html`<form method="get" action="${action}" class="filters find">${hiddenInputs(hidden)}<label for="q">${label}</label><input id="q" name="q" type="search" autocomplete="off" spellcheck="false" maxlength="100" placeholder="${label}" value="${value}"><button type="submit" class="plain" aria-label="${shell.search}">${icon('search')}</button></form>`;

/** Leads to the rows of a list that have something in common. */
export type Chip = { href: string; label: string; count?: number; isCurrent: boolean };

/** Filters as links, in groups. */
export const chips = (groups: readonly (readonly Chip[])[]): Html =>
  html`<ul class="chips">${groups.map((group, at) =>
    group.map(
      ({ href, label, count, isCurrent }, index) =>
        html`<li${at > 0 && index === 0 && html` class="apart"`}><a class="chip" href="${href}"${isCurrent && html` aria-current="true"`}>${label}${count !== undefined && html` <span>${count}</span>`}</a></li>`,
    ),
  )}</ul>`;

/** The search field of a list, `q`. */
export const searchField = (is: Pick<Field, 'label' | 'hint' | 'optional' | 'maxLength'>, value: string): Html =>
  field({ ...is, name: 'q', type: 'search', autocomplete: 'off', ...(value === '' ? {} : { value }) });

type Longer = Pick<Field, 'name' | 'label' | 'value' | 'hint' | 'error' | 'errorId' | 'optional' | 'maxLength'> & {
  rows?: number;
};

export const textArea = (is: Longer): Html => {
  const describedBy = describing(is);
  // HTML parsers drop a line break directly after the tag; everything else between the tags is the value.
  return html`<div class="field">
<label for="${is.name}">${is.label}</label>
<textarea id="${is.name}" name="${is.name}" rows="${is.rows ?? 3}" spellcheck="false"${[
    is.optional !== true && html` required`,
    is.maxLength !== undefined && html` maxlength="${is.maxLength}"`,
    describedBy !== '' && html` aria-describedby="${describedBy}"`,
    is.error !== undefined && html` aria-invalid="true"`,
  ]}>
${is.value ?? ''}</textarea>
${below(is)}</div>`;
};

type Choice = Pick<Field, 'name' | 'label' | 'hint'> & {
  options: readonly { value: string; label: string }[];
  value?: string;
};

/** The options of a choice, in the order of their values. */
export const optionsOf = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

export const select = ({ name, label, hint, options, value }: Choice): Html => html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}"${hint !== undefined && html` aria-describedby="${name}-hint"`}>${options.map(
  (one) => html`<option value="${one.value}"${one.value === value && html` selected`}>${one.label}</option>`,
)}</select>
${below({ name, hint })}</div>`;

/** How large a file is, as people say it. */
export function bytesText(bytes: number, language: string): string {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const)[power];
  const format = {
    style: 'unit',
    unit,
    unitDisplay: power === 0 ? 'long' : 'short',
  } as const;
  return new Intl.NumberFormat(language, format).format(Math.round((10 * bytes) / 1000 ** power) / 10);
}

/** A language has short names only for the time zones of its own places; others are known by those that English has. */
function zoneName(name: string, at: number, timeZone: string): string {
  if (!name.startsWith('GMT') || timeZone === 'UTC') return name;
  const names = ['en-GB', 'en'].map((language) =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'short' }).formatToParts(at),
  );
  const known = names.flatMap((parts) => parts.find(({ type }) => type === 'timeZoneName')?.value ?? []);
  return known.find((one) => !one.startsWith('GMT')) ?? name.replace(/^GMT(?:\+0)?$/, 'UTC').replace(/^GMT/, 'UTC');
}

/** Formats an instant with a format that names the time zone. */
export const withZone = (format: Intl.DateTimeFormat, at: number): string =>
  format
    .formatToParts(at)
    .map(({ type, value }) =>
      type === 'timeZoneName' ? zoneName(value, at, format.resolvedOptions().timeZone) : value,
    )
    .join('');

/** Writes an instant in the conventions of the language, and names the time zone. */
export const momentText = (at: number, language: string, timeZone = 'UTC', hasSeconds = false): string =>
  withZone(
    new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      ...(hasSeconds ? { second: '2-digit' } : {}),
      timeZone,
      timeZoneName: 'short',
    }),
    at,
  );

/** An instant in words, with its form for programs. */
export const timeOf = (at: number, words: string): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${words}</time>`;

/** The same with the instant in a form for programs. */
export const moment = (at: number, language: string, timeZone = 'UTC'): Html =>
  timeOf(at, momentText(at, language, timeZone));

/** The same to the second, for lists of events, of which several can happen within a minute. */
export const momentOfEvent = (at: number, language: string, timeZone: string): Html =>
  timeOf(at, momentText(at, language, timeZone, true));

const [MINUTE, HOUR] = [60_000, 3_600_000];
const HOURS_OF_A_DAY = 24;
const DAYS_OF_A_WEEK = 7;
/** After so many, the date has its year. */
const DAYS_OF_A_YEAR = 300;

/** How exactly an instant is known. One that is known to the minute has its time, in the zone, in its title. */
type Known = { unit: 'hour' } | { unit: 'minute'; timeZone: string };

/** Says how long ago an instant was. If it is known to the minute and older than a week, it has a date instead. */
export const ago = (at: number, now: number, language: string, known: Known): Html => {
  const past = Math.max(0, now - at);
  const hours = Math.floor(past / HOUR);
  const days = Math.floor(hours / HOURS_OF_A_DAY);
  const isMinute = known.unit === 'minute';
  // `auto` says “this hour”, but calls a time “yesterday” that need not have been on the day before.
  const numeric = !isMinute && hours === 0 ? 'auto' : 'always';
  const words = new Intl.RelativeTimeFormat(language, { numeric, style: isMinute ? 'short' : 'long' });
  const said = (): string => {
    if (isMinute && hours < 1) return words.format(-Math.floor(past / MINUTE), 'minute');
    if (days < 1) return words.format(-hours, 'hour');
    if (!isMinute || days < DAYS_OF_A_WEEK) return words.format(-days, 'day');
    const year = days < DAYS_OF_A_YEAR ? {} : ({ year: 'numeric' } as const);
    const { timeZone } = known;
    return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...year, timeZone }).format(at);
  };
  const title = isMinute && html` title="${momentText(at, language, known.timeZone, true)}"`;
  return html`<time datetime="${new Date(at).toISOString()}"${title}>${said()}</time>`;
};

/** Writes the date of an instant. It does not name the time zone, which is that of all times on the page. */
export const dayText = (at: number, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }).format(at);

/** The same with the instant in a form for programs. */
export const day = (at: number, language: string, timeZone: string): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${dayText(at, language, timeZone)}</time>`;

/** One of the facts of a `dl`. */
export const fact = (term: Renderable, description: Renderable): Html =>
  html`<div><dt>${term}</dt><dd>${description}</dd></div>`;

/** The content of a list that has no entries. */
export const emptyList = (title: string, sentence: string, action?: Html): Html =>
  html`<div class="empty"><p class="name">${title}</p>${sentence !== '' && html`<p>${sentence}</p>`}${action}</div>`;

const NOTICE_ICONS = { problem: 'circle-alert', warning: 'triangle-alert', success: 'check', info: 'info' } as const;

/** `problem` is announced when the page opens; the others are read in their place on the page. */
export const notice = (kind: 'problem' | 'warning' | 'success' | 'info', body: Renderable, id?: string): Html =>
  html`<div class="notice ${kind}"${id !== undefined && html` id="${id}"`}${kind === 'problem' && html` role="alert"`}>${body}${icon(NOTICE_ICONS[kind])}</div>`;

/** Says what was done, or why it was not. */
export const statusNotice = (
  sentence: Renderable,
  more?: Renderable,
  kind: 'info' | 'success' | 'warning' = 'success',
): Html => notice(kind, html`<p role="status">${sentence}</p>${more}`);

export const button = (label: string, style: 'primary' | 'secondary' | 'plain' | 'danger' = 'primary'): Html =>
  html`<button type="submit" class="${style}">${label}</button>`;

type LinkStyle = 'primary' | 'secondary' | 'secondary danger';

export const linkButton = (href: string, label: string, style: LinkStyle = 'primary', before?: IconName): Html =>
  html`<a class="${style}" href="${href}">${before && icon(before)}${label}</a>`;

/** The initial, name and e-mail address of a person. `more` is an additional line. */
export const accountCard = (account: AccountView, more?: string): Html => {
  const name = displayText(account.name);
  return html`<div class="person"><span class="tile round" aria-hidden="true">${initialOf(name)}</span><div>
<p class="name">${name}</p>
<p class="detail">${displayText(account.email)}</p>
${more !== undefined && html`<p class="detail">${more}</p>`}
</div></div>`;
};

/** The way to the page above. */
export const backLink = (href: string, label: string): Html =>
  html`<p><a class="back" href="${href}">${icon('chevron-left')}${label}</a></p>`;

/** Pages that belong together. */
export const tabs = (links: readonly { href: string; label: string; count?: number }[], current?: string): Html =>
  html`<ul class="tabs">${links.map(({ href, label, count }) => html`<li><a href="${href}"${href === current && html` aria-current="page"`}>${label}${count !== undefined && html` <span>${count}</span>`}</a></li>`)}</ul>`;

/** A field with an invalid value, by its id and label. */
export type WrongField = { id: string; label: string };

/**
 * A list of invalid fields with links to them. It receives the focus when the page opens, before any field.
 * @returns `undefined` if no field is invalid
 */
export const errorSummary = (wrong: readonly WrongField[], { shell }: Text): Html | undefined =>
  wrong.length === 0
    ? undefined
    : html`<div class="notice problem" id="summary" role="alert" tabindex="-1" autofocus><p>${shell.summary}</p>
<ul>${wrong.map(({ id, label }) => html`<li><a href="#${id}">${label}</a></li>`)}</ul>${icon('circle-alert')}</div>`;
