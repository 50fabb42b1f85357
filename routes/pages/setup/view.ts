import { button, field, postForm } from '../kit/components.ts';
import { errorSummary, type WrongField } from '../kit/error-summary.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { revealing } from '../kit/new-password.ts';
import { outcomePage } from '../kit/outcome.ts';
import { type Text, textFor } from '../kit/text/index.ts';

export type SetupField = 'school_name' | 'school_slug' | 'owner_name' | 'owner_email' | 'password';
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

const labelsOf = (text: Text['setup']): Readonly<Record<SetupField, string>> => ({
  school_name: text.schoolName,
  school_slug: text.schoolSlug,
  owner_name: text.ownerName,
  owner_email: text.ownerEmail,
  password: text.password,
});

const fieldset = (legend: string, fields: readonly Html[]): Html =>
  html`<fieldset class="stack"><legend>${legend}</legend>${fields}</fieldset>`;

const fieldsOf = ({ problem = {}, values = {} }: Setup, all: Text): readonly Html[] => {
  const text = all.setup;
  const about = (name: SetupField) => {
    const key = problem[name];
    return { name, label: labelsOf(text)[name], error: key === undefined ? undefined : text.problems[key] };
  };
  const line = { type: 'text', autocomplete: 'off', maxLength: 100 } as const;
  const school = { autocomplete: 'organization', value: values.school_name, hint: text.schoolNameHint };
  const slug = { pattern: '[a-z0-9]+(-[a-z0-9]+)*', value: values.school_slug, hint: text.schoolSlugHint };
  const owner = { autocomplete: 'name', value: values.owner_name };
  const email = {
    type: 'email',
    autocomplete: 'username',
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
    fieldset(text.school, [
      field({ ...about('school_name'), ...line, ...school }),
      field({ ...about('school_slug'), ...line, ...slug }),
    ]),
    fieldset(text.owner, [
      field({ ...about('owner_name'), ...line, ...owner }),
      field({ ...about('owner_email'), ...email, maxLength: 254 }),
      field({ ...about('password'), ...password }),
    ]),
  ];
};

const wrongFields = ({ problem = {} }: Setup, text: Text['setup']): readonly WrongField[] =>
  Object.entries(labelsOf(text))
    .filter(([name]) => name in problem)
    .map(([id, label]) => ({ id, label }));

/** The page of the first start, on which the school and the account of its owner are created. */
export const setupPage = (frame: PageFrame, setup: Setup): string => {
  const all = textFor(frame.language);
  const text = all.setup;
  const { action, csrf, hidden } = setup;
  const wrong = wrongFields(setup, text);
  const body = html`<div class="intro"><h1>${text.title}</h1><p>${text.lead}</p></div>
${errorSummary(wrong, all)}
${postForm({ action, csrf, hidden, body: [fieldsOf(setup, all), button(text.submit)] })}`;
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
