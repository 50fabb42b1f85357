import t from 'tap';
import { call, HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';

const form = (id: string) => ({
  id,
  name: 'Feedback',
  fields: [{ key: 'how', label: 'How was it?', type: 'text', required: true }],
  status: 'open' as const,
  createdAt: 9e12,
  updatedAt: 9e12,
});
const submission = (id: string, formId: string, submittedAt: number, personId: string | null = 'usr_demo_ana') => ({
  id,
  formId,
  personId,
  answers: { how: 'Good' },
  submittedAt,
});

t.test('forms and their submissions are read at their own school only, and cannot be created [D2]', async (t) => {
  const { app, ask, clock, tokenOf } = await learning(t);
  await app.school.content.add(RIVERSIDE.id, {
    forms: [form('frm_1'), form('frm_2')],
    formSubmissions: [
      submission('sub_1', 'frm_1', clock.now),
      submission('sub_2', 'frm_1', clock.now + 1, null),
      submission('sub_3', 'frm_2', clock.now),
    ],
  });
  await app.school.content.add(HARBOUR.id, { forms: [form('frm_3')] });
  t.match((await ask('GET', '/forms?first=2')).json.nodes, [
    { id: 'frm_2', submissionCount: 1 },
    { id: 'frm_1', submissionCount: 2, fields: form('x').fields, status: 'open' },
  ]);
  t.match(await ask('GET', '/forms/frm_1'), { status: 200, json: { name: 'Feedback', submissionCount: 2 } });
  const first = await ask('GET', '/forms/frm_1/submissions?first=1&totalCount=true');
  t.match(first.json, { totalCount: 2, pageInfo: { hasNextPage: true }, nodes: [{ id: 'sub_2', memberId: null }] });
  const cursor = first.json.pageInfo?.endCursor;
  t.match((await ask('GET', `/forms/frm_1/submissions?first=1&after=${cursor}`)).json, {
    nodes: [{ id: 'sub_1', memberId: 'usr_demo_ana', answers: { how: 'Good' } }],
    pageInfo: { hasNextPage: false },
  });
  t.equal((await ask('GET', `/forms/frm_2/submissions?after=${cursor}`)).status, 400, 'a cursor is of one form');
  t.equal((await ask('GET', '/forms/frm_3')).status, 404);
  t.equal((await ask('GET', '/forms/frm_3/submissions')).status, 404);
  t.equal((await call(app, await tokenOf('owner', ['pages:read']), 'GET', '/forms')).status, 403);
  t.equal((await ask('POST', '/forms', {})).status, 405);
});

t.test('q finds the submissions of one form by words of their answers [D2]', async (t) => {
  const { app, ask, clock } = await learning(t);
  const answered = (id: string, formId: string, at: number, ...answers: string[]) => ({
    ...submission(id, formId, clock.now + at),
    answers: Object.fromEntries(answers.map((answer, place) => [`field_${place}`, answer])),
  });
  const many = Array.from({ length: 510 }, (_, n) => answered(`sub_m${n}`, 'frm_1', 10 + n, `common ${n}`));
  await app.school.content.add(RIVERSIDE.id, {
    forms: [form('frm_1'), form('frm_2')],
    formSubmissions: [
      answered('sub_1', 'frm_1', 1, 'Too short, alas', '(Brush painting)'),
      answered('sub_2', 'frm_1', 2, '線上課程'),
      answered('sub_3', 'frm_2', 3, 'Brush painting'),
      ...many,
    ],
  });
  const found = async (q: string, more = '') => {
    const path = `/forms/frm_1/submissions?first=2&totalCount=true&q=${encodeURIComponent(q)}${more}`;
    const { json } = await ask('GET', path);
    return [json.totalCount, json.nodes?.map(({ id }) => id)];
  };
  t.strictSame(await found('brush SHORT'), [1, ['sub_1']], 'words of two answers');
  t.strictSame(await found('課程'), [1, ['sub_2']]);
  t.strictSame(await found('field_0'), [0, []], 'keys are not answers');
  t.strictSame(await found('common'), [510, ['sub_m509', 'sub_m508']]);
  t.strictSame(await found('common 509'), [1, ['sub_m509']]);
});
