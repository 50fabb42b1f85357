/** The order in which visitors find posts and events of a school, on its pages and by the public tools. */
import t from 'tap';
import { DAY, event, HOUR, NORTH, schools } from '../support/account.ts';
import { callTool } from '../support/mcp.ts';

const { app, clock } = await schools(t);
const { now } = clock;

const post = (id: string, createdAt: number, publishAt: number) => ({
  ...{ id, slug: id.replaceAll('_', '-'), title: id, bodyMarkdown: '', authorId: 'usr_bob', createdAt, publishAt },
  ...{ visibility: 'public' as const, status: 'published' as const, updatedAt: now },
});

await app.school.content.add(NORTH.id, {
  posts: [
    post('pst_long_planned', now - 9 * DAY, now - HOUR),
    post('pst_quick', now - 2 * DAY, now - DAY),
    post('pst_planned', now - 8 * DAY, now + HOUR),
  ],
  events: [
    event('evt_running', now - HOUR, { endsAt: now + HOUR }),
    event('evt_next', now + DAY, { endsAt: now + DAY + HOUR }),
    event('evt_over', now - DAY, { endsAt: now - HOUR }),
  ],
});

async function slugsAt(path: string, kind: string): Promise<(string | undefined)[]> {
  const { body } = await app.inject({ url: `/schools/north${path}`, headers: { accept: 'text/html' } });
  return [...body.matchAll(new RegExp(`href="/schools/north/${kind}/([^"]+)"`, 'g'))].map(([, slug]) => slug);
}

t.test('posts are listed with the one published last first, whenever they were written [D5]', async (t) => {
  const byTool = async () => {
    const { result } = await callTool(app, 'list_public_posts', { school: 'north' });
    return result.structuredContent?.nodes?.map(({ slug }) => String(slug));
  };
  const first = ['pst-long-planned', 'pst-quick'];
  t.strictSame([await slugsAt('/posts', 'posts'), await slugsAt('', 'posts'), await byTool()], [first, first, first]);
  clock.advance(HOUR);
  const then = ['pst-planned', ...first];
  t.strictSame([await slugsAt('/posts', 'posts'), await slugsAt('', 'posts'), await byTool()], [then, then, then]);
  clock.advance(-HOUR);
});

t.test('an event is one of the next until it ends, and from then on an earlier one [D5]', async (t) => {
  const listed = async () => [
    await slugsAt('', 'events'),
    await slugsAt('/events', 'events'),
    await slugsAt('/past-events', 'events'),
  ];
  const next = ['evt-running', 'evt-next'];
  t.strictSame(await listed(), [next, next, ['evt-over']]);
  clock.advance(HOUR - 1000);
  t.strictSame(await listed(), [next, next, ['evt-over']], 'a second before its end');
  clock.advance(1000);
  t.strictSame(await listed(), [['evt-next'], ['evt-next'], ['evt-running', 'evt-over']], 'at its end');
});
