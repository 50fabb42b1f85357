/** A call of every operation that changes something, which is accepted and does something. */
import * as fc from 'fast-check';
import type { Operation } from '../../schema/school/operation.ts';
import { type AdminApp, type Answer, CALLERS, RIVERSIDE } from './admin.ts';
import { bodySchemaOf, fitting, toJson } from './arbitrary-input.ts';
import { kindOfSegment, knownIds } from './school-rows.ts';
import { picture, uploaded } from './uploads.ts';

/** How many inputs are tried of an operation without a recipe. */
export const TRIES = 60;

export interface Stage extends AdminApp {
  token: string;
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
}

export interface Attempt {
  path: string;
  body?: unknown;
}

/** What a thing has to be made of, or brought to, before this can be done to it. */
const made = async ({ ask }: Stage, path: string, body: unknown): Promise<string> => {
  const { status, json, body: text } = await ask('POST', path, body);
  if (status !== 201) throw new Error(`${path}: ${text}`);
  return String(json.id);
};
let count = 0;
const slug = (): string => {
  count += 1;
  return `made-${count}`;
};
const course = (stage: Stage) => made(stage, '/courses', { title: 'C', slug: slug() });
const section = async (stage: Stage, courseId: string) => made(stage, `/courses/${courseId}/sections`, { title: 'S' });
const lecture = (stage: Stage, sectionId: string) =>
  made(stage, `/sections/${sectionId}/lectures`, { title: 'L', kind: 'text' });
const email = (): string => `${slug()}@people.example`;
const invited = (stage: Stage) => made(stage, '/members', { email: email() });
const enrolled = async (stage: Stage, fields: object = {}) =>
  made(stage, '/enrollments', { courseId: await course(stage), email: email(), ...fields });
const product = (stage: Stage) =>
  made(stage, '/digital_products', { title: 'P', slug: slug(), price: { amount: 1, currency: 'EUR' } });
const event = async (stage: Stage) => {
  const times = { startsAt: '2027-03-01T10:00:00Z', endsAt: '2027-03-01T11:00:00Z', timezone: 'UTC' };
  const id = await made(stage, '/events', { title: 'E', slug: slug(), ...times });
  await stage.ask('POST', `/events/${id}/publish`);
  return id;
};
const registered = async (stage: Stage) =>
  made(stage, `/events/${await event(stage)}/registrations`, { memberId: CALLERS.member.id });
const subscribed = async (stage: Stage) => {
  const terms = { planType: 'recurring', interval: 'month', intervalCount: 1, price: { amount: 1, currency: 'EUR' } };
  const planId = await made(stage, '/membership_plans', { name: 'P', slug: slug(), allCourses: true, ...terms });
  await stage.ask('POST', `/membership_plans/${planId}/publish`);
  return made(stage, '/subscriptions', { memberId: CALLERS.member.id, planId });
};
const attached = async (stage: Stage) => {
  const [id, file] = [await product(stage), await uploaded(stage.app, stage.token, picture(slug()))];
  await stage.ask('POST', `/digital_products/${id}/attach_file`, { assetId: file.id });
  return { id, assetId: file.id };
};

/** Where what fits by its form does not say what would be accepted. */
export const RECIPES: Readonly<Record<string, (stage: Stage) => Promise<Attempt>>> = {
  delete_course: async (stage) => ({ path: `/courses/${await course(stage)}` }),
  async reorder_outline(stage) {
    const id = await course(stage);
    const [one, other] = [await section(stage, id), await section(stage, id)];
    const sections = [other, one].map((each) => ({ id: each, lectureIds: [] }));
    return { path: `/courses/${id}/reorder_outline`, body: { sections } };
  },
  async move_lecture(stage) {
    const id = await course(stage);
    const [from, to] = [await section(stage, id), await section(stage, id)];
    return { path: `/lectures/${await lecture(stage, from)}/move`, body: { sectionId: to } };
  },
  delete_section: async (stage) => ({ path: `/sections/${await section(stage, await course(stage))}` }),
  delete_lecture: async (stage) => ({
    path: `/lectures/${await lecture(stage, await section(stage, await course(stage)))}`,
  }),
  enroll_student: async (stage) => ({
    path: '/enrollments',
    body: { courseId: await course(stage), email: email() },
  }),
  bulk_enroll_students: async (stage) => ({
    path: '/enrollments/bulk',
    body: { courseId: await course(stage), students: [{ email: email() }, { memberId: CALLERS.member.id }] },
  }),
  extend_enrollment: async (stage) => ({
    path: `/enrollments/${await enrolled(stage, { expireDate: '2027-01-01' })}/extend`,
    body: { days: 3 },
  }),
  set_enrollment_expiry: async (stage) => ({
    path: `/enrollments/${await enrolled(stage)}/set_expiry`,
    body: { expireDate: '2027-02-01' },
  }),
  set_lifetime_access: async (stage) => ({
    path: `/enrollments/${await enrolled(stage, { expireDate: '2027-01-01' })}/set_lifetime`,
  }),
  revoke_enrollment: async (stage) => ({ path: `/enrollments/${await enrolled(stage)}/revoke` }),
  invite_member: async () => ({ path: '/members', body: { email: email(), role: 'admin' } }),
  tag_members: async (stage) => ({
    path: '/members/tag',
    body: { memberIds: [await invited(stage), await invited(stage)], add: ['new'] },
  }),
  async suspend_member() {
    return { path: `/members/${CALLERS.staff.id}/suspend` };
  },
  async reinstate_member() {
    return { path: `/members/${CALLERS.staff.id}/reinstate` };
  },
  change_role: async (stage) => ({ path: `/members/${await invited(stage)}/role`, body: { role: 'staff' } }),
  remove_member: async (stage) => ({ path: `/members/${await invited(stage)}` }),
  resend_invitation: async (stage) => ({ path: `/members/${await invited(stage)}/resend_invitation` }),
  delete_event: async (stage) => {
    const times = { startsAt: '2027-03-01T10:00:00Z', endsAt: '2027-03-01T11:00:00Z', timezone: 'UTC' };
    return { path: `/events/${await made(stage, '/events', { title: 'E', slug: slug(), ...times })}` };
  },
  cancel_event: async (stage) => ({ path: `/events/${await event(stage)}/cancel` }),
  register_member: async (stage) => ({
    path: `/events/${await event(stage)}/registrations`,
    body: { memberId: CALLERS.member.id },
  }),
  cancel_registration: async (stage) => ({ path: `/registrations/${await registered(stage)}/cancel` }),
  mark_attended: async (stage) => ({ path: `/registrations/${await registered(stage)}/attended` }),
  bulk_generate_coupons: async () => ({
    path: '/coupons/bulk_generate',
    body: { discountType: 'percent', percent: 5, count: 3 },
  }),
  create_coupon: async () => ({
    path: '/coupons',
    body: { code: slug().toUpperCase(), discountType: 'percent', percent: 5 },
  }),
  delete_coupon: async (stage) => ({
    path: `/coupons/${await made(stage, '/coupons', { code: slug().toUpperCase(), discountType: 'percent', percent: 5 })}`,
  }),
  grant_subscription: async (stage) => {
    const terms = { planType: 'lifetime', price: { amount: 1, currency: 'EUR' } };
    const planId = await made(stage, '/membership_plans', { name: 'P', slug: slug(), allCourses: true, ...terms });
    await stage.ask('POST', `/membership_plans/${planId}/publish`);
    return { path: '/subscriptions', body: { memberId: CALLERS.member.id, planId } };
  },
  cancel_subscription: async (stage) => ({ path: `/subscriptions/${await subscribed(stage)}/cancel`, body: {} }),
  async resume_subscription(stage) {
    const id = await subscribed(stage);
    await stage.ask('POST', `/subscriptions/${id}/cancel`, {});
    return { path: `/subscriptions/${id}/resume` };
  },
  extend_subscription: async (stage) => ({
    path: `/subscriptions/${await subscribed(stage)}/extend`,
    body: { days: 3 },
  }),
  async attach_digital_product_file(stage) {
    const { id: assetId } = await uploaded(stage.app, stage.token, picture(slug()));
    return { path: `/digital_products/${await product(stage)}/attach_file`, body: { assetId } };
  },
  async detach_digital_product_file(stage) {
    const { id, assetId } = await attached(stage);
    return { path: `/digital_products/${id}/detach_file`, body: { assetId } };
  },
  async reorder_lecturers(stage) {
    await made(stage, '/lecturers', { name: 'L', slug: slug() });
    const { json } = await stage.ask('GET', '/lecturers?first=100');
    return { path: '/lecturers/reorder', body: { lecturerIds: (json.nodes ?? []).map(({ id }) => String(id)) } };
  },
  delete_lecturer: async (stage) => ({
    path: `/lecturers/${await made(stage, '/lecturers', { name: 'L', slug: slug() })}`,
  }),
  create_upload: async () => ({ path: '/assets', body: { filename: 'a.png', contentType: 'image/png', size: 1 } }),
  async complete_upload(stage) {
    const id = await made(stage, '/assets', { filename: 'a.png', contentType: 'image/png', size: 1 });
    // Nothing came within the time there was.
    stage.clock.advance(16 * 60_000);
    return { path: `/assets/${id}/complete` };
  },
  delete_asset: async (stage) => ({
    path: `/assets/${(await uploaded(stage.app, stage.token, picture(slug()))).id}`,
  }),
  async set_homepage(stage) {
    const id = await made(stage, '/pages', { title: 'P', slug: slug() });
    await stage.ask('POST', `/pages/${id}/publish`);
    return { path: `/pages/${id}/homepage` };
  },
  delete_page: async (stage) => ({ path: `/pages/${await made(stage, '/pages', { title: 'P', slug: slug() })}` }),
};

/** Whatever fits by its form, to whatever there is. The same in every run: one that is accepted is all that is wanted. */
export async function anyAttempt(stage: Stage, operation: Operation, seed: number): Promise<Attempt> {
  const known = await knownIds(stage.app, RIVERSIDE.id);
  const path = operation.rest.path.replace(/([^/]+)\/:\w+/g, (_, segment: string) => {
    const kind = kindOfSegment(segment);
    const ids = (kind && known.get(kind)) ?? [];
    return `${segment}/${ids[seed % ids.length] ?? 'none'}`;
  });
  if (operation.rest.method === 'DELETE') return { path };
  const [body] = fc.sample(fitting(bodySchemaOf(operation), known), { seed, numRuns: 1 });
  return { path, body: toJson(body) };
}
