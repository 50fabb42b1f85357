/** Names in e-mails to addresses that have not agreed to any: no stranger's message may be sent in the name of the service. */
import { displayText } from '../pages/kit/display-text.ts';

const MAX_LENGTH = 60;
const MAX_WORDS = 8;
/** Each of these characters says as much as some letters. */
const MAX_WITHOUT_SPACES = 30;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu;

/** Text that mail programs turn into links: addresses, also of people, */
const ADDRESS = /@|\/\/|\bwww\b|[\p{L}\p{N}_-][.。][\p{L}\p{N}-]{2}/iu;
/** and telephone numbers, whatever stands between the digits. */
const TELEPHONE = /(?:\p{Nd}[^\p{L}\p{N}]*){7}/u;
/** As in "Class of 2024-2025", which count as one year of a number. */
const YEARS = /(?<!\p{Nd})(?:19|20)\d\d[^\p{L}\p{N}]{1,3}(?:19|20)\d\d(?!\p{Nd})/u;
/** Something is said, and then something else. */
const SENTENCES = /[!?;…。！？؟][^\p{L}\p{N}!?;…。！？؟]*[\p{L}\p{N}]/u;

/** Returns a name on one line, or nothing if it could be read as an address or a message. */
export function plainName(name: string): string | undefined {
  const plain = displayText(name);
  const read = plain.normalize('NFKC');
  const isShort =
    read.length <= MAX_LENGTH &&
    read.split(' ').length <= MAX_WORDS &&
    (read.match(UNSPACED)?.length ?? 0) <= MAX_WITHOUT_SPACES;
  const isAddress = ADDRESS.test(read) || TELEPHONE.test(read.replace(YEARS, '2000'));
  return isShort && !isAddress && !SENTENCES.test(read) ? plain : undefined;
}
