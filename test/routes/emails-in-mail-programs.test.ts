// slow
/**
 * Every e-mail in every language, as the large mail programs and their servers take it: what Gmail, Outlook (which draws with
 * Word) and Apple Mail are known to drop is not needed, and what Gmail, Yahoo and Outlook demand of senders is there.
 */
import t, { type Test } from 'tap';
import { mailTransport } from '../../plugins/people/mail-transport.ts';
import { type RenderedEmail, renderEmail } from '../../routes/emails/emails.ts';
import { momentText } from '../../routes/pages/kit/components.ts';
import { textFor } from '../../routes/words/index.ts';
import type { EmailMessage, EmailSender } from '../../schema/emails/email-message.ts';
import { legalDocuments } from '../../schema/school/legal-links.ts';
import { contrast } from '../../schema/school/school-colors.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { testApp } from '../support/app.ts';
import { readEmail } from '../support/emails.ts';
import { KINDS, type Kind } from '../support/every-email.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { until } from '../support/until.ts';

const ORIGIN = 'https://id.riverside.example';
const LINK = `${ORIGIN}/page?token=ml_${'x'.repeat(43)}&school=site_riverside`;
const UNSUBSCRIBE = `${ORIGIN}/unsubscribe?token=t`;
const UNTIL = Date.UTC(2026, 10, 30, 15, 35);
const ZONE = 'Asia/Tokyo';
const FROM = 'school@riverside.example';
const OPTIONAL: ReadonlySet<string> = new Set(['course_enrolled', 'subscription_opened']);
/** Gmail cuts off what is longer. */
const CLIPPED_AT = 102 * 1024;
const READABLE = 4.5;

const SCHOOLS: readonly (EmailSender | undefined)[] = [
  undefined,
  {
    name: 'Müller & Söhne 学校',
    colors: { theme: '#ffe08a', accent: '#101010' },
    logoUrl: `${ORIGIN}/logo`,
    legal: legalDocuments({ terms: `${ORIGIN}/terms?a=1&b=2`, privacy: `${ORIGIN}/privacy` }, ORIGIN),
    contactEmail: 'office@riverside.example',
    timezone: ZONE,
  },
];

const bare = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>|<!--.*?-->|<title>.*?<\/title>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
const stylesOf = (html: string): string[] => [...html.matchAll(/ style="([^"]*)"/g)].map(([, style = '']) => style);
const linksIn = (html: string): string[] =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
const colorIn = (style: string, property: string): string | undefined =>
  new RegExp(`(?:^|; )${property}: (#[0-9a-f]{6})`).exec(style)?.[1];
const all = (html: string, tag: string): string[] => html.match(new RegExp(`<${tag}\\b[^>]*>`, 'g')) ?? [];

/** The colours of text and of what is behind it, without a stylesheet. */
const pairs = (html: string): [string, string][] =>
  stylesOf(html).flatMap((style) => {
    const color = colorIn(style, 'color');
    return color === undefined ? [] : [[color, colorIn(style, 'background') ?? '#ffffff'] as [string, string]];
  });

const DARK_CARD = /\.card \{ background: (#[0-9a-f]{6})/;

/** What a mail program is known for, and whether an e-mail stands it. */
const RULES: Readonly<Record<string, (email: RenderedEmail) => boolean>> = {
  'Gmail clips nothing': ({ html }) => Buffer.byteLength(html) < CLIPPED_AT,
  'Gmail keeps no attributes of html: the language is in the body too': ({ html, language }) =>
    html.includes(`<html lang="${language}">`) && html.includes(`lang="${language}" style="max-width`),
  'Gmail drops a whole stylesheet with an error: it has no nested at-rules or urls': ({ html }) =>
    !/@import|@font-face|url\(/.test(html) && (html.match(/<style>/g) ?? []).length === 1,
  'nothing but links and text is needed: no script, form or frame': ({ html }) =>
    !/<(?:script|form|iframe|object|embed|video|svg|link|input)\b| on\w+=/.test(html),
  'Word knows no max-width: the width is that of a table': ({ html }) =>
    /<!--\[if mso\]><table [^>]*width="544"><tr><td><!\[endif\]-->/.test(html) &&
    html.includes('<!--[if mso]></td></tr></table><![endif]-->'),
  'Word knows no rem, em or calc': ({ html }) =>
    stylesOf(html).every((style) => !/\d(?:r?em|v[wh])\b|calc\(|var\(/.test(style)),
  'neither Word nor Gmail knows positions, grids or background images': ({ html }) =>
    stylesOf(html).every((style) => !/position:|display: (?:flex|grid)|float:|background-image|url\(/.test(style)),
  'Word draws no background of a link: its cell has it': ({ html }) =>
    /<td bgcolor="(#[0-9a-f]{6})"[^>]*><a href="[^"]*" style="[^"]*background: \1; color: /.test(html),
  'Word gives cells their room: the card is one': ({ html }) => /<td [^>]*class="card" style="padding: 24px/.test(html),
  'a table is for layout only, and says so to screen readers': ({ html }) =>
    all(html, 'table').every((table) => table.includes('role="presentation"')),
  'a picture has an alternative and a height': ({ html }) =>
    all(html, 'img').every((img) => / alt="/.test(img) && / height="\d+"/.test(img)),
  'a phone shows it at its own width': ({ html }) =>
    html.includes('<meta name="viewport" content="width=device-width">'),
  'Apple Mail learns that it knows both schemes': ({ html }) =>
    html.includes('<meta name="color-scheme" content="light dark">') && html.includes('prefers-color-scheme: dark'),
  'light: text can be read without a stylesheet': ({ html }) =>
    pairs(html).every(([color, ground]) => contrast(color, ground) >= READABLE),
  'dark: text can be read': ({ html }) => {
    const ground = DARK_CARD.exec(html)?.[1] ?? '#ffffff';
    const inks = ['.card, .name', '.quiet'].map(
      (one) => new RegExp(`\\${one} \\{ color: (#[0-9a-f]{6})`).exec(html)?.[1],
    );
    return inks.every((ink) => ink !== undefined && contrast(ink, ground) >= READABLE);
  },
  'dark: no text keeps a colour of the light scheme but on its own ground': ({ html }) =>
    [...html.matchAll(/<(?:p|a|td)\b[^>]*>/g)].every(
      ([tag]) =>
        !/[; "]color: #/.test(tag) ||
        /class="(?:name|quiet|card)"/.test(tag) ||
        /background: #[^;]*; color: #/.test(tag),
    ),
  'who reads plain text has the same links': ({ html, text }) =>
    linksIn(html).every((href) =>
      new RegExp(`(?:^|: )${href.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'm').test(text),
    ),
  'who reads plain text reads the same': ({ html, text }) => {
    const shown = bare(html);
    const paragraphs = text.split(/\n\n|: https?:\S+\n?/).map((one) => one.replaceAll(/\s+/g, ' ').trim());
    return paragraphs.every((one) => shown.includes(one));
  },
  'both parts give the instant at which the link ends, with its zone, and no duration': ({ html, text, language }) => {
    const zones = [ZONE, 'UTC'].map((zone) => momentText(UNTIL, language, zone));
    const ends = zones.find((one) => text.includes(one));
    const isLong =
      /30 (?:minutes|Minuten|minutos|分鐘)|30分間|7 (?:days|Tage|días|天)|7日間|24 (?:hours|Stunden|horas|小時)|24時間/;
    return ends !== undefined && bare(html).includes(ends.replaceAll(/\s+/g, ' ')) && !isLong.test(text);
  },
  'the subject is one line and not empty': ({ subject }) => /^\S[^\r\n]*$/.test(subject),
};

const emails = LANGUAGES.flatMap((language) =>
  SCHOOLS.flatMap((school) =>
    Object.entries(KINDS).map(([kind, [, of]]): [string, RenderedEmail] => {
      const message = { ...of('Grün & 緑 "x" <y>'), link: LINK, until: UNTIL } as EmailMessage;
      const rendered = renderEmail(message, language, school, OPTIONAL.has(kind) ? UNSUBSCRIBE : undefined);
      return [`${language} ${kind}${school === undefined ? '' : ' of a school'}`, rendered];
    }),
  ),
);

for (const [rule, holds] of Object.entries(RULES)) {
  t.test(`${rule} (${emails.length} e-mails)`, (t) => {
    t.strictSame(
      emails.filter(([, email]) => !holds(email)).map(([title]) => title),
      [],
    );
    t.end();
  });
}

/** What the servers of Gmail, Yahoo and Outlook demand, and RFC 5322, 3834, 2047 and 8058. */
const DEMANDS: Readonly<Record<string, (email: ReturnType<typeof readEmail>, kind: string) => boolean>> = {
  'RFC 5322 §2.1.1: no line is longer than 998 octets': ({ raw }) =>
    raw.split('\r\n').every((line) => Buffer.byteLength(line, 'latin1') <= 998),
  'RFC 5322 §2.2: headers are ASCII': ({ raw }) => /^[\x20-\x7e\r\n\t]*$/.test(raw.slice(0, raw.indexOf('\r\n\r\n'))),
  'the body is 7-bit, whatever the server offers': ({ raw }) => /^[\x20-\x7e\r\n\t]*$/.test(raw),
  'a Message-ID of our own domain': ({ headers }) =>
    /^<out_[\w-]+@riverside\.example>$/.test(headers.get('message-id') ?? ''),
  'a Date': ({ headers }) => Number.isFinite(Date.parse(headers.get('date') ?? '')),
  'MIME with both parts, the plain one first': ({ headers, raw }) =>
    headers.get('mime-version') === '1.0' &&
    raw.indexOf('text/plain; charset=utf-8') < raw.indexOf('text/html; charset=utf-8'),
  'one From, which is MAIL_FROM': ({ raw }) => raw.match(/^From: .*$/gim)?.join() === `From: Riverside <${FROM}>`,
  'RFC 3834: no program answers it': ({ headers }) =>
    headers.get('auto-submitted') === 'auto-generated' && headers.get('x-auto-response-suppress') === 'All',
  'RFC 8058: courses are turned off with one click, and nothing else is': ({ headers }, kind) =>
    OPTIONAL.has(kind)
      ? headers.get('list-unsubscribe') === `<${UNSUBSCRIBE}>` &&
        headers.get('list-unsubscribe-post') === 'List-Unsubscribe=One-Click'
      : !headers.has('list-unsubscribe') && !headers.has('list-unsubscribe-post'),
};

async function sender(t: Test, extensions: readonly string[] = []) {
  const server = await smtpServer(t, [], 0, undefined, 0, extensions);
  const env = { SMTP_URL: server.url, MAIL_FROM: `Riverside <${FROM}>`, LOG_LEVEL: 'info' };
  return { server, ...(await testApp(t, { env, housekeeping: false, seed: false })) };
}

t.test('every e-mail is sent as the large servers demand', async (t) => {
  const { app, server } = await sender(t);
  const transport = mailTransport(Object.assign(Object.create(app), { addHook: () => app }));
  if (transport === undefined) return t.fail('the mail server is set');
  const found: Record<string, string[]> = Object.fromEntries(Object.keys(DEMANDS).map((one) => [one, []]));
  for (const language of LANGUAGES) {
    for (const [kind, [, of]] of Object.entries(KINDS)) {
      const message = { ...of('Grün 緑'), link: LINK, until: UNTIL } as EmailMessage;
      const unsubscribe = OPTIONAL.has(kind) ? UNSUBSCRIBE : undefined;
      const written = renderEmail(message, language, SCHOOLS[1], unsubscribe);
      await transport.send(
        { id: `out_${kind}_${language}`, to: 'ana@riverside.example', ...written, unsubscribe },
        new AbortController(),
      );
      const email = readEmail(server.messages.at(-1) ?? '');
      t.equal(email.subject, written.subject, `${language} ${kind}`);
      for (const [demand, holds] of Object.entries(DEMANDS))
        if (!holds(email, kind)) found[demand]?.push(`${language} ${kind}`);
    }
  }
  for (const [demand, broken] of Object.entries(found)) t.strictSame(broken, [], demand);
  t.strictSame(
    [...new Set(server.senders)].map((one) => one.split(' ')[0]),
    [`<${FROM}>`],
    'the envelope is of the same domain',
  );
});

const ADDRESSES: readonly [address: string, offered: boolean, taken: boolean, envelope: string][] = [
  ['jörg@riverside.example', true, true, 'SMTPUTF8'],
  ['緑@riverside.example', true, true, 'SMTPUTF8'],
  ['jörg@riverside.example', false, false, ''],
  ['緑@riverside.example', false, false, ''],
  ['ana@xn--grn-hoa.example', false, true, ''],
  ['ana@riverside.example', false, true, ''],
];

for (const [address, offered, taken, envelope] of ADDRESSES) {
  t.test(
    `${address} is ${taken ? 'sent' : 'refused for good'} with${offered ? '' : 'out'} SMTPUTF8 [RFC 6531 §3.2]`,
    async (t) => {
      const { app, server, logs } = await sender(t, offered ? ['SMTPUTF8', '8BITMIME'] : ['8BITMIME']);
      const message: EmailMessage = { kind: 'email_taken', link: LINK };
      await app.people.mailer.post({ order: 'letter', to: address, locale: 'en', message });
      await until(async () => {
        await app.outbox.sendDue();
        return server.messages.length > 0 || (await app.outboxStore.counts()).failed > 0;
      });
      t.equal(server.messages.length, taken ? 1 : 0);
      t.equal(
        server.senders.some((one) => one.includes('SMTPUTF8')),
        envelope !== '',
      );
      if (taken) return t.strictSame(await app.outboxStore.list(9), []);
      t.strictSame(server.recipients, [], 'it does not get to the recipient');
      t.match(
        await app.outboxStore.failed(9),
        [{ attempts: 1, failure: 'EENVELOPE SMTPUTF8 553' }],
        'at once, instead of for two days',
      );
      t.match(logs.join(''), /"failure":"EENVELOPE SMTPUTF8 553","msg":"an e-mail could not be delivered"/);
    },
  );
}

t.test('every kind of e-mail is in these tables', (t) => {
  const kinds: readonly Kind[] = Object.values(KINDS).map(([, of]) => of('x').kind);
  const words = Object.keys(textFor('en').mail).filter(
    (key) => !['greeting', 'greetingTo', 'signature', 'open', 'once', 'unsubscribe'].includes(key),
  );
  t.strictSame(kinds.toSorted(), words.toSorted());
  t.end();
});
