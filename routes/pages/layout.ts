import { type Html, html } from './html.ts';
import { initialOf, shown } from './outside-text.ts';
import { stylesheetPath } from './styles.ts';
import { type Language, textFor } from './text/index.ts';

export type PageFrame = { language: Language; requestId?: string; schoolName?: string };

export type PageParts = { title: string; body: Html; headExtra?: Html; wide?: boolean; broad?: boolean };

const masthead = (schoolName: string | undefined): Html => {
  if (schoolName === undefined) {
    return html`<p class="brand"><span class="gate" aria-hidden="true"></span>Schoolgate</p>`;
  }
  const name = shown(schoolName);
  return html`<p class="brand"><span class="tile" aria-hidden="true">${initialOf(name)}</span><span>${name}</span></p>`;
};

/** A whole document. `title` must already be fit to show (`shown`). */
export const page = (frame: PageFrame, { title, body, headExtra, wide = false, broad = false }: PageParts): string => {
  const text = textFor(frame.language).layout;
  const owner = frame.schoolName === undefined ? 'Schoolgate' : shown(frame.schoolName);
  return html`<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – ${owner}</title>
<link rel="stylesheet" href="${stylesheetPath}">
${headExtra}
</head>
<body>
<div class="column${wide && ' wide'}${broad && ' broad'}">
<header>${masthead(frame.schoolName)}</header>
<main>
${body}
</main>
<footer>
<p>${frame.schoolName === undefined ? text.about : text.poweredBy}</p>
${frame.requestId !== undefined && html`<p>${text.requestId} <code>${shown(frame.requestId)}</code></p>`}
</footer>
</div>
</body>
</html>
`.toString();
};
