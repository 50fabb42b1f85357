/**
 * Text as searches and comparisons read it: without case and diacritics, in whichever of several spellings that mean the
 * same it was typed. Folding a folded text changes nothing.
 */

/** Letters that Unicode does not decompose, by what people type who do not have them on their keyboard. */
// biome-ignore format: a table
const PLAIN: Readonly<Record<string, string>> = {
  a: 'ɐɑⱥ', ae: 'æ', b: 'ƀɓƃ', c: 'ȼƈɕ', d: 'đðɖɗƌȡ', e: 'əǝɛɇ', f: 'ƒ', g: 'ǥɠɡɣ', h: 'ħɦⱨ', hv: 'ƕ', i: 'ıɨɩᵻ', j: 'ɉȷʝ', k: 'ƙⱪ',
  l: 'łƚɫɬɭȴⱡ', m: 'ɱ', n: 'ŋɲƞɳȵ', o: 'øɵɔ', oe: 'œ', ou: 'ȣ', p: 'ƥᵽ', q: 'ĸɋ', r: 'ɍɼɽɾ', s: 'ʂȿ', t: 'ŧƭʈțȶⱦ', th: 'þ',
  u: 'ʉʊ', v: 'ʋⱱ', w: 'ⱳ', y: 'ƴɏ', z: 'ƶȥʐʑⱬɀʒ', ss: 'ß',
  σ: 'ς',
  а: 'ӕ', г: 'ґғҕӷ', ж: 'җ', з: 'ҙ', к: 'қҝҟҡӄ', л: 'ӆ', н: 'ңҥӈӊ', о: 'ө', п: 'ҧ', р: 'ҏ', с: 'ҫ', т: 'ҭ', у: 'үұ', х: 'ҳӽӿ', ч: 'ҷҹ',
  ا: 'ٱ', ه: 'ةھہەۀۂۃ', ي: 'ىیېے', ك: 'کڪ',
  ত: 'ৎ', ങ: 'ൺൻ', ര: 'ർ', ല: 'ൽ', ള: 'ൾ', ക: 'ൿ',
  0: '٠۰०০੦૦୦௦౦೦൦๐໐', 1: '١۱१১੧૧୧௧౧೧൧๑໑', 2: '٢۲२২੨૨୨௨౨೨൨๒໒', 3: '٣۳३৩੩૩୩௩౩೩൩๓໓', 4: '٤۴४৪੪૪୪௪౪೪൪๔໔',
  5: '٥۵५৫੫૫୫௫౫೫൫๕໕', 6: '٦۶६৬੬૬୬௬౬೬൬๖໖', 7: '٧۷७৭੭૭୭௭౭೭൭๗໗', 8: '٨۸८৮੮૮୮௮౮೮൮๘໘', 9: '٩۹९৯੯૯୯௯౯೯൯๙໙',
};
const PLAIN_OF = new Map(Object.entries(PLAIN).flatMap(([plain, letters]) => [...letters].map((one) => [one, plain])));
const NOT_PLAIN = new RegExp(`[${[...PLAIN_OF.keys()].join('')}]`, 'gu');

/** Nothing that is written: invisible characters, the Arabic stroke that lengthens a word, modifiers such as the ʻokina. */
const UNWRITTEN = /[\p{Default_Ignorable_Code_Point}\u0640\u02B9-\u02DF]/gu;

/** The scripts of India, from Devanagari to Malayalam, have each letter and sign at the same place of their blocks. */
const INDIC_BLOCKS = [0x900, 0x980, 0xa00, 0xa80, 0xb00, 0xb80, 0xc00, 0xc80, 0xd00];
const BLOCK = 0x80;
const VIRAMA = 0x4d;
const NASALS = [0x19, 0x1e, 0x23, 0x28, 0x2e];
const NASAL_SIGNS = [0x01, 0x02];
const GURMUKHI_NASAL_SIGN = '\u0a70';
/** The signs of vowels come so long after the letters of the same vowels. */
const FROM_LETTER_TO_SIGN = 0x38;
const [FIRST_VOWEL_SIGN, LAST_VOWEL_SIGN] = [0x3e, 0x4c];

const at = (offset: number): string => INDIC_BLOCKS.map((block) => String.fromCodePoint(block + offset)).join('');
const anyAt = (offsets: readonly number[]): string => `[${offsets.map(at).join('')}]`;
/** A nasal without a vowel is also written as a dot above the letter before, as in हिन्दी and हिंदी. */
const NASAL = new RegExp(`${anyAt(NASALS)}[${at(VIRAMA)}]|${anyAt(NASAL_SIGNS)}|${GURMUKHI_NASAL_SIGN}`, 'gu');
const VOWEL_SIGN = new RegExp(
  anyAt(Array.from({ length: LAST_VOWEL_SIGN - FIRST_VOWEL_SIGN + 1 }, (_, index) => FIRST_VOWEL_SIGN + index)),
  'gu',
);
const INDIC = /[\u0900-\u0D7F]+/g;

const codeOf = (letter: string): number => letter.codePointAt(0) ?? 0;

/** Signs become letters, because both engines take signs for the ends of words. */
const asLetters = (text: string): string =>
  text
    .replace(NASAL, (one) => String.fromCodePoint(codeOf(one) - (codeOf(one) % BLOCK) + (NASALS[0] ?? 0)))
    .replace(VOWEL_SIGN, (one) => String.fromCodePoint(codeOf(one) - FROM_LETTER_TO_SIGN));

export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(UNWRITTEN, '')
    .replace(INDIC, asLetters)
    .replace(/\p{M}+/gu, '')
    // As full case folding: ẞ has no other upper case, ß and ı are there only in lower case.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN_OF.get(letter) ?? letter);
