import {
  LOGO_CONTENT_TYPES,
  type LogoFault,
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXELS,
} from '../../../../schema/school/logo-image.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { logoTile } from '../../kit/client.ts';
import { button, linkButton, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';

export type LogoChoices = {
  name: string;
  logo: string | undefined;
  files: readonly { id: string; filename: string; src: string }[];
  action: string;
  cancelHref: string;
  csrf: string;
  problem: LogoFault | 'gone' | 'stale' | undefined;
};

/** The form with which a picture is uploaded, here and for the school itself. */
export const logoUploadForm = (action: string, csrf: string, text: Text['applications']['logo']): Html =>
  postForm({
    action,
    csrf,
    hasFile: true,
    body: html`<div class="field"><label for="picture">${text.upload}</label>
<input id="picture" name="picture" type="file" accept="${LOGO_CONTENT_TYPES.join(',')}" required></div>
<div class="inline">${button(text.submitUpload)}</div>`,
  });

const choice = (value: string, label: string, image: Html | false): Html =>
  html`<label class="choice boxed"><input type="radio" name="file" value="${value}" required>
${image}<span class="name">${label}</span></label>`;

/** The page of a logo: the present one, and the images of the school that can replace it. */
export const logoPage = (frame: PageFrame, view: LogoChoices): string => {
  const { applications, shell } = textFor(frame.language);
  const text = applications.logo;
  const { name, logo, files, action, cancelHref, csrf, problem } = view;
  const title = text.title({ name: displayText(name) });
  const choices = html`<fieldset class="choices"><legend>${text.choose}</legend>
${logo !== undefined && choice('', text.none, false)}
${files.map(({ id, filename, src }) => choice(id, displayText(filename), html`<img class="tile large" src="${src}" alt="" width="48" height="48">`))}</fieldset>`;
  const canChoose = files.length > 0 || logo !== undefined;
  const form = postForm({
    action,
    csrf,
    body: [
      choices,
      html`<div class="inline">${button(shell.save)}${linkButton(cancelHref, shell.cancel, 'secondary')}</div>`,
    ],
  });
  const body = html`<div class="intro"><h1>${title}</h1><p>${text.lead}</p>
<p>${text.limits({ kilobytes: Math.floor(MAX_LOGO_BYTES / 1024), pixels: `${MAX_LOGO_PIXELS}` })}</p></div>
${problem !== undefined && notice('problem', html`<p>${text.faults[problem]}</p>`)}
${logo !== undefined && html`<div class="asker">${logoTile(logo)}<div><p>${text.now}</p></div></div>`}
${logoUploadForm(`${action}/upload`, csrf, text)}
${canChoose ? form : html`<p>${linkButton(cancelHref, shell.cancel, 'secondary')}</p>`}`;
  return page(frame, { title, body, isWrong: problem !== undefined });
};
