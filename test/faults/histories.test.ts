// slow
/** The checker of histories accepts what can have happened, and finds what cannot. */
import t from 'tap';
import { randomFrom, seedOf } from '../support/seed.ts';
import {
  ACTIVE,
  codeRegister,
  INACTIVE,
  isLinearizable,
  type Operation,
  REFUSED,
  type Register,
  tokenRegister,
  WON,
} from './histories.ts';

type Written = readonly [action: Operation['action'], said: string | undefined, from: number, to: number];

const historyOf = (...written: Written[]): Operation[] =>
  written.map(([action, said, from, to]) => ({ action, said, from, to }));

const HISTORIES: readonly (readonly [what: string, legal: boolean, register: Register, history: Operation[]])[] = [
  ['nothing happened', true, codeRegister, []],
  ['a code is redeemed', true, codeRegister, historyOf(['present', WON, 0, 1])],
  [
    'the later request wins while the earlier is under way',
    true,
    codeRegister,
    historyOf(['present', REFUSED, 0, 9], ['present', WON, 1, 8]),
  ],
  ['two win', false, codeRegister, historyOf(['present', WON, 0, 9], ['present', WON, 1, 8])],
  ['a new code is refused', false, codeRegister, historyOf(['present', REFUSED, 0, 1], ['present', WON, 2, 3])],
  [
    'a code is refused because an unanswered request has redeemed it',
    true,
    codeRegister,
    historyOf(['present', undefined, 0, 1], ['present', REFUSED, 2, 3]),
  ],
  [
    'an unanswered request has not redeemed it',
    true,
    codeRegister,
    historyOf(['present', undefined, 0, 1], ['present', WON, 2, 3], ['present', REFUSED, 4, 5]),
  ],
  [
    'a request that was sent later cannot have redeemed it',
    false,
    codeRegister,
    historyOf(['present', REFUSED, 0, 1], ['present', undefined, 2, 3]),
  ],
  [
    'two win beside an unanswered request',
    false,
    codeRegister,
    historyOf(['present', undefined, 0, 1], ['present', WON, 2, 3], ['present', WON, 4, 5]),
  ],
  [
    'a token is replaced, and all get the same successor',
    true,
    tokenRegister,
    historyOf(['read', ACTIVE, 0, 1], ['present', 'a', 2, 5], ['present', 'a', 3, 4], ['read', INACTIVE, 6, 7]),
  ],
  ['a token forks', false, tokenRegister, historyOf(['present', 'a', 0, 9], ['present', 'b', 1, 8])],
  ['a replaced token is active', false, tokenRegister, historyOf(['present', 'a', 0, 1], ['read', ACTIVE, 2, 3])],
  [
    'a token is read while it is replaced',
    true,
    tokenRegister,
    historyOf(['present', 'a', 0, 9], ['read', ACTIVE, 1, 2], ['read', INACTIVE, 3, 4]),
  ],
  [
    'a token is active again',
    false,
    tokenRegister,
    historyOf(['present', 'a', 0, 9], ['read', INACTIVE, 1, 2], ['read', ACTIVE, 3, 4]),
  ],
  ['a token is lost', false, tokenRegister, historyOf(['read', ACTIVE, 0, 1], ['read', INACTIVE, 2, 3])],
  [
    'an unanswered replacement is repeated',
    true,
    tokenRegister,
    historyOf(['present', undefined, 0, 1], ['present', 'a', 2, 3], ['present', 'a', 4, 5]),
  ],
  [
    'an unanswered replacement ends the grant when it is repeated',
    false,
    tokenRegister,
    historyOf(['present', undefined, 0, 1], ['present', REFUSED, 2, 3]),
  ],
  [
    'an unanswered replacement forks when it is repeated',
    false,
    tokenRegister,
    historyOf(['present', undefined, 0, 1], ['present', 'a', 2, 3], ['present', 'b', 4, 5]),
  ],
  ['a revoked token is dead', true, tokenRegister, historyOf(['end', 'ended', 0, 1], ['read', INACTIVE, 2, 3])],
  ['a revoked token lives', false, tokenRegister, historyOf(['end', 'ended', 0, 1], ['read', ACTIVE, 2, 3])],
  ['a revoked token is renewed', false, tokenRegister, historyOf(['end', 'ended', 0, 1], ['present', 'a', 2, 3])],
  [
    'an unanswered revocation may have happened',
    true,
    tokenRegister,
    historyOf(['end', undefined, 0, 1], ['read', ACTIVE, 2, 3], ['read', INACTIVE, 4, 5]),
  ],
];

t.test('histories that can and cannot have happened are told apart', async (t) => {
  for (const [what, legal, register, history] of HISTORIES) t.equal(isLinearizable(register, history), legal, what);
});

const ROUNDS = 300;
const OPERATIONS = 12;

/** What many clients see of a register that does one thing after the other, with some answers lost. */
function played(random: () => number): Operation[] {
  let state = 'new';
  let now = 0;
  return Array.from({ length: OPERATIONS }, () => {
    const kind = random();
    const action = kind < 0.4 ? 'present' : kind < 0.93 ? 'read' : 'end';
    // It happens at `now`, somewhere between the request and the answer.
    now += 1;
    const [from, to] = [now - random() * 4, now + random() * 4];
    const wasNew = state === 'new';
    const isLost = random() < 0.2;
    if (action === 'end') state = 'ended';
    // A lost request may also not have happened.
    if (action === 'present' && wasNew && !(isLost && random() < 0.5)) state = 'a';
    const outcome = action === 'read' ? (wasNew ? ACTIVE : INACTIVE) : action === 'end' ? state : presented(state);
    return { action, said: isLost ? undefined : outcome, from, to };
  });
}

const presented = (state: string): string => (state === 'ended' ? REFUSED : state);

/** What leaves a token other than new for ever, and was answered. */
const isEnd = ({ action, said }: Operation): boolean => said !== undefined && action !== 'read';

/** A server that made this mistake once would answer like this. Each says whether it has made a difference. */
const MISTAKES: Readonly<Record<string, (history: Operation[]) => boolean>> = {
  'another successor': (history) => {
    const [first, second] = [...history.entries()].filter(([, one]) => one.action === 'present' && one.said === 'a');
    if (first === undefined || second === undefined) return false;
    history[second[0]] = { ...second[1], said: 'b' };
    return true;
  },
  'active after everything': (history) => {
    history.push({ action: 'read', said: ACTIVE, from: 90, to: 91 });
    return history.some(isEnd);
  },
  'renewed after everything': (history) => {
    history.push({ action: 'present', said: 'b', from: 90, to: 91 });
    return history.slice(0, -1).some(isEnd);
  },
};

t.test('random legal histories are accepted, and planted mistakes in them are found', async (t) => {
  const random = randomFrom(seedOf(t));
  const planted = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const history = played(random);
    if (!isLinearizable(tokenRegister, history)) t.fail(`a legal history is refused: ${JSON.stringify(history)}`);
    for (const [name, plant] of Object.entries(MISTAKES)) {
      const wrong = [...history];
      if (!plant(wrong)) continue;
      planted.set(name, (planted.get(name) ?? 0) + 1);
      if (isLinearizable(tokenRegister, wrong)) t.fail(`${name} is accepted: ${JSON.stringify(wrong)}`);
    }
  }
  for (const name of Object.keys(MISTAKES))
    t.ok((planted.get(name) ?? 0) > ROUNDS / 10, `${name}: ${planted.get(name)}`);
});
