/** The form with the language, time zone, currency, contact and legal links of a school. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type InputFault, ProblemError } from '../../../../schema/school/problem.ts';
import { html } from '../../kit/html.ts';
import { signedInBy } from '../../kit/reauthentication.ts';
import { goTo } from '../../kit/sending.ts';
import { runAs } from '../operator.ts';
import { adminFrame, at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { DETAIL_FIELDS, type DetailField, type DetailValues, type SchoolDetails } from './details-view.ts';

const PATH = '/settings/details';

/** What the form may leave empty. */
const OPTIONAL: readonly DetailField[] = ['contactEmail', 'supportUrl', 'termsUrl', 'privacyUrl'];

const valuesOf = (of: (name: DetailField) => string): DetailValues => ({
  locale: of('locale'),
  timezone: of('timezone'),
  currency: of('currency'),
  contactEmail: of('contactEmail'),
  supportUrl: of('supportUrl'),
  termsUrl: of('termsUrl'),
  privacyUrl: of('privacyUrl'),
});

async function storedValues(app: FastifyInstance, signedIn: OperatorRequest): Promise<DetailValues> {
  const school = await runAs(app, signedIn, app.school.operations.get_school, {});
  return valuesOf((name) => school[name] ?? '');
}

/** Returns the form with what is stored. */
export const detailsOf = async (app: FastifyInstance, signedIn: OperatorRequest): Promise<SchoolDetails> => ({
  values: await storedValues(app, signedIn),
  wrong: [],
  action: at(signedIn, PATH),
});

/** @param show answers with the page of the settings */
export function schoolDetails(
  app: FastifyInstance,
  { managers }: SiteAdminPages,
  show: (signedIn: OperatorRequest, reply: FastifyReply, details: SchoolDetails) => Promise<FastifyReply>,
): void {
  managers.post(`${SCHOOL}${PATH}`, async (signedIn, form, reply) => {
    const given = valuesOf((name) => (form.get(name) ?? '').trim());
    const values = { ...given, currency: given.currency.toUpperCase() };
    const changes = await changesTo(values, signedIn);
    if (Object.keys(changes).length === 0) return goTo(reply, at(signedIn, '/settings?done=details'));
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
      const wrong = wrongFields(error.faults);
      if (wrong.length === 0) throw error;
      return show(signedIn, reply.code(error.status), { values, wrong, action: at(signedIn, PATH) });
    }
    return goTo(reply, at(signedIn, '/settings?done=details'));
  });

  /** Leaves out what stays the same: a time zone that is set again recalculates when all enrollments end. */
  async function changesTo(values: DetailValues, signedIn: OperatorRequest) {
    const stored = await storedValues(app, signedIn);
    const changed = DETAIL_FIELDS.filter((name) => values[name] !== stored[name]);
    return Object.fromEntries(
      changed.map((name) => [name, values[name] === '' && OPTIONAL.includes(name) ? null : values[name]]),
    );
  }
}

const wrongFields = (faults: readonly InputFault[]): DetailField[] =>
  DETAIL_FIELDS.filter((name) => faults.some(({ path }) => path === name));
