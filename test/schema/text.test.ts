// sqlite
import t from 'tap';
import { passwordForms } from '../../schema/people/password-forms.ts';
import { searchWordsOf, wordsOf } from '../../schema/school/search-words.ts';
import { emailKey, isEmail, keptEmail } from '../../schema/text/email.ts';
import { folded } from '../../schema/text/folding.ts';
import { beginningOf, readableLine, readableText, shortened, shownLine } from '../../schema/text/readable.ts';
import { ADDRESSES, FINDABLE, LINES, NO_ADDRESSES } from '../support/typed-texts.ts';

t.test('texts that mean the same to a person fold to the same, and folding twice changes nothing', async (t) => {
  for (const [stored, ...searches] of FINDABLE) {
    t.equal(folded(folded(stored)), folded(stored), stored);
    for (const search of searches) {
      const words = wordsOf(stored);
      const isFound = searchWordsOf(search).every((part) => words.some((word) => word.includes(part)));
      t.ok(isFound, `${search} finds ${stored}: ${searchWordsOf(search)} in ${words}`);
    }
  }
});

t.test('other words stay other words', async (t) => {
  for (const [one, other] of [
    ['राम', 'रम'],
    ['कमल', 'कमला'],
    ['हिंदी', 'हद'],
    ['Weiß', 'Weis'],
    ['김', '길'],
    ['соль', 'соло'],
    ['ৰ', 'ঙ'],
  ] as const)
    t.not(folded(one), folded(other), `${one} and ${other}`);
});

t.test('a line of text is what its readers see, or is refused with the character that they do not see', async (t) => {
  const line = readableLine(100, 1);
  for (const [text, problem] of LINES) {
    const { data, error } = line.safeParse(text);
    if (problem === undefined) t.equal(data, text.trim().normalize('NFC'), escape(text));
    else t.match(error?.issues[0]?.message ?? 'accepted', problem, escape(text));
    const shown = line.safeParse(shownLine(text)).error?.issues[0]?.message ?? '';
    t.notMatch(shown, /cannot be displayed|marks/, 'and is shown without it');
  }
});

t.test('a text of several lines loses what turns it around, and has no half of a character', async (t) => {
  const text = readableText(100);
  t.equal(text.parse('a\u202eb\r\n\tc\u2066d'), 'ab\r\n\tcd');
  t.equal(text.parse('\u0645\u06cc\u200c\u062e \u200f!'), '\u0645\u06cc\u200c\u062e \u200f!', 'marks stay');
  for (const bad of ['a\0b', 'a\ud800', '\udc00b', 'a\u001b[31m', 'a\ufffe'])
    t.match(text.safeParse(bad).error?.issues[0]?.message, /cannot be displayed \(U\+/, escape(bad));
});

t.test('a text is shortened between characters as people count them', async (t) => {
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';
  for (const [text, max, shown] of [
    [family.repeat(2), 12, `${family}…`],
    [`a${family}`, 5, 'a…'],
    ['e\u0301e\u0301', 3, 'e\u0301…'],
    ['\u{1f600}\u{1f600}', 3, '\u{1f600}…'],
    ['\u{1f1ef}\u{1f1f5}\u{1f1e9}\u{1f1ea}', 6, '\u{1f1ef}\u{1f1f5}…'],
    ['नमस्ते', 4, 'नम…'],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc…'],
  ] as const)
    t.equal(shortened(text, max), shown);
  const pile = `a${'\u0301'.repeat(500)}`;
  t.equal(beginningOf(pile, 50), pile.slice(0, 50), 'a pile of marks takes no more space than it may');
  t.equal(shownLine(`x${pile}`).length, 10);
  t.equal(shownLine('Donau\u00addampf\u200bschiff\u202e '), 'Donaudampf schiff');
  t.equal(beginningOf(`a${'\u{1f600}'.repeat(9)}`, 0), '');
});

t.test('an address has one key and one stored form in every spelling, and one rule says what is one', async (t) => {
  for (const [kept, ...spellings] of ADDRESSES) {
    t.ok(isEmail(emailKey(kept)), kept);
    for (const one of [kept, ...spellings]) {
      t.equal(emailKey(one), emailKey(kept), escape(one));
      t.equal(emailKey(emailKey(one)), emailKey(one));
      t.equal(keptEmail(one).toLowerCase(), kept.toLowerCase(), escape(one));
      t.equal(keptEmail(keptEmail(one)), keptEmail(one));
    }
  }
  for (const no of NO_ADDRESSES) t.notOk(isEmail(emailKey(no)), escape(no));
  t.not(emailKey('weiß@a.example'), emailKey('weiss@a.example'), 'these are two mailboxes');
  t.not(emailKey('a@straße.example'), emailKey('a@strasse.example'), 'and these two domains');
});

t.test('a password is prepared, and only another text is another form of it [RFC 8265 §4.2.2]', async (t) => {
  const [composed, decomposed] = ['caf\u00e9 bleu', 'cafe\u0301 bleu'];
  t.strictSame(passwordForms('seven quiet rivers'), ['seven quiet rivers']);
  t.strictSame(passwordForms(composed), [composed, decomposed]);
  t.strictSame(passwordForms(decomposed), [composed, decomposed]);
  t.strictSame(passwordForms('caf\u00e9\u00a0bleu'), [composed, 'caf\u00e9\u00a0bleu', decomposed]);
  t.strictSame(passwordForms('a\u3000b\u2003c'), ['a b c', 'a\u3000b\u2003c']);
  t.strictSame(passwordForms('ＡｂＣ ﬁ'), ['ＡｂＣ ﬁ'], 'neither width nor compatibility is mapped');
});
