/** Arguments of tools as language models write them: what can mean only one thing is read so, and the rest is refused. */
import t from 'tap';
import { adminApp } from '../../support/admin.ts';
import { setPolicy, waitingAt } from '../../support/approvals.ts';
import { callTool } from '../../support/mcp.ts';

const { app, tokenOf } = await adminApp(t);
const token = await tokenOf('owner');

type Args = Readonly<Record<string, unknown>>;
const course = { title: 'As written', courseType: 'paid', price: { amount: 1000, currency: 'EUR' }, tags: ['a', 'b'] };
const made: Args = (await callTool(app, 'create_course', course, { token })).result?.structuredContent ?? {};
const id = String(made.id);
const slug = String(made.slug);

/** What is written, and what means the same. */
const ACCEPTED: readonly (readonly [tool: string, written: Args, meant: Args])[] = [
  ['list_courses', { first: '2' }, { first: 2 }],
  ['list_courses', { first: ' 2 ' }, { first: 2 }],
  ['list_courses', { first: '"2"' }, { first: 2 }],
  ['list_courses', { first: '2.0' }, { first: 2 }],
  ['list_courses', { first: null }, {}],
  ['list_courses', { first: '' }, {}],
  ['list_courses', { first: 'null' }, {}],
  ['list_courses', { q: null, after: null, status: null, featured: null }, {}],
  ['list_courses', { totalCount: 'true', first: 1 }, { totalCount: true, first: 1 }],
  ['list_courses', { totalCount: 'False', first: 1 }, { totalCount: false, first: 1 }],
  ['list_courses', { featured: 'TRUE', first: 1 }, { featured: true, first: 1 }],
  ['list_courses', { status: 'Published', first: 1 }, { status: 'published', first: 1 }],
  ['list_courses', { status: ' "published" ', first: 1 }, { status: 'published', first: 1 }],
  ['list_courses', { courseType: 'Public Access', first: 1 }, { courseType: 'public_access', first: 1 }],
  ['list_courses', { courseType: 'pre-order', first: 1 }, { courseType: 'pre_order', first: 1 }],
  ['list_courses', { courseType: 'preOrder', first: 1 }, { courseType: 'pre_order', first: 1 }],
  ['list_courses', { q: 2026, first: 1 }, { q: '2026', first: 1 }],
  ['list_courses', { lecturerId: '"lec_1"', first: 1 }, { lecturerId: 'lec_1', first: 1 }],
  ['get_course', { id: `"${id}"` }, { id }],
  ['get_course', { id: ` ${id}\n` }, { id }],
  ['get_course', { id: `\`${id}\`` }, { id }],
  ['get_course', { id: `“${slug}”` }, { id: slug }],
  [
    'call_read_tool',
    { name: 'get_course', arguments: JSON.stringify({ id }) },
    { name: 'get_course', arguments: { id } },
  ],
  [
    'call_read_tool',
    { name: 'list_courses', arguments: { first: '1', status: 'DRAFT' } },
    { name: 'list_courses', arguments: { first: 1, status: 'draft' } },
  ],
  ['call_read_tool', { name: 'get_course', arguments: { id: `'${id}'` } }, { name: 'get_course', arguments: { id } }],
  ['find_tools', { query: 'courses', first: '2' }, { query: 'courses', first: 2 }],
  ['update_course', { id, accessDays: '30' }, { id, accessDays: 30 }],
  ['update_course', { id, accessDays: 'null' }, { id, accessDays: null }],
  ['update_course', { id, featured: 'true' }, { id, featured: true }],
  ['update_course', { id, title: null, subtitle: 'x' }, { id, subtitle: 'x' }],
  ['update_course', { id, title: 2026 }, { id, title: '2026' }],
  ['update_course', { id, tags: '["a", "b"]' }, { id, tags: ['a', 'b'] }],
  ['update_course', { id, tags: 'piano' }, { id, tags: ['piano'] }],
  ['update_course', { id, tags: [5] }, { id, tags: ['5'] }],
  ['update_course', { id, tags: '[]' }, { id, tags: [] }],
  [
    'update_course',
    { id, price: '{"amount": "1200", "currency": "EUR"}' },
    { id, price: { amount: 1200, currency: 'EUR' } },
  ],
  [
    'update_course',
    { id, price: { amount: '1300', currency: 'EUR' } },
    { id, price: { amount: 1300, currency: 'EUR' } },
  ],
];

/** What differs between two answers that mean the same: when it was changed. */
const comparable = (content: unknown): string => JSON.stringify(content).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');

t.test('an argument in another form is read as what it must mean', async (t) => {
  for (const [tool, written, meant] of ACCEPTED) {
    const what = `${tool} ${JSON.stringify(written)}`;
    const answer = await callTool(app, tool, written, { token });
    t.equal(answer.result?.isError, undefined, `${what}: ${answer.text.slice(0, 200)}`);
    const expected = await callTool(app, tool, meant, { token });
    t.equal(expected.result?.isError, undefined, JSON.stringify(meant));
    t.equal(comparable(answer.result), comparable(expected.result), what);
  }
});

const REFUSED: readonly (readonly [tool: string, written: Args, message: RegExp])[] = [
  ['list_courses', { first: 'five' }, /^first must be of the type number \(such as 5\)$/],
  ['list_courses', { first: '1,000' }, /^first must be of the type number \(such as 5\)$/],
  ['list_courses', { first: '1.5' }, /^first must be of the type int \(such as 5\)/],
  ['update_course', { id, accessDays: 'thirty' }, /^accessDays must be of the type number \(such as 5\), not string$/],
  ['update_course', { id, accessDays: '1,000' }, /^accessDays must be of the type number \(such as 5\), not string$/],
  ['update_course', { id, accessDays: '+5' }, /^accessDays must be of the type number \(such as 5\), not string$/],
  ['update_course', { id, accessDays: '0x10' }, /^accessDays must be of the type number \(such as 5\), not string$/],
  ['update_course', { id, accessDays: '1_000' }, /^accessDays must be of the type number \(such as 5\), not string$/],
  ['update_course', { id, accessDays: ['5'] }, /^accessDays must be of the type number \(such as 5\), not array$/],
  ['update_course', { id, accessDays: true }, /^accessDays must be of the type number \(such as 5\), not boolean$/],
  ['list_courses', { featured: 'yes' }, /^featured /],
  ['list_courses', { status: 'live' }, /^status must be one of "draft", "published", "archived"$/],
  ['list_courses', { statuses: 'draft' }, /^statuses is not a known field$/],
  [
    'update_course',
    { id, tags: 'piano, beginner' },
    /^tags must be of the type array \(such as \["a", "b"\]\), not string$/,
  ],
  ['update_course', { id, tags: '["a"' }, /^tags must be of the type array/],
  [
    'update_course',
    { id, price: '12.50 EUR' },
    /^price must be of the type object \(such as \{"a": "b"\}\), not string$/,
  ],
  ['update_course', { id, price: { amount: '12,50', currency: 'EUR' } }, /^price\.amount must be of the type/],
  ['update_course', { id, accessDays: '' }, /^accessDays must be of the type/],
  ['update_course', { id, title: '' }, /^title must not be empty$/],
  ['get_course', { id: '' }, /^id must have at least 1/],
  ['get_course', { id: null }, /^id must be of the type string, not null$/],
];

t.test('an argument that can mean several things is refused with the right form', async (t) => {
  for (const [tool, written, message] of REFUSED) {
    const { result, text } = await callTool(app, tool, written, { token });
    t.equal(result?.isError, true, `${tool} ${JSON.stringify(written)}`);
    t.match(text, message);
  }
});

t.test('what a person decides about waits however the argument is written, also with confirm', async (t) => {
  await setPolicy(app, 'sensitive');
  const waiting = /^Not done yet\. Waits for /;
  const invite = (email: string, more: Args) => callTool(app, 'invite_member', { email, ...more }, { token });
  const pages = new Set<string>();
  for (const role of ['ADMIN', ' "admin" ', 'Admin']) {
    for (const more of [{}, { confirm: 'yes' }, { confirm: null }, { confirm: 'true' }, { confirm: true }]) {
      const answer = await invite('c@people.example', { role, ...more });
      t.match(answer.text, waiting, role);
      pages.add(waitingAt(answer));
    }
  }
  t.equal(pages.size, 1, 'it is one call');
  for (const more of [{}, { confirm: 'True' }]) {
    t.match((await callTool(app, 'delete_course', { id: `"${id}"`, ...more }, { token })).text, waiting);
  }
});
