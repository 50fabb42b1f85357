/** The name, the logo and the colours of a school. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import type { LogoFault } from '../../../../schema/school/logo-image.ts';
import { type InputFault, ProblemError } from '../../../../schema/school/problem.ts';
import { COLOR, chosenColors } from '../../../../schema/school/resources/appearance.ts';
import { colorsPath, OWN_COLORS, type SchoolColors } from '../../../../schema/school/school-colors.ts';
import { PREVIEWS_PATH } from '../../kit/branding.ts';
import { signedInBy } from '../../kit/reauthentication.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { runAs } from '../operator.ts';
import { adminFrame, at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { changingTheLook, schoolLogo } from './logo.ts';
import { type Branding, type BrandingField, type BrandingProblem, brandingPage } from './view.ts';

const PATH = '/look';
const FIELDS = ['name', 'themeColor', 'accentColor'] as const;

/** The fields that each form changes. */
const FORMS = { name: ['name'], colors: ['themeColor', 'accentColor'] } as const;

/** What was saved, as the path of the page after it says. */
const DONE = ['name', 'colors', 'logo', 'logo_removed'] as const;

type Given = Partial<Record<BrandingField, string>>;

type BrandingState = {
  given?: Partial<Branding['values']>;
  problems?: Branding['problems'];
  done?: Branding['done'];
  logoFault?: LogoFault;
  isUnsaved?: boolean;
};

export function brandingPages(app: FastifyInstance, pages: SiteAdminPages): void {
  const { managers } = pages;
  schoolLogo(app, pages, (signedIn, reply, logoFault) => show(signedIn, reply, { logoFault }));
  managers.get(`${SCHOOL}${PATH}`, (signedIn, reply) => {
    const done = readParameters(signedIn.request.query).get('done');
    return show(signedIn, reply, { done: DONE.find((one) => one === done) });
  });

  const { update_school, update_appearance } = app.school.operations;
  const save = {
    name: (signedIn: OperatorRequest, given: Given) => runAs(app, signedIn, update_school, given),
    colors: (signedIn: OperatorRequest, given: Given) => runAs(app, signedIn, update_appearance, given),
  };
  for (const name of ['name', 'colors'] as const) {
    managers.post(`${SCHOOL}${PATH}/${name}`, async (signedIn, form, reply) => {
      const given: Given = Object.fromEntries(FORMS[name].map((one) => [one, form.get(one) ?? '']));
      const sent = { signedIn, form, reply };
      const proof = await signedInBy(app, managers, sent, changingTheLook(signedIn, given));
      if ('sent' in proof) return proof.sent;
      try {
        await save[name](proof.entered, given);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const problems = problemsOf(error.faults);
        if (Object.keys(problems).length === 0) throw error;
        return show(signedIn, reply.code(error.status), { given, problems });
      }
      return goTo(reply, at(signedIn, `${PATH}?done=${name}`));
    });
  }

  managers.post(`${SCHOOL}${PATH}/preview`, async (signedIn, form, reply) => {
    const given: Given = Object.fromEntries(FORMS.colors.map((one) => [one, form.get(one) ?? '']));
    const wrong = FORMS.colors.filter((one) => !COLOR.test(given[one] ?? ''));
    if (wrong.length === 0) return show(signedIn, reply, { given, isUnsaved: true });
    const problems = Object.fromEntries(wrong.map((one) => [one, 'invalid' as const]));
    return show(signedIn, reply.code(400), { given, problems });
  });

  async function show(signedIn: OperatorRequest, reply: FastifyReply, state: BrandingState): Promise<FastifyReply> {
    const { get_school, get_appearance } = app.school.operations;
    const { name } = await runAs(app, signedIn, get_school, {});
    const { logoAssetId, ...stored } = await runAs(app, signedIn, get_appearance, {});
    const { theme: themeColor, accent: accentColor } = shownColors(stored);
    const values = { name, themeColor, accentColor, ...state.given };
    const wrong = FORMS.colors.some((one) => state.problems?.[one] !== undefined);
    const shown = wrong ? { themeColor, accentColor } : values;
    const path = colorsPath({ theme: shown.themeColor, accent: shown.accentColor });
    const frame = adminFrame(signedIn, PATH);
    const page = brandingPage(frame, {
      values,
      problems: state.problems ?? {},
      base: at(signedIn, PATH),
      csrf: signedIn.csrf,
      done: state.done,
      hasLogo: logoAssetId !== null,
      logoSrc: frame.brand?.logoSrc,
      logoFault: state.logoFault,
      preview: {
        base: PREVIEWS_PATH,
        stylesheet: `${PREVIEWS_PATH}/${path}.css`,
        isUnsaved: state.isUnsaved === true,
      },
    });
    return sendPage(reply, page, 'own');
  }
}

/** The colours that the pages of the school have: those of the service, as long as it has chosen none. */
const shownColors = ({ themeColor, accentColor }: { themeColor: string; accentColor: string }): SchoolColors =>
  chosenColors(themeColor, accentColor) ?? OWN_COLORS;

const CODES: Readonly<Record<string, BrandingProblem>> = { too_small: 'required', too_big: 'tooLong' };

const problemsOf = (faults: readonly InputFault[]): Branding['problems'] =>
  Object.fromEntries(
    faults.flatMap(({ path, code }) => {
      const field = FIELDS.find((name) => name === path);
      return field === undefined ? [] : [[field, CODES[code] ?? 'invalid'] as const];
    }),
  );
