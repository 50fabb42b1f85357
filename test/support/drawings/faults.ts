/** Which promises were checked under which kinds of faults, and how many checks held. */
import { isMeasured, type Kept } from '../../faults/kept.ts';
import { drawing, LINE, MARGIN, text, texts, tile, WIDTH, wrapped } from './svg.ts';

/** The promises of the page. A check belongs to the first of them that its words fit, and some belong to none. */
const PROMISES = [
  {
    name: 'kept',
    meaning: 'what was acknowledged stays so',
    words:
      /lost|integrity_check|(?:tokens|codes|e-mails) without|missing|something broken|wrong number|latest position|nothing came|histories|audit log|whole|cannot be renewed|dead access|lives on|encrypt|of the old file|verified|acknowledged$|before (?:the|an)|replaced refresh|code has|code that|family is/,
  },
  {
    name: 'once',
    meaning: 'nothing works twice',
    words:
      /(?:tokens|codes|s|the) accepted|twice|than once|more than one|families alive|older generation|two |each once|redeemed code$|id of another/,
  },
  {
    name: 'soon',
    meaning: 'no one waits without end',
    words:
      /answered|(?<!than )answers?$|answers |(?<!again )in time|stopped within|waits|errors|outage|fail|refus|connections broken|on accepted requests|responses|p99|late$|while no|reads|a read$|metadata|alive|goes on|told to wait/,
  },
  {
    name: 'back',
    meaning: 'everything works again by itself',
    words: /recovered|ready |again|afterwards|after a restart|a write$|new (?:refresh )?tokens?/,
  },
] as const;

const KINDS: readonly (readonly [name: string, words: RegExp])[] = [
  ['Many requests at once', /parallel/],
  ['Processes killed or stopped', /during load|of a node|ready after|while sending|^F24|^F25|^F52/],
  ['Disk and database file', /^F05|^F06|^F07|^F28|^F5[1456]|^F60/],
  ['PostgreSQL', /^F42|^F43/],
  ['Clock, memory, slow clients, mail', /^F08|^F09|^F57|^F58/],
  ['Keys and backups', /key|backup/],
  ['Floods of sign-ins', /^F15|^F16|^F31|^class/],
  ['Load for a long time', /^F23|^F32/],
];
const CELL = 44;
const LEFT = WIDTH - MARGIN - PROMISES.length * CELL;

/** Numbers of checks by promise. A check ends with what it found, and may begin with a part of the trial. */
const countsOf = (checks: readonly string[]): number[] => {
  const promises = checks.map((check) => {
    const question = check.split(': ').at(-2) ?? check;
    return PROMISES.find(({ words }) => words.test(question));
  });
  return PROMISES.map((promise) => promises.filter((one) => one === promise).length);
};

/** @throws {Error} if a trial has not one kind */
function kindsOf(kept: Readonly<Record<string, Kept>>) {
  const trials = Object.entries(kept).flatMap(([name, found]) => (isMeasured(found) ? [{ name, ...found }] : []));
  const other = trials.find(({ name }) => KINDS.filter(([, words]) => words.test(name)).length !== 1);
  if (other !== undefined) throw new Error(`test/support/drawings/faults.ts: of which kind is ${other.name}?`);
  return KINDS.map(([kind, words]) => {
    const own = trials.filter(({ name }) => words.test(name));
    const codes = own.map(({ name }) => /^F\d\d/.exec(name)?.[0] ?? name.replace(/ (?:of|replaced).*/, ''));
    return {
      title: wrapped(kind, 17),
      codes: wrapped([...new Set(codes)].join(' '), 20),
      held: countsOf(own.flatMap(({ asserted }) => asserted)),
      broken: countsOf(own.flatMap(({ broken }) => broken)),
    };
  });
}

export function faults(kept: Readonly<Record<string, Kept>>): string {
  const kinds = kindsOf(kept);
  const parts = PROMISES.map(({ name }, column) =>
    text(LEFT + column * CELL + CELL / 2, 28, name, { anchor: 'middle', bold: true }),
  );
  let y = 40;
  for (const { title, codes, held, broken } of kinds) {
    const height = (title.length + codes.length) * LINE + 10;
    parts.push(
      ...texts(MARGIN, y + 18, title, { bold: true }),
      ...texts(MARGIN, y + 18 + title.length * LINE, codes, { colour: 'muted' }),
      ...PROMISES.map((_, column) => {
        const place = [LEFT + column * CELL + 2, y, CELL - 4, height] as const;
        const failed = broken[column] ?? 0;
        if (failed > 0) return tile(place, `−${failed}`, 'bad');
        return held[column] ? tile(place, `${held[column]}`, 'soft') : tile(place, '–', 'none');
      }),
    );
    y += height + 4;
  }
  const failed = kinds.flatMap(({ broken }) => broken).reduce((sum, count) => sum + count, 0);
  const meanings = [
    `Numbers of checks; ${failed === 0 ? 'all of them held' : `${failed} did not hold`}.`,
    ...PROMISES.map(({ name, meaning }) => `${name}: ${meaning}`),
  ];
  parts.push(...texts(MARGIN, y + 22, meanings, { colour: 'muted' }));
  const told = kinds.map(({ title, held }) => `${title.join(' ')}: ${held.join(', ')}`);
  const description = `${meanings.join('; ')}. ${told.join('; ')}.`;
  return drawing('Faults, and what was kept', description, y + 16 + meanings.length * LINE, parts);
}
