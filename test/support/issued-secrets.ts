/** The secrets that a flow issued, and the search for them in what a thief could take, however they are spelled there. */

/** A part of this many characters is worth looking for. */
const MIN_PART = 16;

/** The spellings of bytes, and the bytes themselves. */
const spellingsOf = (bytes: Buffer): Buffer[] => {
  const texts = [
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ];
  return [bytes, ...texts.map((text) => Buffer.from(text))];
};

/** A text, the parts that a separator divides it into, and the bytes that each of these encodes. */
function needlesOf(secret: string): Buffer[] {
  const parts = [secret, ...secret.split('.'), ...secret.split(/[._]/)].filter((part) => part.length >= MIN_PART);
  const texts = [secret, ...parts].map((part) => Buffer.from(part));
  const decoded = parts.flatMap((part) => {
    const bytes = /^[A-Za-z0-9_+/-]+=*$/.test(part) ? Buffer.from(part, 'base64') : Buffer.alloc(0);
    return bytes.length >= MIN_PART ? [bytes] : [];
  });
  return [...texts, ...decoded].flatMap(spellingsOf);
}

export class IssuedSecrets {
  readonly #needles = new Map<string, Buffer[]>();

  /** @param kind what it is, for the report; a kind may be issued several times */
  add(kind: string, secret: string | undefined | null): void {
    if (secret == null || secret.length < 8) throw new Error(`no ${kind} was issued`);
    this.#needles.set(`${kind} ${this.#needles.size}`, needlesOf(secret));
  }

  get size(): number {
    return this.#needles.size;
  }

  /** The kinds that stand somewhere in there. */
  foundIn(haystack: Buffer): string[] {
    return [...this.#needles]
      .filter(([, needles]) => needles.some((one) => haystack.includes(one)))
      .map(([kind]) => kind);
  }
}
