/** Request parameters according to RFC 6749 §3.1 and §3.2, from a parsed query string or form body. */
import { LONG_FIELDS, MAX_PARAMETER } from '../limits.ts';
import { isRecord } from './objects.ts';

export interface Parameters {
  /** The value of a parameter that was sent once and is not empty. */
  get(name: string): string | undefined;
  /** Every value of a parameter that may be repeated. */
  all(name: string): readonly string[];
  /** The subset of `names` that was sent more than once. */
  repeated(names: readonly string[]): string[];
  /** Returns the fault of a parameter that is longer than any may be; by default, whatever its name is. */
  tooLong(names?: readonly string[]): string | undefined;
}

/** A name that is no parameter can itself be long. */
const MAX_NAME = 100;

/**
 * RFC 6749 §3.1: a parameter without a value is treated as omitted, unknown parameters are ignored, and a parameter
 * must not appear twice. Repetitions and lengths are reported instead of thrown, because each endpoint refuses them in its
 * own way.
 */
export function readParameters(raw: unknown): Parameters {
  const record = isRecord(raw) ? raw : {};
  const values = (name: string): string[] => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    const list = Array.isArray(value) ? value : [value];
    return list.filter((item): item is string => typeof item === 'string' && item !== '');
  };
  return {
    get: (name) => {
      const value = Object.hasOwn(record, name) ? record[name] : undefined;
      return typeof value === 'string' && value !== '' ? value : undefined;
    },
    all: values,
    repeated: (names) => names.filter((name) => Object.hasOwn(record, name) && Array.isArray(record[name])),
    tooLong: (names = Object.keys(record).filter((name) => !LONG_FIELDS.has(name))) => {
      const long = names.find((name) => values(name).some((value) => value.length > MAX_PARAMETER));
      return long && `${long.slice(0, MAX_NAME)} must be at most ${MAX_PARAMETER} characters long`;
    },
  };
}
