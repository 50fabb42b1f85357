/** Words that the descriptions for integrators and models do not use, each with the word of the field to use instead. */

export interface BannedWord {
  /** What is looked for, in any case. */
  readonly found: RegExp;
  readonly instead: string;
}

const word = (words: string, instead: string): BannedWord => ({
  found: new RegExp(`\\b(?:${words})\\b`, 'i'),
  instead,
});

export const WORD_LIST: readonly BannedWord[] = [
  word('nobody|anybody|everybody|somebody', 'no one, anyone, everyone, someone, or the role that is meant'),
  word('whoever|whomever|whatever', 'a person, a client, or the noun that is meant'),
  word('one can|one gets|one sees|one types', 'members can, or the imperative'),
  word('for ever', 'lifetime, unlimited or without end'),
  word('for good', 'permanently'),
  word('anew', 'again'),
  word('in force', 'valid or current'),
  word('dead|alive', 'expired, revoked or valid'),
  word('letters?(?! and digits|s?, digits)', 'e-mail'),
  word('figures', 'metrics'),
  word('meanwhile', 'since'),
  word('from then on|from now on', 'a start time, or nothing'),
  word('when left out|unless said|unless it says otherwise', 'default: …, or … by default'),
  word('left out', 'omitted'),
  word('short name|(?:in|of) addresses', 'slug, or URL'),
  word('loopback address(?:es)?|redirect address(?:es)?', 'loopback URI, redirect URI'),
  word('gives? up|gave up|given up', 'cancels'),
  word('(?:a|has|have|had|the|free) places?|places? (?:at|in|on|for)', 'seat, registration, membership or position'),
  word('behind (?:all|its|the) (?:others?|siblings)', 'last'),
  word('from 0 on', 'zero-based'),
  word('looks? like|what .{1,20} looks?', 'branding'),
  word('come to life|comes to life', 'is revived'),
  word('(?:given|paid|gave|give) back', 'refunded, or revoked'),
  word('take it back|taken back|takes? .{1,20} back', 'undone'),
  word('put off', 'extended'),
  word('is said|was said|say either|says? so', 'is given, is set'),
  word('told', 'shown or notified'),
  word('had been there|was there|what there (?:is|was)', 'attended, or the noun that is meant'),
  word('there is no such', '… not found'),
  word('is none|are none', 'no …'),
  word('what (?:it|they|this) belongs? to', 'category, or of'),
  word('as unknown as', 'is reported as not found'),
  word('in order wanted|order wanted', 'in the desired order'),
  word('the latest first', 'newest first'),
  word('goes? on', 'continues or resumes'),
  word('called off|calls? .{1,30} off', 'cancelled'),
  word('this far', 'allow this'),
  word('thing', 'resource, item, or the noun that is meant'),
  word('audit trail|the trail', 'audit log'),
  word('(?:handed|given|gave|gives?) out', 'issued, returned'),
  word('(?:is|are) good for', 'valid for'),
  word('by way of', 'through'),
  word('not any ?more', 'no longer'),
  word('our side', 'an internal error'),
];
