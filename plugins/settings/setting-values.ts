/** The values of settings: the forms that several have in common, and what programs make of them that write env files. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { bareValue, joinLines } from '../../schema/data/plain-text.ts';
import { emailKey, isEmail } from '../../schema/text/email.ts';
import type { EnvironmentValues } from './misspelled.ts';

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

export const integer = (min: number, max: number, fallback: number) => wholeNumber(min, max).default(fallback);

/** What YAML and container tools make of `on` and `off`. */
const SWITCHES: Readonly<Record<string, string>> = {
  true: 'on',
  yes: 'on',
  1: 'on',
  false: 'off',
  no: 'off',
  0: 'off',
};

/** One of the words, in any case. */
export const word = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess(
    (value) => {
      const text = String(value).toLowerCase();
      return values.find((one) => one === text || one === SWITCHES[text]) ?? value;
    },
    z.enum(values, `must be one of: ${values.join(', ')}`),
  );

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, fallback: Values[number]) =>
  word(values).default(fallback);

/** What URL parsers would leave out ends a value. */
export const oneLine = z.string().regex(/^[^\p{Cc}]*$/u, 'must be one line');

/** The form of a master key, in a variable or a file. */
export const MASTER_KEY_FORM = /^[A-Za-z0-9+/_-]{43,}={0,2}$/;
export const masterKey = z
  .string()
  .overwrite(joinLines)
  .regex(MASTER_KEY_FORM, 'must be at least 32 random bytes in base64 (openssl rand -base64 32)');

/** Returns whether Fastify's `trustProxy` accepts the value. */
export function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', length, ...rest] = value.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  const lengthFits = length === undefined || (/^[0-9]{1,3}$/.test(length) && Number(length) <= bits);
  return isIP(address) !== 0 && rest.length === 0 && lengthFits;
}

/** `host`, `*.host` or `host:port`, in the canonical spelling of a URL, with or without a folder. */
export const METADATA_HOST =
  /^(?:(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?:[1-9][0-9]{0,4})(?:\/(?:[!$&-+.-;=@-Z_a-z~-]+\/)?)?$/;

/** Where the known vendors keep their metadata documents. */
export const METADATA_HOSTS = [
  'claude.ai/oauth/',
  'chatgpt.com/oauth/',
  'vscode.dev/oauth/',
  'github.com/copilot/cli/',
  'opencode.ai/oauth/',
] as const;

/** An address of RFC 9116 §2.5.3. */
export const CONTACT = /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+|tel:\+[\d-]+)$/;
export const contactOf = (text: string): string => (isEmail(emailKey(text)) ? `mailto:${text.trim()}` : text.trim());

/** The name of a variable as a program leaves it that does not know the syntax of a shell, or a byte order mark. */
const nameOf = (name: string): string => name.replace(/^[\s\uFEFF]*(?:export\s+)?/, '').trim();

const isMeant = ([name]: readonly [string, unknown]): boolean => nameOf(name) === name;

/** Returns the variables by the names, and with the values, that they were meant to have. A name that is right comes first. */
export const meantEnvironment = (environment: EnvironmentValues): EnvironmentValues =>
  Object.fromEntries(
    Object.entries(environment)
      .toSorted((one, other) => Number(isMeant(one)) - Number(isMeant(other)))
      .map(([name, value]) => [nameOf(name), bareValue(value ?? '')]),
  );
