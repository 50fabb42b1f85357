/** The digest of a call: equal for what is run alike, and different for anything else. */
import * as fc from 'fast-check';
import t from 'tap';
import {
  APPROVAL_POLICIES,
  ApprovalNeeded,
  canonicalJson,
  digestOfCall,
  hasGrown,
  stricterOf,
} from '../../schema/school/approval.ts';
import { holds } from '../support/property.ts';

t.test('a value is written in the one way of RFC 8785', (t) => {
  // The examples of that RFC.
  t.equal(
    canonicalJson({
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const names = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6'];
  const sorted = Object.keys(
    JSON.parse(canonicalJson(Object.fromEntries(names.map((name) => [`x${name}`, 0])))) as object,
  );
  t.strictSame(
    sorted,
    ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33'].map((name) => `x${name}`),
  );
  t.equal(canonicalJson({ a: undefined, b: [undefined] }), '{"b":[null]}', 'what is undefined is left out');
  t.end();
});

/** Spellings that a parser reads alike, and near ones that it reads otherwise. */
const SPELLINGS: readonly [one: string, other: string, areEqual: boolean][] = [
  ['{"n":1}', '{"n":1.0}', true],
  ['{"n":1}', '{"n":1e0}', true],
  ['{"n":0}', '{"n":-0}', true],
  ['{"n":9007199254740993}', '{"n":9007199254740992}', true],
  ['{"n":9007199254740991}', '{"n":9007199254740992}', false],
  ['{"a":1,"b":2}', '{"b":2,"a":1}', true],
  ['{"a":1,"a":2}', '{"a":2}', true],
  ['{"a":1,"a":2}', '{"a":1}', false],
  ['{"__proto__":{"id":"x"}}', '{}', false],
  ['{"a":"\\u00e9"}', '{"a":"é"}', true],
  ['{"a":"\\u00e9"}', '{"a":"e\\u0301"}', false],
  ['{"a":"x"}', '{"a":"x\\u200b"}', false],
  ['{"a":"1"}', '{"a":1}', false],
  ['{"a":[1,2]}', '{"a":[2,1]}', false],
  ['{"a":null}', '{}', false],
  ['{"a":{"b":1}}', '{"a":"{\\"b\\":1}"}', false],
];

t.test('two spellings have one digest exactly if they are read alike', (t) => {
  const digest = (text: string) => digestOfCall('delete_course', JSON.parse(text) as Record<string, unknown>);
  for (const [one, other, areEqual] of SPELLINGS) t.equal(digest(one) === digest(other), areEqual, `${one} ${other}`);
  t.end();
});

t.test('values have one digest exactly if they are the same value, whatever the order of their names', async (t) => {
  const values = fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<unknown>);
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, one]) => [name, shuffled(one)]),
    );
  };
  const normal = (value: unknown) => canonicalJson(JSON.parse(JSON.stringify(value)));
  const property = fc.property(values, values, (one, other) => {
    const [a, b] = [digestOfCall('x', one), digestOfCall('x', other)];
    const isSame = normal({ ...one, include: undefined }) === normal({ ...other, include: undefined });
    return a === digestOfCall('x', shuffled(one) as Record<string, unknown>) && (a === b) === isSame;
  });
  await holds(t, property, { runs: 500 });
});

t.test('the operation counts, and what an answer includes does not', (t) => {
  const digest = digestOfCall('delete_course', { id: 'crs_1' });
  t.match(digest, /^[0-9a-f]{64}$/);
  t.not(digestOfCall('delete_page', { id: 'crs_1' }), digest);
  t.equal(digestOfCall('delete_course', { id: 'crs_1', include: 'lecturers' }), digest);
  t.end();
});

t.test('the stricter of two rules counts, and only more effect asks again', (t) => {
  t.strictSame(
    APPROVAL_POLICIES.map((one) => APPROVAL_POLICIES.map((other) => stricterOf(one, other))),
    [
      ['changes', 'changes', 'changes'],
      ['changes', 'sensitive', 'sensitive'],
      ['changes', 'sensitive', 'nothing'],
    ],
  );
  const seen = { counts: { registrations: 3 } };
  t.equal(hasGrown(seen, { counts: { registrations: 3 } }), false);
  t.equal(hasGrown(seen, { counts: { registrations: 2 } }), false);
  t.equal(hasGrown(seen, { counts: { registrations: 4 } }), true);
  t.equal(hasGrown(seen, { counts: { registrations: 3, apps: 1 } }), true);
  t.match(new ApprovalNeeded('https://x.example/approvals/a', 0, 'Ana').message, /by|until 1970-01-01 00:00 UTC/);
  t.end();
});
