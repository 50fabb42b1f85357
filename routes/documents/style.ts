/** What pages are made of, in the light and the dark scheme, for those who build one. */
import type { FastifyInstance } from 'fastify';
import { colorsPath, OWN_COLORS } from '../../schema/school/school-colors.ts';
import { bars } from '../pages/kit/bars.ts';
import { PREVIEWS_PATH } from '../pages/kit/branding.ts';
import { ago, button, emptyList, fact, field, linkButton, notice, tabs } from '../pages/kit/components.ts';
import { cover } from '../pages/kit/cover.ts';
import { type Html, html, type Renderable } from '../pages/kit/html.ts';
import { icon } from '../pages/kit/icons.ts';
import { paginationLinks } from '../pages/kit/pagination.ts';
import { frameFor, sendPage } from '../pages/kit/sending.ts';
import { overviewStylesheet, styleStylesheet } from '../pages/kit/styles.ts';
import { type Text, textFor } from '../words/index.ts';
import { manualPage } from './manual/view.ts';

const PATH = '/docs/style';
const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];
const NAMES: Readonly<Record<Scheme, string>> = { light: 'Light', dark: 'Dark' };
const DAY = 86_400_000;
const HERE = '#parts';
const SLUGS = ['the-darkroom-returns', 'knife-skills', 'life-in-a-pond', 'a-year-of-mosses'] as const;
const VALUES = [2, 4, 3, 0, 5, 6, 3] as const;
const ROLES = [
  'page',
  'sunken',
  'hover',
  'text',
  'muted',
  'field',
  'accent',
  'accent-soft',
  'action',
  'caution',
  'good',
  'danger',
];

export function stylePage(app: FastifyInstance): void {
  app.get(PATH, (request, reply) => {
    const frame = frameFor(request);
    const body = html`<div class="intro"><h1>Style</h1><p>The parts of pages, in both schemes.</p></div>
<div class="looks" id="parts">${SCHEMES.map((scheme) => parts(scheme, app.clock(), textFor(frame.language)))}</div>`;
    const sheets = [`${PREVIEWS_PATH}/${colorsPath(OWN_COLORS)}.css`, overviewStylesheet.path, styleStylesheet.path];
    const script = html`${sheets.map((path) => html`<link rel="stylesheet" href="${path}">`)}`;
    return sendPage(reply, manualPage(frame, { title: 'Style', body, script }), 'form');
  });
}

const part = (title: string, body: Renderable): Html => html`<div class="stack"><h3>${title}</h3>${body}</div>`;

function parts(scheme: Scheme, now: number, text: Text): Html {
  const id = (name: string): string => `${scheme}-${name}`;
  return html`<section class="look ${scheme}"><h2>${NAMES[scheme]}</h2>
${part('Colour roles', html`<ul class="roles">${ROLES.map((role) => html`<li><span class="swatch ${role}"></span>${role}</li>`)}</ul>`)}
${part('Type', html`<p class="figure">28/34 Page title, figure</p><p class="part">20/28 Part of a page</p><p class="name">16/24 Card title</p><p>16/24 Running text</p><p class="detail">14/20 Tables, labels, hints</p>`)}
${part('Buttons', html`<div class="inline" inert>${button('Primary')}${button('Secondary', 'secondary')}${button('Quiet', 'plain')}${linkButton(HERE, 'Delete…', 'secondary danger')}${button('Delete for good', 'danger')}</div>`)}
${part('Chips, pills, switch', chips(scheme))}
${part('Fields', html`${textField(id('title'), 'Title', 'The Darkroom Returns')}${textField(id('price'), 'Price', 'seventy-five', 'Enter an amount, such as 75.00')}`)}
${part(
  'Copy, progress, bars',
  html`<div class="copyable"><pre><code>https://sign-in.riverside.example/mcp</code></pre></div>
<p class="progress"><progress max="100" value="61" aria-label="Progress, ${scheme}"></progress><span>61 %</span></p>${week(now)}`,
)}
${part(
  'Notices',
  html`${notice('info', html`<p>Neutral: something to know.</p>`)}${notice('warning', html`<p>Caution: read this first.</p>`)}${notice('success', html`<p>Saved. The price is €75.00 now.</p>`)}
<div class="notice problem"><p>2 fields need you.</p>${icon('circle-alert')}</div>`,
)}
${part(
  'Tabs, pager',
  html`${tabs(
    [
      { href: HERE, label: 'Settings' },
      { href: `${PATH}?tab=2`, label: 'Connections 12' },
    ],
    HERE,
  )}${paginationLinks({ previous: '', next: 'page=3', rows: VALUES, start: 7, total: 65 }, PATH, text)}`,
)}
${part('Empty', emptyList('No webhooks yet', 'Send what happens to another system.', linkButton(HERE, 'New webhook', 'secondary')))}
${part('Table', table(scheme, now))}
${part('Changes', changes(scheme))}
${part('Timeline', timeline(now))}
${part('Facts', html`<dl class="facts">${fact('Enrolled', '18')}${fact('Completed', '11')}</dl>`)}
${part('Covers', html`<div class="inline">${SLUGS.map((slug) => cover(slug, {}))}</div>`)}
</section>`;
}

const chips = (
  scheme: Scheme,
): Html => html`<div class="chips"><a class="chip" href="${HERE}" aria-current="true">Everyone <span>65</span></a><a class="chip" href="${PATH}?invited">Invited <span>2</span></a></div>
<p class="inline"><span class="badge off">Draft</span><span class="badge">New</span><span class="badge unknown">Suspended</span></p>
<div class="inline" inert><button type="button" class="switch" role="switch" aria-checked="true" aria-label="On, ${scheme}"></button><span class="detail">On</span><button type="button" class="switch" role="switch" aria-checked="false" aria-label="Off, ${scheme}"></button><span class="detail">Off</span></div>`;

const textField = (name: string, label: string, value: string, error?: string): Html =>
  // Without the focus that a field with a mistake gets.
  html`<div inert>${field({ name, label, type: 'text', autocomplete: 'off', optional: true, value, error })}</div>`;

const week = (now: number): Html =>
  bars(VALUES, {
    begins: VALUES.map((_, index) => now - (VALUES.length - 1 - index) * DAY),
    language: 'en',
    timeZone: 'UTC',
    label: (each) => `Enrollments each day. ${each.join(', ')}`,
    each: (day, value) => `${day}: ${value}`,
  });

const table = (
  scheme: Scheme,
  now: number,
): Html => html`<table class="cards" aria-label="Members, ${scheme}"><thead><tr><th scope="col" aria-sort="descending">Name ${icon('arrow-down')}</th><th scope="col">Role</th><th scope="col" class="number">Courses</th><th scope="col">Last active</th></tr></thead>
<tbody><tr><th scope="row"><a href="${HERE}">Henrik Mendes</a></th><td>Member</td><td class="number">3</td><td>${ago(now - 12 * 60_000, now, 'en', { unit: 'minute', timeZone: 'UTC' })}</td></tr>
<tr><th scope="row"><a href="${HERE}">Samir Oliveira</a><span class="badge unknown">Suspended</span></th><td><strong>Instructor</strong></td><td class="number">–</td><td>${ago(now - 40 * DAY, now, 'en', { unit: 'minute', timeZone: 'UTC' })}</td></tr></tbody></table>`;

/** What an import would do: a sign first, and words last. */
const changes = (scheme: Scheme): Html => html`<table class="changes-list" aria-label="Changes, ${scheme}"><tbody>
<tr class="wrong"><td>!</td><th scope="row">Lea Frank</th><td>No such role</td></tr>
<tr class="new"><td>+</td><th scope="row">Nadia Okafor</th><td>Invited and enrolled</td></tr>
<tr class="changed"><td>~</td><th scope="row"><del>Greta Andersen</del> <ins>Greta Holm</ins></th><td>Name changes</td></tr>
<tr class="missing-row"><td>−</td><th scope="row">Jonas Schneider</th><td>Kept, access unchanged</td></tr></tbody></table>`;

const timeline = (now: number): Html => html`<ol class="timeline">
<li class="done">${icon('check')}<p>Asked for the metadata</p>${ago(now - 3_600_000, now, 'en', { unit: 'minute', timeZone: 'UTC' })}</li>
<li class="refused">${icon('x')}<p>The redirect URI is not registered</p></li>
<li class="waiting">${icon('clock')}<p>Waits for approval</p></li></ol>`;
