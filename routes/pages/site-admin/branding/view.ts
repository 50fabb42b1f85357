import { type LogoFault, MAX_LOGO_BYTES, MAX_LOGO_PIXELS } from '../../../../schema/school/logo-image.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { button, field, notice, postForm } from '../../kit/components.ts';
import { errorSummary } from '../../kit/error-summary.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { lookScript } from '../../kit/scripts.ts';
import { logoUploadForm } from '../applications/logo-view.ts';
import { previewSection } from './preview.ts';

export type BrandingField = 'name' | 'themeColor' | 'accentColor';
export type BrandingProblem = 'required' | 'tooLong' | 'invalid';

export type Branding = {
  values: Record<BrandingField, string>;
  problems: Partial<Record<BrandingField, BrandingProblem>>;
  /** The prefix of the forms' paths. */
  base: string;
  csrf: string;
  done?: keyof Text['look']['done'] | undefined;
  hasLogo: boolean;
  /** Absent if the file of the logo is missing. */
  logoSrc: string | undefined;
  logoFault: LogoFault | undefined;
  /** The samples: the prefix and the path of their stylesheet, and whether their colours are stored. */
  preview: { base: string; stylesheet: string; isUnsaved: boolean };
};

const COLORS = ['themeColor', 'accentColor'] as const;

const labelsOf = ({ look }: Text): Record<BrandingField, string> => ({
  name: look.name,
  themeColor: look.theme,
  accentColor: look.accent,
});

const saving = ({ base, csrf }: Branding, path: string, fields: Html | Html[], text: Text): Html =>
  postForm({
    action: `${base}/${path}`,
    csrf,
    body: [fields, html`<div class="inline">${button(text.shell.save)}</div>`],
  });

const nameForm = (view: Branding, text: Text): Html => {
  const { name: problem } = view.problems;
  const name = field({
    name: 'name',
    label: text.look.name,
    type: 'text',
    autocomplete: 'organization',
    maxLength: 100,
    value: view.values.name,
    error: problem && text.shell[problem],
  });
  return saving(view, 'name', name, text);
};

const colorForm = (view: Branding, text: Text): Html => {
  const { look } = text;
  const labels = labelsOf(text);
  const fields = COLORS.map((name) =>
    field({
      name,
      label: labels[name],
      type: 'color',
      autocomplete: 'off',
      // Browsers always send a value for colour fields.
      optional: true,
      value: view.values[name],
      hint: name === 'themeColor' ? look.themeHint : undefined,
      error: view.problems[name] && look.invalid,
    }),
  );
  const { base, csrf } = view;
  const tryOut = html`<button type="submit" class="secondary" formaction="${base}/preview#preview">${look.preview.button}</button>`;
  const buttons = html`<div class="inline">${button(text.shell.save)}${tryOut}</div>`;
  return postForm({ action: `${base}/colors`, csrf, body: [fields, buttons] });
};

const logoSection = ({ base, csrf, hasLogo, logoSrc, logoFault }: Branding, { look, applications }: Text): Html => {
  const { limits, faults } = applications.logo;
  return html`<section class="stack" id="logo"><div class="intro"><h2>${look.logoTitle}</h2><p>${look.logoLead}</p>
<p>${limits({ kilobytes: Math.floor(MAX_LOGO_BYTES / 1024), pixels: `${MAX_LOGO_PIXELS}` })}</p></div>
${logoFault !== undefined && notice('problem', html`<p>${faults[logoFault]}</p>`)}
${logoSrc !== undefined && html`<p><img class="tile large" src="${logoSrc}" alt="${look.logoNow}" width="48" height="48"></p>`}
${hasLogo && logoSrc === undefined && html`<p>${look.logoNotShown}</p>`}
${logoUploadForm(`${base}/logo/upload`, csrf, applications.logo)}
${hasLogo && postForm({ action: `${base}/logo/remove`, csrf, body: html`<div class="inline">${button(look.logoRemove, 'secondary')}</div>` })}</section>`;
};

/** The page with the name, the logo and the two colours of a school. Its frame shows them. */
export const brandingPage = (frame: PageFrame, view: Branding): string => {
  const text = textFor(frame.language);
  const { look } = text;
  const labels = labelsOf(text);
  const wrong = (['name', ...COLORS] as const).filter((name) => view.problems[name] !== undefined);
  const body = html`<div class="intro"><h1>${look.title}</h1><p>${look.lead}</p></div>
${errorSummary(
  wrong.map((id) => ({ id, label: labels[id] })),
  text,
)}
${view.done !== undefined && notice('info', html`<p role="status">${look.done[view.done]}</p>`)}
<section class="stack"><h2>${look.nameTitle}</h2>
${nameForm(view, text)}</section>
${logoSection(view, text)}
<section class="stack"><div class="intro"><h2>${look.colorsTitle}</h2><p>${look.colorsLead}</p></div>
${colorForm(view, text)}</section>
${previewSection(frame, view.preview.isUnsaved)}
<p class="quiet">${look.elsewhere}</p>`;
  const { base, stylesheet } = view.preview;
  const headExtra = html`<link rel="stylesheet" href="${stylesheet}" data-preview="${base}">
${lookScript}`;
  return page(frame, { title: look.title, body, headExtra, isWrong: wrong.length > 0 || view.logoFault !== undefined });
};
