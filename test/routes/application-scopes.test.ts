import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { adminApp, CALLERS } from '../support/admin.ts';
import type { Page } from '../support/browser.ts';
import { signedIn } from '../support/signed-in.ts';

const NEW = '/admin/riverside/applications/new';

interface Group {
  isOpen: boolean;
  said: string;
  boxes: number;
  ticked: number;
}

const groupsOf = ({ body }: Page): Record<string, Group> =>
  Object.fromEntries(
    [...body.matchAll(/<details class="scopes"( open)?><summary>([\s\S]*?)<\/summary>([\s\S]*?)<\/details>/g)].map(
      ([, open, summary = '', inner = '']) => [
        /id="scopes-([a-z]+)"/.exec(summary)?.[1] ?? '',
        {
          isOpen: open !== undefined,
          said: summary.replace(/<[^>]*>/g, '').replace(/\s+/g, ' '),
          boxes: inner.split('type="checkbox"').length - 1,
          ticked: inner.split(' checked').length - 1,
        },
      ],
    ),
  );

t.test('the scopes of an application are offered in groups with headings and the number chosen [E-33]', async (t) => {
  const { app } = await adminApp(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  for (const language of LANGUAGES) {
    const text = textFor(language);
    owner.headers['accept-language'] = language;
    const groups = groupsOf(await owner.get(NEW));
    t.strictSame(Object.keys(groups), ['identity', 'own', 'read', 'write']);
    for (const [name, { isOpen, said, boxes, ticked }] of Object.entries(groups)) {
      t.ok(boxes > 1, name);
      t.equal(isOpen, ticked > 0, `${name} is open where something is chosen`);
      const title = text.consent.groups[name as keyof typeof text.consent.groups];
      t.equal(said, `${title} ${text.applications.form.scopes.chosen} ${ticked}/${boxes}`);
    }
  }
  owner.headers['accept-language'] = 'en';
  const page = await owner.get(NEW);
  const chosen = await owner.submit(page, '/new', {
    name: '',
    scope: ['courses:write', 'posts:write'],
    kind: 'public',
  });
  t.match(groupsOf(chosen), {
    identity: { isOpen: false, ticked: 0 },
    own: { isOpen: false },
    read: { isOpen: false },
    write: { isOpen: true, ticked: 2, said: / 2\/\d+$/ },
  });
  const none = await owner.submit(page, '/new', { name: 'Without', scope: [], kind: 'public' });
  t.equal(none.status, 400);
  t.ok(
    Object.values(groupsOf(none)).every(({ isOpen }) => isOpen),
    'where none is chosen, each is open to choose from',
  );
});
