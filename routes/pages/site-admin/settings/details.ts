/** The form with the language, time zone, currency, contact and legal links of a school. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../../schema/language.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { goTo } from '../../../http.ts';
import { button, field, postForm, select } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';
import { signedInBy } from '../../kit/reauthentication.ts';
import { runAs } from '../operator.ts';
import { adminFrame, at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';

const PATH = '/settings/details';
const DONE = '/settings?done=details';

const REQUIRED = ['locale', 'timezone', 'currency'] as const;
/** What the form may leave empty. */
const OPTIONAL = ['contactEmail', 'supportUrl', 'termsUrl', 'privacyUrl'] as const;
const FIELDS = [...REQUIRED, ...OPTIONAL];
type DetailField = (typeof FIELDS)[number];

export interface SchoolDetails {
  values: Record<DetailField, string>;
  wrong: readonly DetailField[];
}

const valuesOf = (of: (name: DetailField) => string): SchoolDetails['values'] =>
  Object.fromEntries(FIELDS.map((name) => [name, of(name)])) as SchoolDetails['values'];

/** Returns the form with what is stored. */
export async function detailsOf(app: FastifyInstance, signedIn: OperatorRequest): Promise<SchoolDetails> {
  const school = await runAs(app, signedIn, app.school.operations.get_school, {});
  return { values: valuesOf((name) => school[name] ?? ''), wrong: [] };
}

/** @param show answers with the page of the settings */
export function schoolDetails(
  app: FastifyInstance,
  { managers }: SiteAdminPages,
  show: (signedIn: OperatorRequest, reply: FastifyReply, details: SchoolDetails) => FastifyReply,
): void {
  managers.post(`${SCHOOL}${PATH}`, async (signedIn, form, reply) => {
    const given = valuesOf((name) => (form.get(name) ?? '').trim());
    const values = { ...given, currency: given.currency.toUpperCase() };
    const changes = await changesTo(values, signedIn);
    if (Object.keys(changes).length === 0) return goTo(reply, at(signedIn, DONE));
    const { settings, look, shell } = signedIn.text;
    const proof = await signedInBy(
      app,
      managers,
      { signedIn, form, reply },
      {
        frame: adminFrame(signedIn, '/settings'),
        unlessLately: true,
        title: settings.details.title,
        consequences: html`<p>${look.lead}</p>`,
        hidden: values,
        submit: shell.save,
        tone: 'primary',
        cancelHref: at(signedIn, '/settings'),
      },
    );
    if ('sent' in proof) return proof.sent;
    try {
      await runAs(app, proof.entered, app.school.operations.update_school, changes);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const wrong = FIELDS.filter((name) => error.faults.some(({ path }) => path === name));
      if (wrong.length === 0) throw error;
      return show(signedIn, reply.code(error.status), { values, wrong });
    }
    return goTo(reply, at(signedIn, DONE));
  });

  /** Leaves out what stays the same: a time zone that is set again recalculates when all enrollments end. */
  async function changesTo(values: SchoolDetails['values'], signedIn: OperatorRequest) {
    const { values: stored } = await detailsOf(app, signedIn);
    const changed = FIELDS.filter((name) => values[name] !== stored[name]);
    const isOptional = (name: DetailField): boolean => OPTIONAL.some((one) => one === name);
    return Object.fromEntries(
      changed.map((name) => [name, values[name] === '' && isOptional(name) ? null : values[name]]),
    );
  }
}

/** The languages of the pages, and the language of the school if it is another one. */
const languagesWith = (locale: string): { value: string; label: string }[] => {
  const known = LANGUAGES.map((value) => ({ value: value as string, label: LANGUAGE_NAMES[value] }));
  return known.some(({ value }) => value === locale) ? known : [...known, { value: locale, label: locale }];
};

export function detailsSection(
  { values, wrong }: SchoolDetails,
  { csrf, signedIn, text }: Visit<OperatorRequest>,
): Html {
  const { details: words } = text.settings;
  const about = (name: Exclude<DetailField, 'locale'>) => ({
    name,
    label: words[name],
    value: values[name],
    autocomplete: 'off',
    error: wrong.includes(name) ? words.problems[name] : undefined,
  });
  const link = { type: 'url', optional: true, maxLength: 2000 } as const;
  const language = { name: 'locale', label: words.locale, value: values.locale, hint: words.localeHint };
  return html`<section class="stack" id="details"><div class="intro"><h2>${words.title}</h2><p>${words.lead}</p></div>
${postForm({
  action: at(signedIn, PATH),
  csrf,
  body: [
    select({ ...language, options: languagesWith(values.locale) }),
    field({ ...about('timezone'), type: 'text', maxLength: 64, hint: words.timezoneHint }),
    field({ ...about('currency'), type: 'text', maxLength: 3, hint: words.currencyHint }),
    field({ ...about('contactEmail'), type: 'email', optional: true, maxLength: 254, hint: words.contactHint }),
    field({ ...about('supportUrl'), ...link, hint: words.supportHint }),
    field({ ...about('termsUrl'), ...link, hint: words.legalHint }),
    field({ ...about('privacyUrl'), ...link, hint: words.legalHint }),
    html`<div class="inline">${button(text.shell.save)}</div>`,
  ],
})}</section>`;
}
