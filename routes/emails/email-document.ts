/**
 * The document of an e-mail. Mail programs ignore stylesheets and most of CSS, so each element has its own style. Nothing
 * is loaded but the logo of a school, whose address is the same for every recipient.
 */

import type { EmailSender } from '../../schema/emails/email-message.ts';
import { type LightColors, lightColors, OWN_COLORS } from '../../schema/school/school-colors.ts';
import type { Language } from '../../schema/text/language.ts';
import { initialOf } from '../pages/kit/display-text.ts';
import { type Html, html } from '../pages/kit/html.ts';

const FONTS = "font-family: -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif";

/** Texts as they are written; each may contain paragraphs divided by an empty line. */
interface ShownEmail {
  language: Language;
  subject: string;
  sender: string;
  /** Absent if the service itself writes. */
  school: EmailSender | undefined;
  /** The school's pages about terms and privacy. */
  documents: readonly { label: string; url: string }[];
  first: readonly string[];
  /** The paragraphs after the link. */
  then: readonly string[];
  link: string;
  /** The label of the link. */
  open: string;
}

/** The logo of a school, or its initial. The name is beside it, so that nothing is missing while pictures are blocked. */
function markOf({ logoUrl }: EmailSender, sender: string, { theme, onTheme }: LightColors): Html {
  const shared = 'height: 36px; margin-right: 10px; vertical-align: middle';
  if (logoUrl !== undefined) {
    return html`<img src="${logoUrl}" alt="" height="36" style="${shared}; width: auto; max-width: 144px; border: 0; border-radius: 6px">`;
  }
  return html`<span style="${shared}; display: inline-block; width: 36px; line-height: 36px; border-radius: 8px; background: ${theme}; color: ${onTheme}; text-align: center" aria-hidden="true">${initialOf(sender)}</span>`;
}

const footOf = (documents: ShownEmail['documents']): Html =>
  html`<p style="margin: 1.5rem 0 0; padding-top: 0.75rem; border-top: 1px solid #d9e1dd; font-size: 13px">${documents.map(
    ({ label, url }) => html`<a href="${url}" style="margin-right: 1rem; color: #52605a">${label}</a> `,
  )}</p>\n`;

export function emailDocument(email: ShownEmail): string {
  const { language, subject, sender, school, documents, first, then, link, open } = email;
  const colors = lightColors(school?.colors ?? OWN_COLORS);
  const { theme, themeInk, fill, onFill, accent } = colors;
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
<p style="margin: 0 0 1.25rem; font-weight: 600; color: ${themeInk}">${school !== undefined && markOf(school, sender, colors)}<span style="vertical-align: middle">${sender}</span></p>
${paragraphs(first)}<p style="margin: 1.5rem 0 0.5rem"><a href="${link}" style="display: inline-block; padding: 0.625rem 1.25rem; border: 1px solid ${accent}; border-radius: 8px; background: ${fill}; color: ${onFill}; text-decoration: none; font-weight: 600">${open}</a></p>
<p style="margin: 0 0 1rem; font-size: 13px; color: #52605a; overflow-wrap: anywhere">${link}</p>
${paragraphs(then)}${documents.length > 0 && footOf(documents)}</div>
</body>
</html>
`.toString();
}
