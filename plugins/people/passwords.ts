/** Hashes passwords with argon2id and a key that is not in the database. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { boundedMap } from '../../schema/data/bounded-map.ts';
import {
  IMPORTED_PASSWORDS,
  type ImportedPassword,
  isImported,
  plainHashIn,
  readImportedHash,
  sealedHashIn,
  storedHash,
} from '../../schema/people/imported-password.ts';
import { type PasswordForms, passwordForms } from '../../schema/people/password-forms.ts';
import type { RenewedHash } from '../../schema/people/person.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { provide } from '../provide.ts';
import { type Caller, type HashingLoad, hashingQueue, type QueueSize } from './hashing-queue.ts';
import { importedPasswords } from './imported-passwords.ts';

export interface Verification {
  matches: boolean;
  /** A hash of the same password, if the stored one was made with other parameters, another key or of another form. */
  renewedHash?: RenewedHash | undefined;
  /** True if no password can match, because the key of the hash is gone, or its form not known to this version. */
  isUnreadable?: boolean;
}

/** How many stored hashes there are by the master key that they need. Hashes without a key are not counted. */
export interface HashesByKey {
  current: number;
  /** The next sign-in of each person renews the hash. */
  previous: number;
  /** Match nothing, because the key is gone. */
  lost: number;
}

export interface Passwords {
  /**
   * Returns a PHC string.
   * @param personId whose password it is; this person is signed in, or has a link
   * @throws {BusyError} if too many hashes are waiting
   */
  hash(password: string, personId: string): Promise<string>;
  /**
   * Compares a password with a hash, in each form that it may have been hashed in. Takes the same time without a hash.
   * @param name whose password it is said to be
   * @throws as `hash`
   */
  verify(password: string, stored: string | null | undefined, caller: Caller, name: string): Promise<Verification>;
  /** Returns the form in which the hash of another program is stored until the next sign-in of the person. */
  sealImported(hash: string): string;
  countByKey(): Promise<HashesByKey>;
  readonly load: HashingLoad;
}

declare module './stores.ts' {
  interface People {
    readonly passwords: Passwords;
  }
}

/** The parameters of argon2id that decide how long a hash takes. */
export interface PasswordCost {
  memoryKib: number;
  passes: number;
}

/**
 * One more than two processors compute, so that none of them is idle until the event loop, which may be waiting for the
 * disk, begins the next. More would occupy the threads that name resolution and files need too, of which Node has four. A
 * school of 500 people can sign in at the same moment, which takes about 15 seconds on two processors, and fills less
 * than half of the places.
 */
const QUEUE: QueueSize = { atOnce: 3, capacity: 1200 };
/** Several workers have a processor each. */
export const atOncePerProcess = (workers: number): number => (workers > 1 ? 1 : QUEUE.atOnce);
export const COST: PasswordCost = { memoryKib: 19_456, passes: 2 };
/**
 * As long as imported hashes are left, wrong passwords for one name are answered so long after each other, for each form
 * of the password, and the first so long after its turn. An imported hash takes less, so the time does not tell which
 * accounts have one, even if several passwords for one account wait for the thread that verifies them.
 */
const WRONG_TAKES_MS = 1000;
/** The longest that the answer waits, as the longest wait of the queue. */
const MAX_FAILED_CHECK_MS = 30_000;
/** More names than passwords are verified in that time. */
const MAX_NAMES = 5000;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const derive = promisify(argon2);
/** The PHC format of argon2 names the key by `keyid`. Without it, the hash was made without a key. */
const PHC =
  /^\$argon2id\$v=19\$m=([0-9]+),t=([0-9]+),p=([0-9]+)(?:,keyid=([A-Za-z0-9+/]+))?\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
/** How a hash names the version of the master key. */
const keyIdOf = (version: string): string => encode(Buffer.from(version, 'base64url'));

/** The key is the secret input of argon2, so a stolen database alone allows no guessing. */
function argon2id(keyRing: KeyRing, { memoryKib, passes }: PasswordCost) {
  const secretOf = (version: string): Buffer => keyRing.derive('password hashes', version).export();
  const secret = secretOf(keyRing.version);

  /** The key of a stored hash. If the ring no longer has it, the present one takes as long and matches nothing. */
  function secretOfHash(id: string): Buffer {
    const version = Buffer.from(id, 'base64').toString('base64url');
    return version !== keyRing.version && keyRing.versions.includes(version) ? secretOf(version) : secret;
  }

  const prefix = `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES},keyid=${keyIdOf(keyRing.version)}$`;
  const phc = (salt: Buffer, tag: Buffer): string => `${prefix}${encode(salt)}$${encode(tag)}`;

  return {
    // A hash that matches no password, for accounts that do not exist.
    dummy: phc(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES)),

    isOutdated: (stored: string): boolean => !stored.startsWith(prefix),

    /** Returns whether a password can match it: its form is known, and its key is there. */
    isReadable(stored: string): boolean {
      const match = PHC.exec(stored);
      return match !== null && (match[4] === undefined || keyRing.versions.some((one) => keyIdOf(one) === match[4]));
    },

    async hash(password: string): Promise<string> {
      const nonce = randomBytes(SALT_BYTES);
      const cost = { memory: memoryKib, passes, parallelism: LANES, tagLength: TAG_BYTES };
      return phc(nonce, await derive('argon2id', { message: password, nonce, secret, ...cost }));
    },

    async matches(password: string, stored: string): Promise<boolean> {
      const match = PHC.exec(stored);
      if (match === null) return false;
      const [, memory, passes, lanes, keyId, salt = '', tag = ''] = match;
      const expected = Buffer.from(tag, 'base64');
      const computed = await derive('argon2id', {
        message: password,
        nonce: Buffer.from(salt, 'base64'),
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(lanes),
        tagLength: expected.length,
        ...(keyId === undefined ? {} : { secret: secretOfHash(keyId) }),
      });
      return timingSafeEqual(computed, expected);
    },
  };
}

/** @returns when a wrong password with so many forms for a name is to be answered, whose turn began at a time */
function answerTimes(): (name: string, turn: number, forms: number) => number {
  const latest = boundedMap<number>(MAX_NAMES);
  return (name, turn, forms) => {
    const next = Math.max(turn, latest.get(name) ?? 0) + forms * WRONG_TAKES_MS;
    const at = Math.min(next, turn + MAX_FAILED_CHECK_MS);
    latest.set(name, at);
    return at;
  };
}

/** @returns nothing if the key is gone, or this version does not read the hash; the person then asks for a new password */
export function openImported(keyRing: KeyRing, stored: string): ImportedPassword | undefined {
  try {
    const sealed = sealedHashIn(stored);
    const plain =
      sealed === undefined ? plainHashIn(stored) : keyRing.open(IMPORTED_PASSWORDS, sealed).toString('utf8');
    return plain === undefined ? undefined : readImportedHash(plain);
  } catch {
    return undefined;
  }
}

const sealImported = (keyRing: KeyRing, hash: string): string =>
  storedHash(keyRing.seal(IMPORTED_PASSWORDS, Buffer.from(hash, 'utf8')));

/** Before 1.0.0, they were stored as they are. */
async function sealPlainHashes({ keyRing, people: { persons } }: FastifyInstance): Promise<void> {
  const seal = ({ id, stored }: { id: string; stored: string }): Promise<void> =>
    persons.renewPasswordHash(id, { verified: stored, renewed: sealImported(keyRing, plainHashIn(stored) ?? '') });
  for (let some = await persons.listPlainHashes(); some.length > 0; some = await persons.listPlainHashes()) {
    await Promise.all(some.map(seal));
  }
}

export default fp(
  async (app, { cost = COST }: { cost?: PasswordCost | undefined }) => {
    const { persons } = app.people;
    const queue = hashingQueue(app, { ...QUEUE, atOnce: atOncePerProcess(app.config.workers) });
    const imported = importedPasswords(app);
    const { dummy, hash, isOutdated, isReadable, matches } = argon2id(app.keyRing, cost);
    const answerTime = answerTimes();

    /**
     * Whatever the hash, each form of the password has a turn in the same queue. A form is tried only if it is another
     * text, so it gives a guesser no further guess.
     * @param onTurn called when the first hash is about to be computed
     */
    async function verified(
      forms: PasswordForms,
      stored: string,
      caller: Caller,
      onTurn: () => void,
    ): Promise<Verification> {
      const isForeign = isImported(stored);
      // An imported hash takes a turn of the queue, too, and one of the thread after that.
      const own = isForeign ? dummy : stored;
      const foreign = isForeign ? openImported(app.keyRing, stored) : undefined;
      const [prepared] = forms;
      const renewed = async (): Promise<RenewedHash> => ({ verified: stored, renewed: await hash(prepared) });

      async function tried(form: string): Promise<Verification | undefined> {
        const right = await queue.inTurn(caller, async () => {
          onTurn();
          if (!(await matches(form, own))) return undefined;
          return { matches: true, renewedHash: form !== prepared || isOutdated(own) ? await renewed() : undefined };
        });
        if (right !== undefined || foreign === undefined) return right;
        if (!(await imported.matches(form, foreign, caller))) return undefined;
        return { matches: true, renewedHash: await queue.inTurn(caller, renewed) };
      }

      let right: Verification | undefined;
      for (const form of forms) right ??= await tried(form);
      queue.note(caller, right !== undefined);
      // One that cannot be read is worth as much as none.
      return right ?? { matches: false, isUnreadable: isForeign ? foreign === undefined : !isReadable(own) };
    }

    app.addHook('onReady', () => sealPlainHashes(app));

    async function countByKey(): Promise<HashesByKey> {
      const countWith = (part: string): Promise<number> => persons.countPasswordHashes(part);
      const [current = 0, previous = 0] = await Promise.all(
        app.keyRing.versions.map((version) => countWith(`,keyid=${keyIdOf(version)}$`)),
      );
      return { current, previous, lost: Math.max(0, (await countWith(',keyid=')) - current - previous) };
    }

    provide(app.people, 'passwords', {
      countByKey,
      sealImported: (hash) => sealImported(app.keyRing, hash),
      get load() {
        return {
          running: queue.load.running + imported.load.running,
          waiting: queue.load.waiting + imported.load.waiting,
        };
      },
      hash: (password, personId) =>
        queue.inTurn({ line: personId, isKnown: true }, () => hash(passwordForms(password)[0])),
      verify: async (password, stored, caller, name) => {
        const forms = passwordForms(password);
        let turn: number | undefined;
        const result = await verified(forms, stored ?? dummy, caller, () => {
          turn ??= performance.now();
        });
        if (!result.matches && (await persons.hasImportedPasswords())) {
          // Strangers who guess at a name do not make its owner wait in a known browser.
          const answerAt = answerTime(caller.isKnown ? caller.line : name, turn ?? performance.now(), forms.length);
          await sleep(Math.max(0, answerAt - performance.now()));
        }
        return stored === null || stored === undefined ? { matches: false } : result;
      },
    } satisfies Passwords);
  },
  { name: 'passwords', dependencies: ['key-ring', 'stores'] },
);
