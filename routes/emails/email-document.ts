/**
 * The document of an e-mail. Mail programs ignore stylesheets and most of CSS, so each element has its own style, and
 * Outlook on Windows, which draws with Word, gets its width and the room around things from tables. The one stylesheet is
 * for dark schemes; without it, the e-mail is light. Nothing is loaded but the logo of a school, whose address is the same
 * for every recipient.
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
  html`<p class="foot" style="margin: 24px 0 0; padding-top: 12px; border-top: 1px solid #e2e7e5; font-size: 14px">${documents.map(
    ({ label, url }) => html`<a href="${url}" style="margin-right: 16px; color: #56625f" class="quiet">${label}</a> `,
  )}</p>\n`;

const TABLE = html`role="presentation" border="0" cellspacing="0" cellpadding="0"`;

/** For programs that know the scheme of the reader. The others change the colours themselves, or leave them. */
const DARK = html`<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
.page { background: #0d1110 !important }
.card { background: #131817 !important }
.card, .foot { border-right-color: #2b3432 !important; border-bottom-color: #2b3432 !important; border-left-color: #2b3432 !important }
.foot { border-top-color: #2b3432 !important }
.card, .name { color: #e8edeb !important }
.quiet { color: #a3aeab !important }
}
</style>`;

/** Word fills the background of a cell, and knows no room inside of a link. */
const buttonOf = (link: string, open: string, { action, actionLine, onAction }: LightColors): Html =>
  html`<table ${TABLE} style="margin: 24px 0 8px"><tr><td bgcolor="${action}" style="border-radius: 8px; background: ${action}; mso-padding-alt: 10px 20px"><a href="${link}" style="display: inline-block; padding: 10px 20px; border: 1px solid ${actionLine}; border-radius: 8px; background: ${action}; color: ${onAction}; text-decoration: none; font-weight: 600">${open}</a></td></tr></table>`;

export function emailDocument(email: ShownEmail): string {
  const { language, subject, sender, school, documents, first, then, link, open } = email;
  const colors = lightColors(school?.colors ?? OWN_COLORS);
  const { theme, accent } = colors;
  const paragraphs = (texts: readonly string[]) =>
    texts.flatMap((text) => text.split('\n\n')).map((text) => html`<p style="margin: 0 0 16px">${text}</p>\n`);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${DARK}
<title>${subject}</title>
</head>
<body class="page" style="margin: 0; padding: 0; background: #f5f7f6">
<table ${TABLE} width="100%" bgcolor="#f5f7f6" class="page" style="background: #f5f7f6"><tr><td align="center" style="padding: 24px 16px">
<!--[if mso]><table ${TABLE} width="544"><tr><td><![endif]-->
<table ${TABLE} width="100%" lang="${language}" style="max-width: 544px; ${FONTS}; font-size: 16px; line-height: 1.5"><tr><td align="left" bgcolor="#ffffff" class="card" style="padding: 24px; background: #ffffff; border: 1px solid #e2e7e5; border-top: 4px solid ${theme}; border-radius: 8px; color: #17201e">
<p class="name" style="margin: 0 0 20px; font-weight: 600; color: ${accent}">${school !== undefined && markOf(school, sender, colors)}<span style="vertical-align: middle">${sender}</span></p>
${paragraphs(first)}${buttonOf(link, open, colors)}
<p class="quiet" style="margin: 0 0 16px; font-size: 14px; color: #56625f; overflow-wrap: anywhere; word-break: break-word">${link}</p>
${paragraphs(then)}${documents.length > 0 && footOf(documents)}</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`.toString();
}
