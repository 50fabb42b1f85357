/** The fields of the first start: the school, and the account of its owner. */
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../schema/language.ts';
import type { SetupProblems, SetupRequest } from '../../../schema/people/setup-request.ts';
import { SLUG } from '../../../schema/slug.ts';
import { type Text, textFor } from '../../words/index.ts';
import { field, select, type WrongField } from '../kit/components.ts';
import { type Html, html } from '../kit/html.ts';
import { revealing } from '../kit/person-fields.ts';

type Name = keyof SetupRequest;
/** What was entered before, never the password. */
export type Entered = Partial<Omit<SetupRequest, 'password'>>;

const labelsIn = ({ setup, settings: { details } }: Text): Readonly<Record<Name, string>> => ({
  school_name: setup.schoolName,
  school_slug: setup.schoolSlug,
  school_locale: details.locale,
  school_timezone: details.timezone,
  school_currency: details.currency,
  owner_name: setup.ownerName,
  owner_email: setup.ownerEmail,
  password: setup.password,
});

export const wrongFields = (problems: SetupProblems, text: Text): WrongField[] =>
  Object.entries(labelsIn(text))
    .filter(([name]) => name in problems)
    .map(([id, label]) => ({ id, label }));

const LINE = { type: 'text', autocomplete: 'off', maxLength: 100 } as const;
const DEFAULT_CURRENCY = 'EUR';

/** The language is that of the page, and the time zone that of the server, until changed. */
export function setupFields(language: Language, problems: SetupProblems, entered: Entered): readonly Html[] {
  const text = textFor(language);
  const { setup, settings } = text;
  const { currencyHint, timezoneHint } = settings.details;
  const labels = labelsIn(text);
  const about = (name: Name) => {
    const problem = problems[name];
    return { name, label: labels[name], error: problem && setup.problems[problem] };
  };
  const languages = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
  const {
    school_locale: locale = language,
    school_timezone: zone = Intl.DateTimeFormat().resolvedOptions().timeZone,
    school_currency: currency = DEFAULT_CURRENCY,
    ...values
  } = entered;
  const name = { autocomplete: 'organization', value: values.school_name, hint: setup.schoolNameHint };
  const slug = { pattern: SLUG.source, value: values.school_slug, hint: setup.schoolSlugHint };
  const email = { type: 'email', autocomplete: 'username', maxLength: 254, value: values.owner_email } as const;
  const password = { type: 'password', autocomplete: 'new-password', minLength: 10, reveal: revealing(text) } as const;
  return [
    fieldset(setup.school, [
      field({ ...about('school_name'), ...LINE, ...name }),
      field({ ...about('school_slug'), ...LINE, ...slug }),
      select({ ...about('school_locale'), options: languages, value: locale }),
      field({ ...about('school_timezone'), ...LINE, maxLength: 64, value: zone, hint: timezoneHint }),
      field({ ...about('school_currency'), ...LINE, maxLength: 3, value: currency, hint: currencyHint }),
    ]),
    fieldset(setup.owner, [
      field({ ...about('owner_name'), ...LINE, autocomplete: 'name', value: values.owner_name }),
      field({ ...about('owner_email'), ...email, hint: setup.ownerEmailHint }),
      field({ ...about('password'), ...password, hint: setup.passwordHint }),
    ]),
  ];
}

const fieldset = (legend: string, fields: readonly Html[]): Html =>
  html`<fieldset class="stack"><legend>${legend}</legend>${fields}</fieldset>`;
