/** What is wrong with an input can be thousands of things. An answer names the first of them, and stays short. */
import t from 'tap';
import { adminApp, call } from '../support/admin.ts';
import { callTool } from '../support/mcp.ts';

const MOST = 20;
const MANY = 1000;
/** The members that a call can be about. */
const MEMBERS = 100;
/** Each fault is a line or two of the answer, once as data and once in words. */
const LONGEST = 8000;

const many = <Value>(make: (place: number) => Value): Value[] =>
  Array.from({ length: MANY }, (_, place) => make(place));
const unknown = Object.fromEntries(many((place) => [`unknown${place}`, 0]));

/** Inputs of operations, and what each of their faults says. */
const FAULTY: Readonly<Record<string, [operation: string, path: string, body: object, says: RegExp]>> = {
  'unknown fields': ['create_course', '/courses', { title: 'A', slug: 'a', ...unknown }, /is not a known field/g],
  'unknown fields of a field': [
    'create_course',
    '/courses',
    { title: 'A', slug: 'a', price: { amount: 1, currency: 'EUR', ...unknown } },
    /is not a known field/g,
  ],
  'wrong items': [
    'tag_members',
    '/members/tag',
    { memberIds: many(() => false).slice(0, MEMBERS), add: ['a'] },
    /must be of the type string/g,
  ],
};

t.test('an answer lists at most 20 faults of an input, by REST and by tool', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner');
  for (const [what, [operation, path, body, says]] of Object.entries(FAULTY)) {
    const { status, json, body: answer } = await call(app, token, 'POST', path, body);
    t.equal(status, 400, what);
    t.equal(json.errors?.length, MOST, `${what}: as data`);
    t.equal(String(json.detail).match(says)?.length, MOST, `${what}: in words`);
    t.ok(answer.length < LONGEST, `${what}: ${answer.length} characters`);
    const { text, body: ofTool } = await callTool(app, operation, { ...body }, { token });
    t.equal(text.match(says)?.length, MOST, `${what}: by tool`);
    t.ok(ofTool.length < LONGEST, `${what}: ${ofTool.length} characters by tool`);
  }
});
