/** The page with the name, the logo and the two colours of a school. Its frame shows them. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import type { LogoFault } from '../../../../schema/school/logo-image.ts';
import { type InputFault, ProblemError } from '../../../../schema/school/problem.ts';
import { COLOR, chosenColors } from '../../../../schema/school/resources/appearance.ts';
import {
  colorsPath,
  contrastsOf,
  OWN_COLORS,
  READABLE,
  type SchoolColors,
} from '../../../../schema/school/school-colors.ts';
import { goTo } from '../../../http.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { PREVIEWS_PATH } from '../../kit/branding.ts';
import { clientTile } from '../../kit/client.ts';
import { button, errorSummary, field, linkButton, notice, postForm, tabs } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { masthead, type PageFrame } from '../../kit/layout.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { requireReauthentication, signedInBy } from '../../kit/reauthentication.ts';
import { brandingScript } from '../../kit/scripts.ts';
import { settingsLinks } from '../menu.ts';
import {
  adminFrame,
  at,
  belowSchool,
  missing,
  type OperatorRequest,
  runAs,
  SCHOOL,
  type SiteAdminPages,
} from '../operator-pages.ts';
import { brandingConfirmation, logoSection, schoolLogo } from './logo.ts';

const PATH = '/look';

/** The fields that each form changes. */
const FORMS = { name: ['name'], colors: ['themeColor', 'accentColor'] } as const;
const FIELDS = [...FORMS.name, ...FORMS.colors];

type BrandingField = (typeof FIELDS)[number];
type BrandingInput = Partial<Record<BrandingField, string>>;

/** The form as sent, with its problems. */
interface BrandingState {
  input?: BrandingInput;
  problems?: Partial<Record<BrandingField, 'required' | 'tooLong' | 'invalid'>>;
  logoFault?: LogoFault;
  /** True if the colours were only tried out. */
  isUnsaved?: boolean;
}

interface Branding extends BrandingState {
  values: Record<BrandingField, string>;
  /** Those of the form, or the stored ones if these are wrong. */
  colors: SchoolColors;
  /** The path of the stylesheet of the samples. */
  preview: string;
  hasLogo: boolean;
}

const givenIn = (form: Parameters, name: keyof typeof FORMS): BrandingInput =>
  Object.fromEntries(FORMS[name].map((one) => [one, form.get(one) ?? '']));

export function brandingPages(app: FastifyInstance, pages: SiteAdminPages): void {
  const { managers } = pages;
  const { get_appearance, get_school, update_appearance, update_school } = app.school.operations;

  async function brandingOf(signedIn: OperatorRequest, sent: BrandingState): Promise<Branding> {
    const { name } = await runAs(app, signedIn, get_school, {});
    const { logoAssetId, ...colors } = await runAs(app, signedIn, get_appearance, {});
    const stored = shownColors(colors);
    const values = { name, themeColor: stored.theme, accentColor: stored.accent, ...sent.input };
    const isWrong = FORMS.colors.some((one) => sent.problems?.[one] !== undefined);
    const shown = isWrong ? stored : { theme: values.themeColor, accent: values.accentColor };
    const preview = `${PREVIEWS_PATH}/${colorsPath(shown)}.css`;
    return { ...sent, values, colors: shown, hasLogo: logoAssetId !== null, preview };
  }

  const send = definePage<OperatorRequest, Branding>(app, belowSchool(managers, PATH), {
    at: `${SCHOOL}${PATH}`,
    load: ({ signedIn }) => brandingOf(signedIn, {}),
    title: (_branding, { text }) => text.look.title,
    lead: (_branding, { signedIn, text }) =>
      html`<p>${text.look.lead}</p>${tabs(settingsLinks(signedIn, at(signedIn)), at(signedIn, PATH))}`,
    done: ({ text }) => text.look.done,
    scripts: ({ preview }) => html`<link rel="stylesheet" href="${preview}" data-preview="${PREVIEWS_PATH}">
${brandingScript}`,
    isWrong: ({ problems = {}, logoFault }) => Object.keys(problems).length > 0 || logoFault !== undefined,
    body(branding, visit) {
      const { text } = visit;
      const { look } = text;
      const wrong = FIELDS.filter((name) => branding.problems?.[name] !== undefined);
      return html`${errorSummary(
        wrong.map((id) => ({ id, label: labelOf(id, text) })),
        text,
      )}
<section class="stack"><h2>${look.nameTitle}</h2>
${nameForm(branding, visit)}</section>
${logoSection(branding, visit)}
<section class="stack"><div class="intro"><h2>${look.colorsTitle}</h2><p>${look.colorsLead}</p></div>
${colorForm(branding, visit)}
${contrastSection(branding, visit)}</section>
${previewSection(visit.frame, branding.isUnsaved === true)}
<p class="quiet">${look.elsewhere}</p>
<p>${linkButton(at(visit.signedIn, `${PATH}/reset`), `${look.reset.title}…`, 'secondary danger')}</p>`;
    },
  });
  const show = async (signedIn: OperatorRequest, reply: FastifyReply, sent: BrandingState): Promise<FastifyReply> =>
    send(signedIn, reply, await brandingOf(signedIn, sent));

  schoolLogo(app, pages, (signedIn, reply, logoFault) => show(signedIn, reply, { logoFault }));

  const save = {
    name: (signedIn: OperatorRequest, input: BrandingInput) => runAs(app, signedIn, update_school, input),
    colors: (signedIn: OperatorRequest, input: BrandingInput) => runAs(app, signedIn, update_appearance, input),
  };
  for (const name of ['name', 'colors'] as const) {
    managers.set(`${SCHOOL}${PATH}/${name}`, async (signedIn, form, reply) => {
      const input = givenIn(form, name);
      const proof = await signedInBy(app, managers, { signedIn, form, reply }, brandingConfirmation(signedIn, input));
      if ('sent' in proof) return proof.sent;
      try {
        await save[name](proof.entered, input);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const problems = problemsOf(error.faults);
        if (Object.keys(problems).length === 0) throw error;
        return show(signedIn, reply.code(error.status), { input, problems });
      }
      return goTo(reply, at(signedIn, `${PATH}?done=${name}`));
    });
  }

  resetting(app, managers);

  managers.set(`${SCHOOL}${PATH}/preview`, async (signedIn, form, reply) => {
    const input = givenIn(form, 'colors');
    const wrong = FORMS.colors.filter((one) => !COLOR.test(input[one] ?? ''));
    if (wrong.length === 0) return show(signedIn, reply, { input, isUnsaved: true });
    const problems = Object.fromEntries(wrong.map((one) => [one, 'invalid' as const]));
    return show(signedIn, reply.code(400), { input, problems });
  });
}

/** The page that gives up the whole look, with the password. */
function resetting(app: FastifyInstance, managers: SiteAdminPages['managers']): void {
  requireReauthentication<OperatorRequest, true>(app, managers, {
    path: `${SCHOOL}${PATH}/reset`,
    find: async () => true,
    frame: (signedIn) => adminFrame(signedIn, PATH),
    describe: ({ text, ...signedIn }) => ({
      title: text.look.reset.title,
      consequences: html`<p>${text.look.reset.text}</p>`,
      submit: text.look.reset.title,
      cancelHref: at({ ...signedIn, text }, PATH),
    }),
    async act(signedIn) {
      await runAs(app, signedIn, app.school.operations.reset_appearance, {});
      return at(signedIn, `${PATH}?done=colors`);
    },
    missing,
  });
}

/** The colours that the pages of the school have: those of the service, as long as it has chosen none. */
const shownColors = ({ themeColor, accentColor }: { themeColor: string; accentColor: string }): SchoolColors =>
  chosenColors(themeColor, accentColor) ?? OWN_COLORS;

const CODES: Readonly<Record<string, 'required' | 'tooLong'>> = { too_small: 'required', too_big: 'tooLong' };

const problemsOf = (faults: readonly InputFault[]): NonNullable<BrandingState['problems']> =>
  Object.fromEntries(
    faults.flatMap(({ path, code }) => {
      const field = FIELDS.find((name) => name === path);
      return field === undefined ? [] : [[field, CODES[code] ?? 'invalid'] as const];
    }),
  );

const labelOf = (name: BrandingField, { look }: Text): string =>
  ({ name: look.name, themeColor: look.theme, accentColor: look.accent })[name];

function nameForm({ values, problems }: Branding, { csrf, signedIn, text }: Visit<OperatorRequest>): Html {
  const problem = problems?.name;
  const name = field({
    name: 'name',
    label: text.look.name,
    type: 'text',
    autocomplete: 'organization',
    maxLength: 100,
    value: values.name,
    error: problem && text.shell[problem],
  });
  const body = [name, html`<div class="inline">${button(text.shell.saveName)}</div>`];
  return postForm({ action: at(signedIn, `${PATH}/name`), csrf, body });
}

function colorForm({ values, problems }: Branding, { csrf, signedIn, text }: Visit<OperatorRequest>): Html {
  const { look } = text;
  const fields = FORMS.colors.map((name) =>
    field({
      name,
      label: labelOf(name, text),
      type: 'color',
      autocomplete: 'off',
      // Browsers always send a value for colour fields.
      optional: true,
      value: values[name],
      hint: name === 'themeColor' ? look.themeHint : undefined,
      error: problems?.[name] && look.invalid,
    }),
  );
  const tryOut = html`<button type="submit" class="secondary" formaction="${at(signedIn, `${PATH}/preview`)}#preview">${look.preview.button}</button>`;
  const body = [fields, html`<div class="inline">${button(look.saveColors)}${tryOut}</div>`];
  return postForm({ action: at(signedIn, `${PATH}/colors`), csrf, body });
}

type Scheme = 'light' | 'dark';
const SCHEMES = ['light', 'dark'] as const;

/** How the colours can be read, whether or not they are saved, and a sentence where the chosen one could not be. */
function contrastSection({ colors }: Branding, { language, text: { look } }: Visit<OperatorRequest>): Html {
  const { contrast } = look;
  const number = new Intl.NumberFormat(language);
  const ratios = SCHEMES.map((scheme) => ({ scheme, ...contrastsOf(colors, scheme) }));
  const said = (ratio: number): string => `${number.format(Math.floor(ratio * 10) / 10)}:1`;
  const rows = (['chosen', 'links', 'button'] as const).map(
    (of) =>
      html`<tr><th scope="row">${contrast[of]}</th>${ratios.map((one) => html`<td class="number" data-label="${look.preview[one.scheme]}">${said(one[of])}</td>`)}</tr>`,
  );
  const low = ratios.filter(({ chosen }) => chosen < READABLE);
  return html`<div class="stack" id="contrast"><h3>${contrast.title}</h3>
<table class="cards"><thead><tr><th scope="col">${contrast.of}</th>${SCHEMES.map((scheme) => html`<th scope="col" class="number">${look.preview[scheme]}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>
${low.map(({ scheme, chosen, links }) => notice('info', html`<p>${contrast.low[scheme]({ ratio: said(chosen), shown: said(links) })}</p>`))}
${low.length === 0 && html`<p class="quiet">${contrast.good}</p>`}</div>`;
}

const link = (label: string): Html => html`<p><a href="#preview">${label}</a></p>`;

const signIn = (name: string, scheme: Scheme, text: Text): Html => html`<h3>${text.signIn.at({ school: name })}</h3>
${field({ name: `${scheme}-sample`, label: text.labels.email, type: 'text', autocomplete: 'off' })}
${button(text.signIn.submit)}${link(text.password.forgot)}`;

const consent = (name: string, { consent, look }: Text): Html => {
  const app = clientTile({ name: look.preview.app, assurance: 'school', maker: 'school' });
  return html`<div class="asker">${app}<div>
<h3>${look.preview.app} ${consent.asks({ school: name })}</h3></div></div>
<div class="actions pair">${button(consent.deny, 'secondary')}${button(consent.allow)}</div>`;
};

const admin = ({
  admin,
  settings,
}: Text): Html => html`<div class="nav"><a href="#preview" aria-current="page">${admin.area.pages.overview}</a><a href="#preview">${admin.area.pages.members}</a></div>
<p><span class="badge">${settings.on}</span></p>
${link(admin.area.pages.look)}`;

const sample = (title: string, body: Html, isEmail = false): Html =>
  html`<div class="sample"><p>${title}</p><div${isEmail && html` class="letter"`} inert>${body}</div></div>`;

function samplesIn(scheme: Scheme, frame: PageFrame, name: string): Html {
  const text = textFor(frame.language);
  const { preview } = text.look;
  const top = masthead(frame);
  // Mail programs show e-mails as they are, or darken them in their own way.
  const email = html`${top}<p>${text.mail.invitation.before({ school: name, role: text.roles.member })}</p>
<div>${button(text.mail.open)}</div>`;
  return html`<figure class="look ${scheme}"><figcaption>${preview[scheme]}</figcaption>
${sample(preview.signIn, html`${top}${signIn(name, scheme, text)}`)}
${sample(preview.consent, html`${top}${consent(name, text)}`)}
${scheme === 'light' && sample(preview.email, email, true)}
${sample(preview.admin, html`${top}${admin(text)}`)}</figure>`;
}

/** @param isUnsaved whether the colours were only tried out */
function previewSection(frame: PageFrame, isUnsaved: boolean): Html {
  const { preview } = textFor(frame.language).look;
  const name = displayText(frame.schoolName ?? '');
  return html`<section class="stack" id="preview"><div class="intro"><h2>${preview.title}</h2>
<p${isUnsaved && html` role="status"`} data-unsaved="${preview.unsaved}">${isUnsaved ? preview.unsaved : preview.saved}</p></div>
<div class="looks">${SCHEMES.map((scheme) => samplesIn(scheme, frame, name))}</div></section>`;
}
