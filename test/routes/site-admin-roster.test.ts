// slow
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { ROLES } from '../../schema/people/role.ts';
import { MAX_ROSTER_ROWS } from '../../schema/school/roster.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { type AdminApp, adminApp, CALLERS, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, type TestAppOptions, temporaryFolder, testApp } from '../support/app.ts';
import type { Browser, Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { said, signedIn } from '../support/signed-in.ts';

const ROSTER = '/admin/riverside/roster';
const { roster: words, roles } = textFor('en');

interface Made extends AdminApp {
  owner: Browser;
  courseId: string;
}

async function made(t: Test, options: TestAppOptions = {}): Promise<Made> {
  const all = await adminApp(t, options);
  const owner = await signedIn(all.app, CALLERS.owner.email);
  const { operations, runOperation } = all.app.school;
  const operator = { siteId: RIVERSIDE.id, personId: CALLERS.owner.id, role: 'owner' as const };
  const courses = await runOperation(
    operations.list_courses,
    { ...operator, now: all.app.clock(), requestId: 'test' },
    { status: 'published', first: 1 },
  );
  return { ...all, owner, courseId: courses.nodes[0]?.id ?? '' };
}

const compare = async (browser: Browser, rows: string, course = ''): Promise<Page> =>
  browser.submit(await browser.get(ROSTER), '/roster/compare', { rows, course });
const compareFile = async (browser: Browser, bytes: Buffer, course = ''): Promise<Page> =>
  browser.submitFile(await browser.get(`${ROSTER}?course=${course}`), '/roster/compare', { name: 'list', bytes });
const idOf = ({ url }: Page): string => url.split('/').at(-1)?.split('?')[0] ?? '';
/** The rows of the table, as words. */
const shownRows = ({ body }: Page): string[] =>
  [...body.matchAll(/<tr class="(wrong|new|changed|missing-row|same)">([\s\S]*?)<\/tr>/g)].map(
    ([, style = '', row = '']) =>
      said({ body: `<main>${style.replace('wrong', 'error').replace('missing-row', 'missing')} ${row}` }).trim(),
  );
const memberWith = async ({ app }: Made, email: string) => {
  const known = await app.school.members.findKnown(RIVERSIDE.id, email);
  return known && app.school.members.find(RIVERSIDE.id, known.id);
};
const operatorOf = ({ app }: Made, caller: keyof typeof CALLERS = 'owner') => {
  const { id: personId, role, siteId } = CALLERS[caller];
  return { siteId, personId, role, now: app.clock(), requestId: 'test' };
};

t.test('a list is read with any separator, with a head in any language or without one', async (t) => {
  const all = await made(t);
  const { owner } = all;
  const rows: readonly (readonly [title: string, list: string])[] = [
    ['commas', 'name,email,role\nNadia Okafor,nadia@new.example,member\n'],
    ['semicolons', 'Name;E-Mail;Rolle\r\nNadia Okafor;nadia@new.example;Mitglied\r\n'],
    ['tabs', 'Nombre\tCorreo electrónico\tRol\nNadia Okafor\tnadia@new.example\tMiembro'],
    ['a byte order mark', '\uFEFFメールアドレス,名前,役割\nnadia@new.example,Nadia Okafor,メンバー'],
    ['Traditional Chinese', '姓名,電子郵件,角色\nNadia Okafor,nadia@new.example,成員'],
    ['other columns', 'class,Email address,Full name\n7b,nadia@new.example,Nadia Okafor'],
    ['first and last names', 'First name,Last name,Email\nNadia,Okafor,nadia@new.example'],
    ['no head', 'Nadia Okafor,nadia@new.example'],
    ['no head, addresses first', 'nadia@new.example;Nadia Okafor;'],
    ['quotation marks', '"name","email"\n"Nadia Okafor","nadia@new.example"'],
    ['a declared separator', 'sep=|\nname|email\nNadia Okafor|nadia@new.example'],
    ['white space', ' name , email \n Nadia Okafor , nadia@new.example '],
  ];
  for (const [title, list] of rows) {
    t.match(
      shownRows(await compare(owner, list)),
      [/^new \+ \d Nadia Okafor nadia@new\.example Member Invited$/],
      title,
    );
  }
  const utf16 = Buffer.from('\uFEFFname,email\nNadia Okafor,nadia@new.example', 'utf16le');
  t.match(shownRows(await compareFile(owner, utf16)), [/Nadia Okafor nadia@new\.example/], 'UTF-16');
  for (const language of LANGUAGES) {
    all.clock.now += 3_600_000;
    for (const role of ROLES.filter((one) => one !== 'owner')) {
      const list = `email,role\nnadia@new.example,${textFor(language).roles[role]}`;
      t.match(
        shownRows(await compare(owner, list)),
        [new RegExp(`new .* ${roles[role]} Invited`)],
        `${language} ${role}`,
      );
    }
  }
  t.equal(await memberWith(all, 'nadia@new.example'), undefined, 'nothing is written');
});

t.test('what is no list is refused with the reason', async (t) => {
  const { owner, app } = await made(t);
  const many = Array.from({ length: MAX_ROSTER_ROWS + 1 }, (_, at) => `n${at}@new.example`).join('\n');
  const rows: readonly (readonly [string, string | RegExp])[] = [
    ['', words.faults.empty],
    ['name,role\nNadia,member', words.faults.columns],
    ['email\n', words.faults.empty],
    ['email\n"nadia@new.example', words.faults.unreadable({ line: 2 })],
    [`email\n${many}`, words.faults.too_many],
    [`email${','.repeat(900_000)}\nnadia@new.example`, words.faults.columns],
    [`email\n${'\n'.repeat(1_000_000)}nadia@new.example`, words.faults.too_many],
  ];
  for (const [list, fault] of rows) {
    const page = list.length > 10_000 ? await compareFile(owner, Buffer.from(list)) : await compare(owner, list);
    t.equal(page.status, 400, String(fault));
    t.match(said(page), fault);
  }
  t.match(said(await compareFile(owner, Buffer.from([0xff, 0x81, 0x00, 0xd8, 0x41]))), words.faults.encoding);
  t.match(said(await compareFile(owner, Buffer.alloc(1024 * 1024 + 1, 'a'))), words.faults.too_large);
  t.match(said(await compareFile(owner, Buffer.alloc(3 * 1024 * 1024, 'a'))), words.faults.too_large);
  t.match(said(await compare(owner, 'email\nnadia@new.example', 'crs_other')), words.faults.refused);
  for (const caller of ['staff', 'member'] as const) {
    t.equal((await (await signedIn(app, CALLERS[caller].email)).get(ROSTER)).status, 403, caller);
  }
});

t.test('each row says what would happen, and nothing that an invitation would not allow', async (t) => {
  const all = await made(t);
  const { app, courseId } = all;
  const { operations, runOperation } = app.school;
  for (const email of ['gone@new.example', 'held@new.example', 'still@new.example', 'enrolled@new.example']) {
    await runOperation(operations.invite_member, operatorOf(all), { email });
  }
  const idWith = async (email: string): Promise<string> => (await memberWith(all, email))?.id ?? '';
  await runOperation(operations.remove_member, operatorOf(all), { id: await idWith('gone@new.example') });
  await runOperation(operations.suspend_member, operatorOf(all), { id: CALLERS.instructor.id });
  await runOperation(operations.enroll_student, operatorOf(all), {
    courseId,
    memberId: await idWith('enrolled@new.example'),
  });
  const admin = await signedIn(app, CALLERS.admin.email);
  const cases: readonly (readonly [row: string, expected: RegExp])[] = [
    ['Nadia,nadia@new.example,', /^new \+ .* Member Invited and enrolled$/],
    ['Emil,emil@new.example,staff', /^new \+ .* Staff Invited and enrolled$/],
    ['Amir,amir@new.example,admin', /^new \+ .* Administrator Invited and enrolled$/],
    ['Olga,olga@new.example,owner', /^error ! .* owner Owners change/],
    ['Tomas,tomas@students,', /^error ! .*Not an e-mail address/],
    ['Lea,lea@new.example,Teachr', /^error ! .*Teachr No such role/],
    ['Nadia again,NADIA@new.example,', /^error ! .*In the list twice/],
    ['Bad\u202ename,bad@new.example,', /^error ! .*Not a name/],
    ['Gone,gone@new.example,', /^error ! .*Was removed or declined/],
    [`Ivan,${CALLERS.instructor.email},admin`, /^error ! .*Suspended/],
    [`Me,${CALLERS.admin.email},member`, /^error ! .*your own role/],
    [`Ruth,${CALLERS.owner.email},member`, /^error ! .*Owners change/],
    [`Noor,${CALLERS.staff.email},instructor`, /^changed ~ .* Staff Instructor Role changes; enrolled$/],
    ['Somebody,still@new.example,', /^changed ~ .* Member Enrolled$/],
    ['Enrolled,enrolled@new.example,', /^same = .* Member Nothing$/],
    [`Hugo,${CALLERS.foreignOwner.email},`, /^new \+ .* Member Invited and enrolled$/],
  ];
  const page = await compare(admin, ['name,email,role', ...cases.map(([row]) => row)].join('\n'), courseId);
  const found: string[] = [];
  for (const kind of ['error', 'new', 'changed', 'same'])
    found.push(...shownRows(await admin.get(`${page.url}?show=${kind}`)));
  for (const [row, expected] of cases) {
    const line = cases.findIndex(([one]) => one === row) + 2;
    t.match(found.find((one) => new RegExp(`^\\w+ \\S ${line} `).test(one)) ?? '', expected, row);
  }
  t.equal(shownRows(page)[0]?.startsWith('error'), true, 'errors first');
  t.ok(shownRows(page).filter((one) => one.startsWith('error')).length === 3, 'three of a kind');
  t.match(page.body, /<del>Staff<\/del> <ins>Instructor<\/ins>/);
  t.equal((await all.owner.get(page.url)).status, 404, 'shown to the person who uploaded it');
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  t.not((await hugo.get(page.url)).status, 200);
  t.not((await hugo.get(`/admin/${HARBOUR.slug}/roster/${idOf(page)}`)).status, 200, 'of another school');
});

t.test(
  'a confirmed list is carried out as shown, asks for the password for roles, and can be taken back',
  async (t) => {
    const all = await made(t);
    const { app, clock, courseId, owner } = all;
    const { operations, runOperation } = app.school;
    for (const email of ['missing@new.example', 'stays@new.example']) {
      await runOperation(operations.enroll_student, operatorOf(all), { courseId, email });
    }
    const enrolledIn = async (email: string): Promise<string | undefined> => {
      const member = await memberWith(all, email);
      const [row] =
        member === undefined ? [] : await app.school.enrollments.inCourse(RIVERSIDE.id, courseId, [member.id]);
      return row?.status;
    };
    const list = `name,email,role\nNadia Okafor,nadia@new.example,\nEmil,emil@new.example,instructor\nNoor,${CALLERS.staff.email},instructor\nStays,stays@new.example,\n`;
    const page = await compare(owner, list, courseId);
    t.match(said(page), words.submit({ count: 3 }));
    t.match(said(page), words.kinds.missing);
    const asked = await owner.submit(page, '/import', { end_missing: 'yes' });
    t.match(asked.body, /name="password"/, 'roles ask for the password');
    t.equal(await memberWith(all, 'nadia@new.example'), undefined);
    clock.now += 1000;
    t.equal((await owner.submit(asked, '/import', { password: 'not the password' })).status, 400);
    t.equal(await memberWith(all, 'nadia@new.example'), undefined, 'the password is wrong');
    const done = await owner.submit(asked, '/import', { password: PASSWORD });
    t.match(said(done), /changes made/);
    t.match(await memberWith(all, 'nadia@new.example'), { status: 'invited', role: 'member', name: 'Nadia Okafor' });
    t.match(await memberWith(all, 'emil@new.example'), { status: 'invited', role: 'instructor' });
    t.match(await memberWith(all, CALLERS.staff.email), { status: 'active', role: 'instructor' });
    t.equal(await enrolledIn('nadia@new.example'), 'active');
    t.equal(await enrolledIn('missing@new.example'), 'revoked');
    t.equal(await enrolledIn('stays@new.example'), 'active');
    const again = await owner.submit(done, '/import').catch(() => undefined);
    t.equal(again, undefined, 'there is nothing to go on with');

    clock.now += 1000;
    await app.school.members.updateNotes(
      RIVERSIDE.id,
      [
        {
          id: (await memberWith(all, 'emil@new.example'))?.id ?? '',
          notes: { note: 'seen' },
          seen: (await memberWith(all, 'emil@new.example'))?.updatedAt ?? 0,
        },
      ],
      [],
    );
    const undo = await owner.get(`${done.url}/undo`);
    t.equal((await owner.submit(undo, '/undo', { password: 'not the password' })).status, 400);
    const undone = await owner.submit(undo, '/undo', { password: PASSWORD });
    t.match(said(undone), words.states.undone);
    t.match(said(undone), words.result.kept({ count: 1 }), 'what has changed since is kept');
    t.equal(await memberWith(all, 'nadia@new.example'), undefined);
    t.match(await memberWith(all, 'emil@new.example'), { status: 'invited' });
    t.match(await memberWith(all, CALLERS.staff.email), { role: 'staff' });
    t.equal(await enrolledIn('missing@new.example'), 'active');

    const third = await compare(owner, list, courseId);
    t.match(
      shownRows(third).find((row) => row.includes('nadia@')),
      /^new /,
      'what was taken back can be imported again',
    );
  },
);

t.test('what has changed since it was shown is left as it is', async (t) => {
  const all = await made(t);
  const { app, clock, owner } = all;
  const { operations, runOperation } = app.school;
  const list = `name,email,role\nNadia,nadia@new.example,\nEmil,emil@new.example,\nNoor,${CALLERS.staff.email},member`;
  const page = await compare(owner, list);
  clock.now += 1000;
  await runOperation(operations.invite_member, operatorOf(all), { email: 'emil@new.example', role: 'instructor' });
  await runOperation(operations.change_role, operatorOf(all), { id: CALLERS.staff.id, role: 'admin' });
  const done = await owner.submit(await owner.submit(page, '/import'), '/import', { password: PASSWORD });
  t.match(said(done), words.result.skipped({ count: 2 }));
  t.match(await memberWith(all, 'emil@new.example'), { role: 'instructor' });
  t.match(await memberWith(all, CALLERS.staff.email), { role: 'admin' });
  t.match(await memberWith(all, 'nadia@new.example'), { role: 'member' });

  const expired = await compare(owner, 'email\nlate@new.example');
  clock.now += 3_600_001;
  t.equal((await owner.get(expired.url)).status, 404, 'what was shown ends after an hour');
});

t.test('an import that was interrupted goes on where it stopped, and does each row once', async (t) => {
  const file = databaseFile(t);
  const options = {
    databaseUrl: file.url,
    dataDir: temporaryFolder(t),
    oneNode: 'one is stopped, and another goes on',
  };
  const all = await made(t, options);
  const { app, courseId, owner } = all;
  const list = `email\n${Array.from({ length: 450 }, (_, at) => `p${at}@new.example`).join('\n')}`;
  const page = await compareFile(owner, Buffer.from(list), courseId);
  const find = async (at: typeof app) => {
    const roster = await at.school.rosters.find(RIVERSIDE.id, idOf(page), at.clock());
    if (roster === undefined) throw new Error('the import is missing');
    return roster;
  };
  const work = app.school.roster.carryOut(operatorOf(all), await find(app), false);
  while ((await app.school.rosters.outcomes(idOf(page))).done === undefined) await new Promise(setImmediate);
  await app.close();
  await work;

  const { app: next, clock } = await testApp(t, options);
  const stopped = await find(next);
  t.equal(stopped.state, 'running');
  const before = (await next.school.rosters.outcomes(stopped.id)).done ?? 0;
  t.ok(before > 0 && before < 450, `${before} rows were done`);
  // The lease of a server that was killed ends by itself.
  clock.now += 61_000;
  const browser = await signedIn(next, CALLERS.owner.email);
  const shown = await browser.get(page.url);
  t.match(said(shown), words.states.running);
  await Promise.all([browser.submit(shown, '/import'), browser.submit(shown, '/import')]);
  while ((await find(next)).state === 'running') await new Promise(setImmediate);
  t.strictSame(await next.school.rosters.outcomes(stopped.id), { done: 450 });
  const invited = await file.rows("select count(*) as many from memberships where invited_email like 'p%@new.example'");
  t.equal(Number(invited[0]?.many), 450);
  const events = await file.rows("select event from audit_events where event = 'roster_imported'");
  t.equal(events.length, 1, 'one event for the import');
});

t.test('a list that was only compared can be corrected, and the page of an import leads on', async (t) => {
  const all = await made(t);
  const { courseId, owner } = all;
  const shown = await compare(owner, 'Lena Fischer,lena@new.example\nBo,not an address', courseId);
  const [, again = ''] = /href="([^"]*again=[^"]*)"/.exec(shown.body) ?? [];
  const form = await owner.get(again);
  t.match(form.body, /<textarea id="rows"[^>]*>\s*Lena Fischer,lena@new\.example,\s*Bo,not an address,\s*<\/textarea>/);
  t.match(form.body, new RegExp(`<option value="${courseId}" selected>`));
  const admin = await signedIn(all.app, CALLERS.admin.email);
  t.notMatch((await admin.get(again)).body, 'lena@new.example', 'nor is it shown to anyone else');
  const done = await owner.submit(shown, '/import');
  t.match(said(done), words.result.invited({ count: 1 }));
  for (const [href, text] of [
    [`/admin/riverside/enrollments?courseId=${courseId}`, 'Lena Fischer'],
    ['/admin/riverside/members?status=invited', 'Lena Fischer'],
  ] as const) {
    t.match(done.body, `href="${href}"`);
    t.match(said(await owner.get(href)), text);
  }
});

t.test('rows keep their numbers when a list is corrected, and an import says which it left out', async (t) => {
  const { courseId, owner } = await made(t);
  for (const [head, line] of [
    ['', 2],
    ['Name,Email\n', 3],
  ] as const) {
    const shown = await compare(owner, `${head}Lena Fischer,lena${line}@new.example\nBo,not an address`, courseId);
    const wrong = new RegExp(`^error ! ${line} Bo`);
    t.match(shownRows(shown)[0] ?? '', wrong);
    const [, again = ''] = /href="([^"]*again=[^"]*)"/.exec(shown.body) ?? [];
    const form = await owner.get(again);
    const [, rows = ''] = /<textarea id="rows"[^>]*>\s*([^<]*)<\/textarea>/.exec(form.body) ?? [];
    const next = await owner.submit(form, '/compare', { rows, course: courseId });
    t.match(shownRows(next)[0] ?? '', wrong, 'when it is compared once more');
    t.match(said(await owner.submit(next, '/import')), words.result.wrong({ count: 1 }));
  }
});

t.test('the rows of an import that stopped are kept for a day, and then it ends with what was done', async (t) => {
  const file = databaseFile(t);
  const all = await made(t, { databaseUrl: file.url });
  const { app, clock, courseId, owner } = all;
  const page = await compareFile(owner, Buffer.from('email\nkept@new.example'), courseId);
  const find = async () => {
    const roster = await app.school.rosters.find(RIVERSIDE.id, idOf(page), app.clock());
    if (roster === undefined) throw new Error('the import is missing');
    return roster;
  };
  const now = app.clock();
  const begun = { state: 'running', confirmedAt: now, expiresAt: now + 30 * 86_400_000 } as const;
  t.ok(await app.school.rosters.move(await find(), begun));
  t.equal(Number(await file.read('select max(expires_at) from roster_parts')), now + 86_400_000);
  clock.advance(86_400_000 + 1);
  await file.edit('delete from roster_parts where expires_at < ?', clock.now);
  await app.school.roster.carryOut(operatorOf(all), await find(), false);
  t.equal((await find()).state, 'done');
  t.strictSame(await app.school.rosters.outcomes(idOf(page)), {});
});
