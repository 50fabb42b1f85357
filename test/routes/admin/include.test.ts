import t from 'tap';
import type { Scope } from '../../../schema/oauth/scope.ts';
import { adminApp, call, RIVERSIDE } from '../../support/admin.ts';
import { callTool } from '../../support/mcp.ts';
import { withStatements } from '../../support/statements.ts';

t.setTimeout(240_000);

t.test(
  'include adds names beside ids to lists and single objects, with a constant number of statements [D1]',
  async (t) => {
    const { app, tokenOf } = await adminApp(t);
    const token = await tokenOf('owner');
    const ask = (path: string) => withStatements(() => call(app, token, 'GET', path));
    // A first request prepares the statements of the token and of the school.
    await ask('/enrollments?include=member,course');

    const [plain] = await ask('/enrollments?first=50');
    const [full, many] = await ask('/enrollments?first=50&include=member,course');
    t.equal(full.status, 200, full.body.slice(0, 200));
    const rows = full.json.nodes ?? [];
    t.ok(rows.length > 20);
    for (const row of rows) t.match(row, { memberName: String, memberEmail: /@/, courseTitle: String });
    t.strictSame(
      rows.map(({ memberName: _, memberEmail: __, courseTitle: ___, ...row }) => row),
      plain.json.nodes,
      'nothing else changes',
    );
    const [, few] = await ask('/enrollments?first=2&include=member,course');
    t.equal(many.length, few.length, 'as many statements for 50 rows as for two');
    const [, none] = await ask('/enrollments?first=2');
    t.equal(few.length, none.length + 2, 'one statement more for each kind of thing');

    const id = String(rows[0]?.id);
    const [one] = await ask(`/enrollments/${id}?include=course`);
    t.match(one, { status: 200, json: { id, courseTitle: rows[0]?.courseTitle, memberName: undefined } });
  },
);

t.test('include refuses unknown names with those that are allowed, and names without references [D1]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner');
  for (const include of ['plan', 'member,', 'member;course', '', 'memberId', 'member,member,plan']) {
    const answer = await call(app, token, 'GET', `/enrollments?include=${encodeURIComponent(include)}`);
    const message = 'must be one or more of member, course, separated by commas';
    t.match(answer, { status: 400, json: { errors: [{ path: 'include', message }] } }, include);
  }
  t.match(await call(app, token, 'GET', '/events?include=member'), {
    status: 400,
    json: { errors: [{ path: 'include' }] },
  });
  t.match(await call(app, token, 'GET', '/enrollments?include=member,member'), { status: 200 });
});

t.test('names are shown to those who may read them, or whom the scope of the list promises them [D1]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const list = async (path: string, ...scopes: Scope[]) => call(app, await tokenOf('owner', scopes), 'GET', path);
  const refused = async (path: string, needed: Scope, ...scopes: Scope[]) => {
    const answer = await list(path, ...scopes);
    t.match(answer, { status: 403, json: { detail: new RegExp(`needs the scope ${needed}`) } }, path);
    t.match(answer.headers['www-authenticate'], new RegExp(`insufficient_scope.*${needed}`), path);
  };
  await refused('/orders?include=member', 'members:read', 'orders:read');
  await refused('/membership_plans?include=courses', 'courses:read', 'membership_plans:read');
  await refused('/courses?include=lecturers', 'lecturers:read', 'courses:read');

  const order = (await list('/orders?first=1&include=member', 'orders:read', 'members:read')).json.nodes?.[0];
  t.match(order, { memberName: String, memberEmail: /@/ });
  const enrollment = (await list('/enrollments?first=1&include=member,course', 'students:read')).json.nodes?.[0];
  t.match(
    enrollment,
    { memberName: String, memberEmail: /@/, courseTitle: String },
    'students have names and addresses',
  );
  const subscription = (await list('/subscriptions?first=1&include=member,plan', 'subscriptions:read')).json.nodes?.[0];
  t.match(subscription, { memberName: String, planName: String });
  t.equal(subscription?.memberEmail, undefined, 'who has a membership, but not by which address');
  const comment = (await list('/comments?first=1&include=target', 'comments:read')).json.nodes?.[0];
  t.match(comment, { targetTitle: String });
  t.notOk('memberName' in (comment ?? {}), 'which was not asked for');
  await refused('/comments?include=member', 'members:read', 'comments:read');
  const comments = (await list('/comments?first=20&include=member,target', 'comments:read', 'members:read')).json.nodes;
  t.ok(Number(comments?.length) > 1, 'there are several comments');
  for (const one of comments ?? []) {
    const author = (await list(`/members/${one.memberId}`, 'members:read')).json;
    t.match(one, { memberName: author.name, memberEmail: author.email, targetTitle: String });
  }
});

t.test('tools show the same names to the same scopes [D1]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const rowsOf = async (tool: string, ...scopes: Scope[]) => {
    const token = await tokenOf('owner', scopes);
    const { result } = await callTool(app, tool, { first: 3 }, { token });
    return (result?.structuredContent?.nodes ?? []) as unknown as readonly Record<string, unknown>[];
  };
  for (const row of await rowsOf('list_orders', 'orders:read'))
    t.notOk('memberName' in row, 'whose name nobody allowed');
  for (const row of await rowsOf('list_orders', 'orders:read', 'members:read')) t.match(row, { memberName: String });
  for (const row of await rowsOf('list_enrollments', 'students:read')) {
    t.match(row, { memberName: String, courseTitle: String });
    t.notOk('memberEmail' in row, 'addresses are asked for');
  }
});

t.test('names stay in line with ids of what is gone, and those of products are shown [D1]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner');
  const at = Date.UTC(2026, 0, 1);
  const event = { event: 'resource_created', at } as const;
  const [course] = (await call(app, token, 'GET', '/courses?first=1')).json.nodes ?? [];
  const [product] = (await call(app, token, 'GET', '/digital_products?first=1')).json.nodes ?? [];
  const plan = {
    ...({
      id: 'pln_test',
      slug: 'test',
      name: 'Test',
      description: '',
      planType: 'lifetime',
      allCourses: false,
    } as const),
    ...({ priceAmount: 0, priceCurrency: 'EUR', trialDays: 0, status: 'draft', createdAt: at, updatedAt: at } as const),
    courseIds: ['crs_gone', String(course?.id)],
    productIds: [String(product?.id), 'prd_gone'],
  } as const;
  await app.school
    .records('membershipPlans')
    .insert(RIVERSIDE.id, { ...plan, courseIds: [...plan.courseIds], productIds: [...plan.productIds] }, event);
  const named = { courseTitles: [null, course?.title], productTitles: [product?.title, null] };
  const got = (await call(app, token, 'GET', '/membership_plans/pln_test?include=courses,products')).json;
  t.strictSame({ courseTitles: got.courseTitles, productTitles: got.productTitles }, named);
  const { result } = await callTool(app, 'get_membership_plan', { id: 'pln_test' }, { token });
  t.match(result?.structuredContent, named, 'in tools, too');
});
