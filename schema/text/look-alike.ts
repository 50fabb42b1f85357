/** Names that look alike (UTS 39), as far as people could take one for the other. */

/** Letters of other alphabets, and signs, that look like these of the Latin alphabet, in either case. */
// biome-ignore format: a table
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'АаΑαɑ', b: 'ВЬьΒ', c: 'СсϹϲ', d: 'ԁ', e: 'ЕеΕ', f: 'Ϝ', g: 'Ԍɡ', h: 'НһΗ', i: 'ІіΙιıӀӏ', j: 'ЈјͿϳ', k: 'КкΚκ',
  l: 'I1|ǀ', m: 'МмΜ', n: 'Νпոռ', o: 'ОоΟοσօ0', p: 'РрΡρ', q: 'ԛ', r: 'г', s: 'Ѕѕ', t: 'ТтΤτ', u: 'υսᴜ', v: 'Ѵѵν', w: 'Ԝԝѡա',
  x: 'ХхΧχ', y: 'УуΥγҮү', z: 'Ζᴢ',
};
const LATIN = new Map(Object.entries(LOOK_ALIKES).flatMap(([latin, others]) => [...others].map((one) => [one, latin])));

/** Returns what two names share exactly if they look alike: no case, accents, invisible or double spaces. */
export const skeleton = (name: string): string => {
  const seen = name.normalize('NFKD').replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  const latin = [...seen.replaceAll(/[\s\u2800]+/g, ' ').trim()].map((letter) => LATIN.get(letter) ?? letter);
  return latin.join('').toLowerCase().replaceAll('i', 'l').replaceAll('rn', 'm');
};

export const looksLike = (one: string, other: string): boolean => skeleton(one) === skeleton(other);

/**
 * Returns whether a word consists of Latin letters and others that look like some. Words of two scripts are honest in
 * many languages, such as Japanese and Thai, which put no space between them, and so is a µ in a Latin name.
 */
export const mixesLookAlikes = (name: string): boolean =>
  (name.match(/[\p{L}\p{M}]+/gu) ?? []).some(
    (word) =>
      /\p{sc=Latin}/u.test(word) &&
      [...word].some(
        (letter) =>
          (LATIN.has(letter) || /[\p{sc=Cherokee}\p{sc=Lisu}\p{sc=Coptic}]/u.test(letter)) &&
          !/\p{sc=Latin}/u.test(letter),
      ),
  );
