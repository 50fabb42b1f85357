/** The school and its appearance: there is one of each, which is read and changed. */
import { done, MERGE_PATCH, refused, same } from '../answers.ts';
import type { Api, Schemas } from '../client.ts';
import { type IfMatch, STALE, versionOf } from '../round-trip.ts';

export async function school(api: Api): Promise<void> {
  const before = (await done(api.GET('/api/v1/school'))).data;
  const update = (header: IfMatch, body: Schemas['UpdateSchoolRequest']) =>
    api.PATCH('/api/v1/school', { params: { header }, headers: MERGE_PATCH, body });
  const { description, supportUrl } = before;
  await refused(update(STALE, { description: 'Nothing' }), 412);
  const body = { description: 'Prints of all kinds.', supportUrl: null };
  const after = (await done(update(versionOf(before), body))).data;
  same(after, { ...before, ...body, updatedAt: after.updatedAt }, 'updated: what was said, and nothing else');
  same((await done(api.GET('/api/v1/school'))).data, after, 'read: as updated');
  await done(update(versionOf(after), { description, supportUrl }));
}

export async function appearance(api: Api): Promise<void> {
  const before = (await done(api.GET('/api/v1/appearance'))).data;
  const update = (header: IfMatch, body: Schemas['UpdateAppearanceRequest']) =>
    api.PATCH('/api/v1/appearance', { params: { header }, headers: MERGE_PATCH, body });
  await refused(update(STALE, { font: 'lora' }), 412);
  const body: Schemas['UpdateAppearanceRequest'] = {
    themeColor: '#204060',
    font: 'lora',
    headerLinks: [{ label: 'Courses', url: '/courses' }],
    homepageSections: [{ kind: 'hero', heading: 'Prints', columns: 2 }],
  };
  const after = (await done(update(versionOf(before), body))).data;
  same(after, { ...before, ...body, updatedAt: after.updatedAt }, 'updated: what was said, and nothing else');
  same((await done(api.GET('/api/v1/appearance'))).data, after, 'read: as updated');
  const reset = (await done(api.POST('/api/v1/appearance/reset'))).data;
  same([reset.font, reset.headerLinks.length], ['system', 0], 'reset');
}
