/** A map with a maximum size, for keys that unknown callers choose. When full, it drops the least recently set entry. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): boolean;
  values(): Iterable<Value>;
  readonly size: number;
}

export function boundedMap<Value>(max: number): BoundedMap<Value> {
  const entries = new Map<string, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > max && oldest !== undefined) entries.delete(oldest);
    },
    delete: (key) => entries.delete(key),
    values: () => entries.values(),
    get size() {
      return entries.size;
    },
  };
}
