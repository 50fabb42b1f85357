/** Request parameters as RFC 6749 §3.1 and §3.2 see them, from a parsed query string or form body. */
import { isRecord } from './record.ts';

export interface Parameters {
  /** The value of a parameter sent once and not empty. */
  get(name: string): string | undefined;
  /** Every value of a parameter that may repeat. */
  all(name: string): readonly string[];
  /** The names, among those asked for, that were sent more than once. */
  repeated(names: readonly string[]): string[];
}

/**
 * RFC 6749 §3.1: a parameter without a value is treated as omitted, unknown ones are never looked at, and a parameter
 * must not appear twice. The repetition is reported rather than thrown: each surface has its own way to refuse.
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
  };
}
