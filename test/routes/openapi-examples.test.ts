/** The examples of `/openapi.json` are sent to a server, in the order in which they make sense, and compared with its answers. */
import t from 'tap';
import type { ApiDescription } from '../../schema/data/api-description.ts';
import { adminApp } from '../support/admin.ts';
import { likened, World } from '../support/api-examples.ts';

/** What an answer has of the demo, whose people and counts are others than those of the example. */
const OF_THE_DEMO: Readonly<Record<string, readonly string[]>> = {
  members: ['email', 'name', 'locale', 'lastSeenAt', 'marketingConsent', 'tags', 'customFields', 'note'],
  school: ['slug'],
  coupons: ['coupons'],
  lecturers: ['lecturerIds', 'position'],
  events: ['registeredCount'],
  appearance: ['logoAssetId', 'faviconAssetId'],
  membership_plans: ['subscriberCount'],
};

t.test('every example of the admin API is accepted, and its answer is what the server says [A17]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const description: ApiDescription = (await app.inject('/openapi.json')).json();
  const world = new World({ app }, await tokenOf('owner'), description);
  for (const name of world.order) {
    const { operation, path } = world.described(name);
    await world.prepare(name);
    const { status, answer, body } = await world.runInOrder(name);
    const success = Object.keys(operation.responses).find((one) => one.startsWith('2'));
    t.equal(String(status), success, `${name}: ${status < 300 ? '' : body}`);
    // Those that read are sent to a school that has what their examples show.
    if (status >= 300 || answer === undefined || world.isRead(name)) continue;
    const example = world.answerOf(name);
    const own = OF_THE_DEMO[path.split('/')[3] ?? ''] ?? [];
    t.strictSame(likened(without(answer, own)), likened(without(example, own)), `${name} answers like this`);
  }
});

/** @returns the value without the members of these names, at any depth */
function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, names));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(entries.map(([name, one]) => [name, without(one, names)]));
}
