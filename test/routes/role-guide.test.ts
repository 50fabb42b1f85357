/** The table of roles beside the choice of a role says what the server decides. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { SCOPE_SUBJECTS, SCOPES } from '../../schema/oauth/scope.ts';
import { ROLES } from '../../schema/people/role.ts';
import { adminApp, CALLERS, clientOf, RIVERSIDE } from '../support/admin.ts';
import { obtainTokens } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const { admin, members, roles } = textFor('en');

const ADMIN = '/admin/riverside';
const guide = members.roleGuide;

/** The cells of the table, by the label of the row and the name of the column. */
function tableOf(body: string): Map<string, Map<string, string>> {
  const cells = (row: string, tag: string): string[] =>
    [...row.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => text);
  const table = /<table[^>]*>[\s\S]*?<\/table>/.exec(body)?.[0] ?? '';
  const [head = '', ...rows] = table.split('<tr>').slice(1);
  const [, ...names] = cells(head, 'th');
  return new Map(
    rows.map((row) => [cells(row, 'th')[0] ?? '', new Map(cells(row, 'td').map((cell, i) => [names[i] ?? '', cell]))]),
  );
}

const WORD = { edit: guide.abilities.edit, view: guide.abilities.view, none: guide.abilities.none };

t.test('the table of roles says of each role what the server grants it [D2]', async (t) => {
  const { app } = await adminApp(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  const invitation = tableOf((await owner.get(`${ADMIN}/members/invite`)).body);
  const change = tableOf((await owner.get(`${ADMIN}/members/${CALLERS.member.id}`)).body);
  t.strictSame(change, invitation, 'the same where a role is changed');
  t.equal(invitation.size, SCOPE_SUBJECTS.length + 2);

  for (const role of ROLES) {
    const { email } = CALLERS[role];
    const shown = (row: string): string | undefined => invitation.get(row)?.get(roles[role]);
    const asked = { scope: SCOPES.join(' '), prompt: 'consent' };
    const tokens = await obtainTokens(app, clientOf(RIVERSIDE.id), asked, { email, site: RIVERSIDE.id });
    const granted = new Set(tokens.scope.split(' '));
    for (const subject of SCOPE_SUBJECTS) {
      const word = granted.has(`${subject}:write`) ? 'edit' : granted.has(`${subject}:read`) ? 'view' : 'none';
      t.equal(shown(guide.subjects[subject]), WORD[word], `${role}: ${subject}`);
    }
    const browser = await signedIn(app, email);
    const isOpen = async (path: string): Promise<boolean> => (await browser.get(`${ADMIN}${path}`)).status === 200;
    const pages = (await isOpen('/members/invite')) ? 'edit' : (await isOpen('/members')) ? 'view' : 'none';
    t.equal(shown(guide.adminPages), WORD[pages], `${role}: admin pages`);
    if (role === 'staff') {
      const { overview, members: all, connections } = admin.area.pages;
      const text = said(await owner.get(`${ADMIN}/members/invite`));
      const { courses, events, posts, orders, enrollments } = textFor('en').content.areas;
      const content = [courses, events, posts, orders].map(({ title }) => title);
      const pages = [overview, ...content, all, enrollments.title, connections].join(', ');
      t.match(text, guide.staffPages({ pages }), 'by their names');
      const links = linksOf(await browser.get(ADMIN)).filter((href) => /^\/admin\/riverside(\/[a-z]+)?$/.test(href));
      const areas = ['connections', 'courses', 'enrollments', 'events', 'members', 'orders', 'posts'];
      t.strictSame([...new Set(links)].toSorted(), [ADMIN, ...areas.map((area) => `${ADMIN}/${area}`)]);
    }
    const ownership = (await isOpen('/settings/second-factor/admins')) ? 'edit' : 'none';
    t.equal(shown(guide.ownership), WORD[ownership], `${role}: ownership`);
  }
});
