/**
 * The document of an e-mail. Mail programs ignore stylesheets and most of CSS, so each element has its own style, and
 * nothing is loaded from anywhere.
 */
import type { Language } from '../../schema/language.ts';
import { lightColors, type SchoolColors } from '../../schema/school/school-colors.ts';
import { html } from '../pages/kit/html.ts';

const OWN_COLORS = { theme: '#17614a', accent: '#17614a', onAccent: '#ffffff' };
const FONTS = "font-family: -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif";

/** Texts as they are written; each may contain paragraphs divided by an empty line. */
interface ShownEmail {
  language: Language;
  subject: string;
  sender: string;
  colors: SchoolColors | undefined;
  first: readonly string[];
  /** What follows the link. */
  then: readonly string[];
  link: string;
  /** The label of the link. */
  open: string;
}

export function emailDocument({ language, subject, sender, colors, first, then, link, open }: ShownEmail): string {
  const { theme, accent, onAccent } = colors === undefined ? OWN_COLORS : lightColors(colors);
  const paragraphs = (texts: readonly string[]) =>
    texts.flatMap((text) => text.split('\n\n')).map((text) => html`<p style="margin: 0 0 1rem">${text}</p>\n`);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light only">
<title>${subject}</title>
</head>
<body style="margin: 0; padding: 1.5rem 1rem; background: #eef2f0; color: #16211c; ${FONTS}; font-size: 16px; line-height: 1.5">
<div style="max-width: 34rem; margin: 0 auto; background: #ffffff; border: 1px solid #d9e1dd; border-top: 4px solid ${theme}; border-radius: 8px; padding: 1.5rem">
<p style="margin: 0 0 1.25rem; font-weight: 600; color: ${theme}">${sender}</p>
${paragraphs(first)}<p style="margin: 1.5rem 0 0.5rem"><a href="${link}" style="display: inline-block; padding: 0.625rem 1.25rem; border-radius: 8px; background: ${accent}; color: ${onAccent}; text-decoration: none; font-weight: 600">${open}</a></p>
<p style="margin: 0 0 1rem; font-size: 13px; color: #52605a; overflow-wrap: anywhere">${link}</p>
${paragraphs(then)}</div>
</body>
</html>
`.toString();
}
