/** The name, the logo and the colours of a school. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import type { LogoFault } from '../../../../schema/school/logo-image.ts';
import { type InputFault, ProblemError } from '../../../../schema/school/problem.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { runAs } from '../operator.ts';
import { adminFrame, at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { schoolLogo } from './logo.ts';
import { type Branding, type BrandingField, type BrandingProblem, brandingPage } from './view.ts';

const PATH = '/look';
const FIELDS = ['name', 'themeColor', 'accentColor'] as const;

/** The fields that each form changes. */
const FORMS = { name: ['name'], colors: ['themeColor', 'accentColor'] } as const;

/** What was saved, as the path of the page after it says. */
const DONE = ['name', 'colors', 'logo'] as const;

type Given = Partial<Record<BrandingField, string>>;

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
      try {
        await save[name](signedIn, given);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const problems = problemsOf(error.faults);
        if (Object.keys(problems).length === 0) throw error;
        return show(signedIn, reply.code(error.status), { given, problems });
      }
      return goTo(reply, at(signedIn, `${PATH}?done=${name}`));
    });
  }

  type BrandingState = {
    given?: Partial<Branding['values']>;
    problems?: Branding['problems'];
    done?: Branding['done'];
    logoFault?: LogoFault;
  };

  async function show(signedIn: OperatorRequest, reply: FastifyReply, state: BrandingState): Promise<FastifyReply> {
    const { get_school, get_appearance } = app.school.operations;
    const { name } = await runAs(app, signedIn, get_school, {});
    const { themeColor, accentColor, logoAssetId } = await runAs(app, signedIn, get_appearance, {});
    const frame = adminFrame(signedIn, PATH);
    const page = brandingPage(frame, {
      values: { name, themeColor, accentColor, ...state.given },
      problems: state.problems ?? {},
      base: at(signedIn, PATH),
      csrf: signedIn.csrf,
      done: state.done,
      hasLogo: logoAssetId !== null,
      logoSrc: frame.brand?.logoSrc,
      logoFault: state.logoFault,
    });
    return sendPage(reply, page, 'own');
  }
}

const CODES: Readonly<Record<string, BrandingProblem>> = { too_small: 'required', too_big: 'tooLong' };

const problemsOf = (faults: readonly InputFault[]): Branding['problems'] =>
  Object.fromEntries(
    faults.flatMap(({ path, code }) => {
      const field = FIELDS.find((name) => name === path);
      return field === undefined ? [] : [[field, CODES[code] ?? 'invalid'] as const];
    }),
  );
