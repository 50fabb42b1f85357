/** What strangers can have written to an address in the name of the service: nothing of their own. */
import t from 'tap';
import { renderEmail } from '../../routes/emails/emails.ts';
import { textFor } from '../../routes/words/index.ts';
import type { EmailMessage, EmailSender } from '../../schema/emails/email-message.ts';
import { legalDocuments } from '../../schema/school/legal-links.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { KINDS } from '../support/every-email.ts';

const LINK = 'https://id.example/page?token=t';
const HOSTILE = [
  'You won 500 EUR, see www.evil.example/prize',
  'evil.example',
  'Prize at evil.co',
  'ｗｗｗ．ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'support@evil.example',
  'https://evil.example',
  'evil。example',
  'Call +1 (900) 555-0199',
  '+49 (0)171-2345 678',
  'Call 0171/23 45 67',
  'Call 0171 – 23 – 45 – 67',
  'Call 0 1 7 1 · 2 3 4 5',
  'Call ٠١٧١/٢٣/٤٥',
  'Call 0171 :::: 23 :::: 45',
  'Call 2024-2025 30 40 50 6',
  'Call +49 30 2024 1925',
  'call 1950 2024 19 20 77',
  'Gift 1999-2031.xyz/pay',
  'evil.1999-2031.com',
  '1999@2031.com',
  '1999.2031.xyz',
  'https:1999//2031.com',
  'Your account is locked! Pay now',
  'Is it you? Then answer',
  'Dear customer you have won a lot of money today',
  `Please ${'pay '.repeat(30)}`,
  '您的帳號已被鎖定，請立即與我們聯絡並支付五百歐元以便解除鎖定狀態謝謝您的合作',
  '賞金！すぐに支払ってください',
  'Evil\r\nBcc: eve@evil.example',
];
const HONEST = [
  'Riverside Academy',
  'St. Mary’s School',
  'A.B.C. Montessori',
  'Fit 4 Life!',
  'Class of 2024-2025',
  'Schule 2024 / 2025',
  '3/4 B',
  'Year 10-11',
  'O’Neill & Søn – Studio 5',
  'Schule für Musik, Tanz und Theater',
  '東京日本語学校',
  'Школа № 57',
  'مدرسة النور',
];

const sender = (name: string): EmailSender => ({
  name,
  colors: undefined,
  logoUrl: 'https://id.example/logo-of-evil',
  legal: legalDocuments(
    { terms: 'https://evil.example/terms', privacy: 'https://evil.example/privacy' },
    'https://id.example',
  ),
});

t.test('a letter to an address that has not agreed contains nothing that its sender wrote', async (t) => {
  for (const language of LANGUAGES) {
    const { mail } = textFor(language);
    t.strictSame(
      Object.keys(KINDS).sort(),
      Object.entries(mail)
        .flatMap(([kind, text]) => (typeof text === 'object' && 'subject' in text ? [kind] : []))
        .sort(),
      'every kind is in the table',
    );
    for (const [kind, [isAgreed, of]] of Object.entries(KINDS)) {
      for (const name of HOSTILE) {
        const sent = renderEmail({ ...of(name), link: LINK } as EmailMessage, language, sender(name));
        const { subject, text, html } = sent;
        t.notMatch(subject, /[\r\n]/, kind);
        if (isAgreed) continue;
        const all = `${subject}\n${text}\n${html}`.normalize('NFKC').replaceAll(LINK, '');
        const written = name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
        t.notOk(all.includes(written) || /evil|logo-of/i.test(all), `${kind} ${language}: ${name}`);
        t.strictSame([...all.matchAll(/https?:\S+/g)], [], `${kind} ${language}: no other link`);
        t.notMatch(text, /undefined|\[object/);
      }
    }
  }
});

t.test('an invitation says which school invites, if that is plainly a name', async (t) => {
  for (const language of LANGUAGES)
    for (const school of HONEST) {
      const [, of] = KINDS.invitation;
      const { subject, text, html } = renderEmail(
        { ...of(school), link: LINK } as EmailMessage,
        language,
        sender(school),
      );
      for (const part of [subject, text, html.replaceAll('&amp;', '&')])
        t.match(part, school, `${language}: ${school}`);
    }
});
