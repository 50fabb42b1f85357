/** What a person reads who decides about a call: words of the pages of the school, with what is there now, and no names of the API. */
import t from 'tap';
import { call } from '../../support/admin.ts';
import { askingApp, setPolicy, waitingAt } from '../../support/approvals.ts';
import { callTool } from '../../support/mcp.ts';
import { said } from '../../support/signed-in.ts';

const KNIFE = { title: 'Knife Skills', courseType: 'paid', price: { amount: 1500, currency: 'EUR' } };
const WALK = {
  title: 'Winter Twigs Walk',
  startsAt: '2031-03-01T10:00:00Z',
  endsAt: '2031-03-01T11:00:00Z',
  timezone: 'UTC',
};

/** What is sent about a course or an event, and what the page says: all of it above what is folded. */
const CALLS: readonly (readonly [tool: string, more: Record<string, unknown>, ...said: RegExp[]])[] = [
  [
    'update_course',
    { title: 'Knives', price: { amount: 1900, currency: 'EUR' }, subtitle: 'For “cooks”' },
    /Change: “Knife Skills”/,
    /Title “Knife Skills” → “Knives”/,
    /Price €15\.00 → €19\.00/,
    /Subtitle – → “For “cooks””/,
  ],
  ['update_course', { lecturerIds: ['lct_demo_helena'] }, /Lecturers – → Helena Duarte/],
  ['update_course', { accessDays: 30, featured: true }, /Access ends after – → 30 days/, /Featured No → Yes/],
  ['archive_course', {}, /Archive: “Knife Skills”/, /State Published → Archived/],
  ['delete_course', {}, /Delete “Knife Skills” for good\?/],
  ['cancel_event', {}, /Cancel the event: “Winter Twigs Walk”/, /State Published → Cancelled/],
  [
    'update_event',
    { startsAt: '2031-03-01T10:30:00Z', capacity: 12, joinUrl: 'https://meet.example/x' },
    /Start Mar 1, 2031, 10:00.AM UTC → Mar 1, 2031, 10:30.AM/,
    /Seats – → 12/,
  ],
  [
    'create_coupon',
    { code: 'WHOLE', discountType: 'percent', percent: 100 },
    /New coupon: “WHOLE”/,
    /Kind of discount Percentage/,
    /Percentage 100 %/,
  ],
];

for (const [tool, more, ...words] of CALLS) {
  t.test(`${tool}: ${Object.keys(more).join(' ')}`, async (t) => {
    const made = await askingApp(t, {}, 'nothing');
    const token = await made.tokenOf('owner');
    const post = async (path: string, body?: object) => (await call(made.app, token, 'POST', path, body)).json;
    const many = tool.endsWith('event') ? 'events' : 'courses';
    const { id } = await post(`/${many}`, many === 'events' ? WALK : KNIFE);
    if (tool !== 'delete_course') await post(`/${many}/${id}/publish`);
    await setPolicy(made.app, 'sensitive');
    const given = tool.startsWith('create_') ? more : { id, ...more };
    const page = await (await made.browserOf('owner')).get(waitingAt(await callTool(made.app, tool, given, { token })));
    const [above = '', folded = ''] = page.body.split('<details><summary>Exactly as it was sent');
    const text = said({ body: above });
    for (const one of words) t.match(text, one);
    t.notMatch(text, new RegExp(`${tool}|amount|courseType|startsAt`));
    t.match(folded, tool, 'the tool is named below');
    // Of what is to be added, nothing has a name yet.
    if (tool.startsWith('create_')) return;
    const home = await (await made.browserOf('owner')).get('/admin/riverside');
    t.match(said(home), /asks you to decide: /);
  });
}
