import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../schema/language.ts';
import { SLUG } from '../../../schema/slug.ts';
import { type Text, textFor } from '../../words/index.ts';
import { button, field, linkButton, postForm, select } from '../kit/components.ts';
import { errorSummary, type WrongField } from '../kit/error-summary.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { revealing } from '../kit/new-password.ts';
import { outcomePage } from '../kit/outcome.ts';

export type SetupField =
  | 'school_name'
  | 'school_slug'
  | 'school_locale'
  | 'school_timezone'
  | 'school_currency'
  | 'owner_name'
  | 'owner_email'
  | 'password';
export type SetupProblem = keyof Text['setup']['problems'];

export type Setup = {
  action: string;
  csrf?: string;
  /** For example the one-time secret of the link. */
  hidden?: Readonly<Record<string, string>>;
  problem?: Partial<Readonly<Record<SetupField, SetupProblem>>>;
  /** The values that were entered before, never the password. */
  values?: Partial<Readonly<Record<Exclude<SetupField, 'password'>, string>>>;
};

const labelsOf = ({ setup: text, settings: { details } }: Text): Readonly<Record<SetupField, string>> => ({
  school_name: text.schoolName,
  school_slug: text.schoolSlug,
  school_locale: details.locale,
  school_timezone: details.timezone,
  school_currency: details.currency,
  owner_name: text.ownerName,
  owner_email: text.ownerEmail,
  password: text.password,
});

const fieldset = (legend: string, fields: readonly Html[]): Html =>
  html`<fieldset class="stack"><legend>${legend}</legend>${fields}</fieldset>`;

type About = { name: SetupField; label: string; error: string | undefined };

const LINE = { type: 'text', autocomplete: 'off', maxLength: 100 } as const;
const DEFAULT_CURRENCY = 'EUR';

const aboutIn =
  ({ problem = {} }: Setup, text: Text) =>
  (name: SetupField): About => {
    const key = problem[name];
    return { name, label: labelsOf(text)[name], error: key === undefined ? undefined : text.setup.problems[key] };
  };

/** The fields of the school. The language is that of the page, and the time zone that of the server, until changed. */
const schoolFields = (setup: Setup, language: Language, all: Text): readonly Html[] => {
  const {
    setup: text,
    settings: { details },
  } = all;
  const { values = {} } = setup;
  const about = aboutIn(setup, all);
  const {
    school_locale: locale = language,
    school_timezone: zone = Intl.DateTimeFormat().resolvedOptions().timeZone,
    school_currency: currency = DEFAULT_CURRENCY,
  } = values;
  const name = { autocomplete: 'organization', value: values.school_name, hint: text.schoolNameHint };
  const slug = { pattern: SLUG.source, value: values.school_slug, hint: text.schoolSlugHint };
  const languages = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
  return [
    field({ ...about('school_name'), ...LINE, ...name }),
    field({ ...about('school_slug'), ...LINE, ...slug }),
    select({ ...about('school_locale'), options: languages, value: locale }),
    field({ ...about('school_timezone'), ...LINE, maxLength: 64, value: zone, hint: details.timezoneHint }),
    field({ ...about('school_currency'), ...LINE, maxLength: 3, value: currency, hint: details.currencyHint }),
  ];
};

const ownerFields = (setup: Setup, all: Text): readonly Html[] => {
  const { setup: text } = all;
  const { values = {} } = setup;
  const about = aboutIn(setup, all);
  const email = {
    type: 'email',
    autocomplete: 'username',
    maxLength: 254,
    value: values.owner_email,
    hint: text.ownerEmailHint,
  } as const;
  const password = {
    type: 'password',
    autocomplete: 'new-password',
    minLength: 10,
    hint: text.passwordHint,
    reveal: revealing(all),
  } as const;
  return [
    field({ ...about('owner_name'), ...LINE, autocomplete: 'name', value: values.owner_name }),
    field({ ...about('owner_email'), ...email }),
    field({ ...about('password'), ...password }),
  ];
};

const wrongFields = ({ problem = {} }: Setup, text: Text): readonly WrongField[] =>
  Object.entries(labelsOf(text))
    .filter(([name]) => name in problem)
    .map(([id, label]) => ({ id, label }));

/** The page of the first start, on which the school and the account of its owner are created. */
export const setupPage = (frame: PageFrame, setup: Setup): string => {
  const all = textFor(frame.language);
  const text = all.setup;
  const { action, csrf, hidden } = setup;
  const wrong = wrongFields(setup, all);
  const fields = [
    fieldset(text.school, schoolFields(setup, frame.language, all)),
    fieldset(text.owner, ownerFields(setup, all)),
  ];
  const body = html`<div class="intro"><h1>${text.title}</h1><p>${text.lead}</p></div>
${errorSummary(wrong, all)}
${postForm({ action, csrf, hidden, body: [fields, button(text.submit)] })}`;
  return page(frame, { title: text.title, body, revealsPassword: true, wide: true, isWrong: wrong.length > 0 });
};

/** The page of a link that no longer works, although there is no school yet. */
export const setupLinkGonePage = (frame: PageFrame): string => {
  const { recovery, setup, message } = textFor(frame.language);
  return outcomePage(frame, {
    title: recovery.gone.title,
    sentences: [setup.waiting.again],
    next: { href: '/', label: message.start },
  });
};

const CREATE_SCHOOL = 'schoolgate schools create <slug> --name <name> --owner <e-mail>';

/** The page of a link that no longer works, because a school has an owner. */
export const setUpPage = (frame: PageFrame): string => {
  const { recovery, setup } = textFor(frame.language);
  const { done } = setup;
  const body = html`<div class="intro"><h1>${recovery.gone.title}</h1><p>${done.text}</p><p>${done.owner}</p></div>
<div class="inline">${linkButton('/account', recovery.confirm.toAccount, 'secondary')}</div>
<section class="stack"><h2>${done.more}</h2><p>${done.command}</p><pre><code>${CREATE_SCHOOL}</code></pre></section>`;
  return page(frame, { title: recovery.gone.title, body });
};
