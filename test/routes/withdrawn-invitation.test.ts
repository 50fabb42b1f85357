/** Who is only invited is not removed like a member: the invitation is withdrawn, and the audit log says so. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { adminApp, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const MEMBERS = '/admin/riverside/members';
const LOG = '/admin/riverside/audit';
const { members } = textFor('en');

/** Invites an address, and returns the page of whoever has it. */
async function invite(browser: Browser, email: string): Promise<string> {
  const done = await browser.submit(await browser.get(`${MEMBERS}/invite`), '/invite', { email, role: 'member' });
  return done.url.split('?')[0] ?? '';
}

t.test('an invitation is withdrawn, which the page and the audit log call so', async (t) => {
  const { app } = await adminApp(t);
  const admin = await signedIn(app, CALLERS.admin.email);
  const page = await invite(admin, 'one@new.example');
  const { withdraw } = members.invitation;
  const shown = await admin.get(page);
  t.match(said(shown), withdraw.title);
  t.notMatch(said(shown), members.member.remove);
  t.ok(linksOf(shown).includes(`${page}/withdraw`));

  const ask = await admin.get(`${page}/withdraw`);
  t.match(said(ask), withdraw.ask({ name: 'one@new.example' }));
  t.equal((await admin.submit(ask, '/withdraw', { password: 'wrong-wrong-wrong' })).status, 400);
  t.match(said(await admin.get(page)), withdraw.title, 'not without the password');
  const done = await admin.submit(ask, '/withdraw', { password: PASSWORD });
  t.equal(done.url, `${MEMBERS}?done=uninvited`);
  t.match(said(done), withdraw.done);
  t.notMatch(said(done), 'one@new.example');
  t.equal((await admin.get(page)).status, 404);

  const member = `${MEMBERS}/${CALLERS.member.id}`;
  await admin.submit(await admin.get(`${member}/remove`), '/remove', { password: PASSWORD });
  for (const language of LANGUAGES) {
    admin.headers['accept-language'] = language;
    const { audit, events } = textFor(language);
    const target = 'one@new.example';
    const sentence = events.member_removed.invited.log({ who: 'Ada Minster', target });
    const removals = said(await admin.get(`${LOG}?event=member_removed`));
    t.match(removals, CALLERS.member.email, language);
    t.notMatch(removals, target, language);
    const withdrawals = said(await admin.get(`${LOG}?event=invitation_withdrawn`));
    t.match(withdrawals, sentence, language);
    t.notMatch(withdrawals, CALLERS.member.email, language);
    t.match(withdrawals, audit.filter.withdrawn, language);
  }
});

t.test('who joins before the invitation is withdrawn stays a member', async (t) => {
  const { app } = await adminApp(t);
  const admin = await signedIn(app, CALLERS.admin.email);
  const { email, id } = CALLERS.foreignOwner;
  const page = await invite(admin, email);
  const ask = await admin.get(`${page}/withdraw`);
  const hugo = await signedIn(app, email);
  await hugo.submit(await hugo.get('/account'), '/accept');
  t.equal((await admin.submit(ask, '/withdraw', { password: PASSWORD })).status, 404);
  t.match(await app.school.members.find(RIVERSIDE.id, id), { status: 'active' });
  t.match(said(await admin.get(page)), members.member.remove, 'who is removed like any other');
});
