/**
 * The examples of requests and responses of the admin API. They are derived from the types, and only what follows from
 * rules between fields, or from what an operation does, is stated here. A test sends each of them to a server.
 */
import { z } from 'zod';
import type { Operation } from '../../schema/school/operation.ts';
import { exampleId, hasExampleId } from '../../schema/school/resource.ts';
import { DEFAULT_APPEARANCE } from '../../schema/school/resources/appearance.ts';
import { typeNames } from '../../schema/school/type-names.ts';
import { PAST, VALUES_OF_TYPE } from './sample-values.ts';
import { sampleOf } from './samples.ts';

type Values = Readonly<Record<string, unknown>>;

/** Values of the request of one operation. `undefined` leaves a field out. */
const OF_REQUEST: Readonly<Record<string, Values>> = {
  attach_digital_product_file: { name: 'First song.png' },
  bulk_enroll_students: { students: [{ email: 'ana@example.com', name: 'Ana Example' }] },
  bulk_generate_coupons: { amount: undefined, percent: 20, prefix: 'WELCOME' },
  cancel_subscription: { when: 'now' },
  change_role: { role: 'instructor' },
  create_upload: { contentType: 'image/png', size: 67 },
  enroll_student: { memberId: exampleId('usr'), email: undefined, name: undefined },
  extend_subscription: { until: undefined },
  invite_member: { role: 'member' },
  move_lecture: { position: 0 },
  reorder_outline: { sections: [{ id: exampleId('sec'), lectureIds: [exampleId('lec')] }] },
  schedule_post: { publishAt: '2035-09-01T08:00:00.000Z' },
  tag_members: { add: ['beginners'], remove: ['waiting'] },
};

const SIGNED_URL = `https://id.example.com/uploads/${exampleId('site')}/${exampleId('ast')}?expires=1788250500000&signature=xhGP2nXz&grant=731`;
const FILE = { assetId: exampleId('ast'), name: 'First song.png', size: 67 };
const PUBLISHED = { status: 'published', publishedAt: PAST };

/** Values that show in the response what an operation does. */
const OF_RESPONSE: Readonly<Record<string, Values>> = {
  archive_course: { status: 'archived', publishedAt: PAST },
  archive_digital_product: { status: 'archived' },
  archive_membership_plan: { status: 'archived' },
  attach_digital_product_file: { files: [FILE] },
  bulk_generate_coupons: { coupons: [{ id: exampleId('cpn'), code: 'WELCOME-K7QM2XW9RT' }] },
  cancel_event: { status: 'cancelled' },
  cancel_registration: { status: 'cancelled', cancelledBy: 'school' },
  cancel_subscription: { status: 'cancelled', endsAt: PAST, cancelledAt: PAST },
  complete_upload: { status: 'ready', url: SIGNED_URL },
  create_upload: {
    url: null,
    upload: {
      method: 'PUT',
      url: SIGNED_URL,
      headers: { 'content-type': 'image/png' },
      expiresAt: '2026-09-01T08:15:00.000Z',
    },
  },
  disable_coupon: { status: 'disabled' },
  extend_enrollment: { expireDate: '2035-10-30' },
  invite_member: { status: 'invited', lastSeenAt: null },
  resend_invitation: { status: 'invited', lastSeenAt: null },
  mark_attended: { status: 'attended' },
  pause_subscription: { status: 'paused', pausedAt: PAST, endsAt: null },
  publish_course: PUBLISHED,
  publish_digital_product: { status: 'published' },
  publish_event: { status: 'published' },
  publish_membership_plan: { status: 'active' },
  publish_page: PUBLISHED,
  publish_post: { status: 'published', publishAt: PAST },
  reset_appearance: DEFAULT_APPEARANCE,
  resume_subscription: { endsAt: null },
  revoke_enrollment: { status: 'revoked' },
  schedule_post: { status: 'scheduled' },
  set_homepage: { ...PUBLISHED, isHomepage: true },
  set_lifetime_access: { expireDate: null, hasLifetimeAccess: true },
  suspend_member: { status: 'suspended' },
  unpublish_course: { publishedAt: PAST },
  unpublish_page: { publishedAt: PAST },
};

export const requestExample = ({ name, output }: Operation, body: z.ZodObject): unknown =>
  replaced(sampleOf(body), VALUES_OF_TYPE[typeNames.get(output)?.id ?? ''], withoutReferences(body), OF_REQUEST[name]);

/** An example is sent as it stands, to a school that has no object with an invented id. */
const withoutReferences = ({ shape }: z.ZodObject): Values =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, type]) =>
      type instanceof z.ZodOptional && hasExampleId(String(sampleOf(type, name))) ? [[name, undefined]] : [],
    ),
  );

/** @param request the example of the request; undefined if it has no body */
export const responseExample = ({ name, output }: Operation, request: unknown): unknown =>
  output instanceof z.ZodObject
    ? replaced(sampleOf(output), isValues(request) ? echoed(request, output) : {}, omitted(output), OF_RESPONSE[name])
    : sampleOf(output);

/** The values of a request that its response repeats: those of fields with the same name and type. */
const echoed = (request: Values, { shape }: z.ZodObject): Values =>
  Object.fromEntries(
    Object.entries(request).filter(([name, value]) => shape[name] && z.safeParse(shape[name], value).success),
  );

/** Only requests that ask for it are answered with what is optional, such as a total count. */
const omitted = ({ shape }: z.ZodObject): Values =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, type]) => (type instanceof z.ZodOptional ? [[name, undefined]] : [])),
  );

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Returns an object in which the values replace those of the fields that it has; `undefined` leaves one out. */
function replaced(sample: unknown, ...overlays: readonly (Values | undefined)[]): unknown {
  if (!isValues(sample) || Array.isArray(sample)) return sample;
  const values: Values = Object.assign({}, ...overlays);
  const entries = Object.entries(sample).map(([name, value]) => [name, name in values ? values[name] : value] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
