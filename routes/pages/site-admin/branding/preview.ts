/**
 * Samples of what the colours of a school change: sign-in, consent, an e-mail and the admin pages, in light and dark. They
 * consist of the parts of the pages themselves, and nobody can operate them.
 */
import { type Text, textFor } from '../../../words/index.ts';
import { clientTile } from '../../kit/client.ts';
import { button, field } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { masthead, type PageFrame } from '../../kit/layout.ts';

type Scheme = 'light' | 'dark';

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

const sample = (title: string, body: Html, isLetter = false): Html =>
  html`<div class="sample"><p>${title}</p><div${isLetter && html` class="letter"`} inert>${body}</div></div>`;

function samplesIn(scheme: Scheme, frame: PageFrame, name: string): Html {
  const text = textFor(frame.language);
  const { preview } = text.look;
  const top = masthead(frame);
  // Mail programs show e-mails as they are, or darken them in their own way.
  const letter = html`${top}<p>${text.mail.invitation.before({ school: name, role: text.roles.member })}</p>
<div>${button(text.mail.open)}</div>`;
  return html`<figure class="look ${scheme}"><figcaption>${preview[scheme]}</figcaption>
${sample(preview.signIn, html`${top}${signIn(name, scheme, text)}`)}
${sample(preview.consent, html`${top}${consent(name, text)}`)}
${scheme === 'light' && sample(preview.email, letter, true)}
${sample(preview.admin, html`${top}${admin(text)}`)}</figure>`;
}

/** @param isUnsaved whether the colours were only tried out */
export function previewSection(frame: PageFrame, isUnsaved: boolean): Html {
  const { preview } = textFor(frame.language).look;
  const name = displayText(frame.schoolName ?? '');
  return html`<section class="stack" id="preview"><div class="intro"><h2>${preview.title}</h2>
<p${isUnsaved && html` role="status"`} data-unsaved="${preview.unsaved}">${isUnsaved ? preview.unsaved : preview.saved}</p></div>
<div class="looks">${(['light', 'dark'] as const).map((scheme) => samplesIn(scheme, frame, name))}</div></section>`;
}
