import { LANGUAGE_NAMES, LANGUAGES } from '../../../../schema/language.ts';
import type { Text } from '../../../words/index.ts';
import { button, field, postForm, select } from '../../kit/components.ts';
import type { WrongField } from '../../kit/error-summary.ts';
import { type Html, html } from '../../kit/html.ts';

export const DETAIL_FIELDS = [
  'locale',
  'timezone',
  'currency',
  'contactEmail',
  'supportUrl',
  'termsUrl',
  'privacyUrl',
] as const;
export type DetailField = (typeof DETAIL_FIELDS)[number];
export type DetailValues = Record<DetailField, string>;

export type SchoolDetails = {
  values: DetailValues;
  wrong: readonly DetailField[];
  action: string;
};

export const wrongDetails = ({ wrong }: SchoolDetails, { settings }: Text): WrongField[] =>
  wrong.map((id) => ({ id, label: settings.details[id] }));

/** The languages of the pages, and the language of the school if it is another one. */
const languagesWith = (locale: string): { value: string; label: string }[] => {
  const known = LANGUAGES.map((value) => ({ value: value as string, label: LANGUAGE_NAMES[value] }));
  return known.some(({ value }) => value === locale) ? known : [...known, { value: locale, label: locale }];
};

/** The form with the language, time zone, currency, contact and legal links of the school. */
export const detailsSection = (details: SchoolDetails, csrf: string, { settings, shell }: Text): Html => {
  const { details: text } = settings;
  const { values, wrong, action } = details;
  const about = (name: Exclude<DetailField, 'locale'>) => ({
    name,
    label: text[name],
    value: values[name],
    autocomplete: 'off',
    error: wrong.includes(name) ? text.problems[name] : undefined,
  });
  return html`<section class="stack" id="details"><div class="intro"><h2>${text.title}</h2><p>${text.lead}</p></div>
${postForm({
  action,
  csrf,
  body: [
    select({
      name: 'locale',
      label: text.locale,
      options: languagesWith(values.locale),
      value: values.locale,
      hint: text.localeHint,
    }),
    field({ ...about('timezone'), type: 'text', maxLength: 64, hint: text.timezoneHint }),
    field({ ...about('currency'), type: 'text', maxLength: 3, hint: text.currencyHint }),
    field({ ...about('contactEmail'), type: 'email', optional: true, maxLength: 254, hint: text.contactHint }),
    field({ ...about('supportUrl'), type: 'url', optional: true, maxLength: 2000, hint: text.supportHint }),
    field({ ...about('termsUrl'), type: 'url', optional: true, maxLength: 2000, hint: text.legalHint }),
    field({ ...about('privacyUrl'), type: 'url', optional: true, maxLength: 2000, hint: text.legalHint }),
    html`<div class="inline">${button(shell.save)}</div>`,
  ],
})}</section>`;
};
