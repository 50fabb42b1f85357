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

/** Nothing that is written: invisible characters, the Arabic stroke that lengthens a word, modifiers such as the ʻokina. */
const UNWRITTEN = /[\p{Default_Ignorable_Code_Point}\u0640\u02B9-\u02DF]/gu;

/** The scripts of India, from Devanagari to Malayalam, have each letter and sign at the same place of their blocks. */
const INDIC = /[\u0900-\u0D7F]+/g;
const BLOCK = 0x80;
/** A letter without its vowel. */
const BARE = /(.)[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D]/g;
const [NASAL, ...OTHER_NASALS] = [0x19, 0x1e, 0x23, 0x28, 0x2e] as const;
const NASALS: ReadonlySet<number> = new Set([NASAL, ...OTHER_NASALS]);
const GURMUKHI_NASAL_SIGN = 0xa70;
const [FIRST_VOWEL_SIGN, LAST_VOWEL_SIGN] = [0x3e, 0x4c];
/** The signs of vowels come so long after the letters of the same vowels. */
const FROM_LETTER_TO_SIGN = 0x38;

/** The place of a letter in its block. */
const placeOf = (letter: string): number => letter.charCodeAt(0) % BLOCK;
/** A nasal without a vowel is also written as a dot above the letter before, as in हिन्दी and हिंदी. */
const nasalOf = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) - placeOf(letter) + NASAL);

/** Signs become letters, because both engines take signs for the ends of words. */
function asLetter(sign: string): string {
  const place = placeOf(sign);
  if (place === 1 || place === 2 || sign.charCodeAt(0) === GURMUKHI_NASAL_SIGN) return nasalOf(sign);
  const isVowel = place >= FIRST_VOWEL_SIGN && place <= LAST_VOWEL_SIGN;
  return isVowel ? String.fromCharCode(sign.charCodeAt(0) - FROM_LETTER_TO_SIGN) : sign;
}

const asLetters = (text: string): string =>
  text
    .replace(BARE, (_all, letter: string) => (NASALS.has(placeOf(letter)) ? nasalOf(letter) : letter))
    .replace(/./g, asLetter);

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
    .replace(/\P{ASCII}/gu, (letter) => PLAIN_OF.get(letter) ?? letter);
