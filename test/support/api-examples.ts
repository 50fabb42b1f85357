/** Sends the examples of `/openapi.json` to a server, in the order in which they make sense. */
import type { FastifyInstance } from 'fastify';
import type { ApiDescription, ApiOperation } from '../../schema/data/api-description.ts';
import { resolved } from '../../schema/data/api-description.ts';
import { call } from './admin.ts';

/** What comes before the others. Whatever is not listed follows, and what deletes comes last. */
const FIRST = [
  'create_upload complete_upload delete_asset',
  'create_lecturer update_lecturer reorder_lecturers delete_lecturer',
  'create_course update_course delete_course publish_course unpublish_course archive_course',
  'create_section create_lecture update_section update_lecture move_lecture reorder_outline',
  'enroll_student extend_enrollment set_enrollment_expiry reset_progress revoke_enrollment set_lifetime_access',
  'invite_member bulk_enroll_students suspend_member reinstate_member',
  'create_event update_event delete_event publish_event register_member cancel_registration mark_attended',
  'create_coupon update_coupon bulk_generate_coupons disable_coupon',
  'create_digital_product update_digital_product attach_digital_product_file detach_digital_product_file',
  'publish_digital_product',
  'create_membership_plan update_membership_plan publish_membership_plan grant_subscription extend_subscription',
  'cancel_subscription resume_subscription pause_subscription archive_membership_plan',
  'archive_digital_product',
  'create_post update_post schedule_post publish_post unpublish_post',
  'create_page update_page publish_page unpublish_page resend_invitation get_page delete_page',
].flatMap((line) => line.split(' '));
/** The state that an example starts from, where the ones before it have not led there. */
const BEFORE: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  delete_membership_plan: (world) => world.draft('/membership_plans', { name: 'Draft', planType: 'lifetime' }),
  resend_invitation: async (world) => {
    const invited = await world.call('POST', '/members', { email: 'invited.again@school.example' });
    world.learn(invited.json.id);
  },
  delete_digital_product: (world) => world.draft('/digital_products', { title: 'Draft' }),
  complete_upload: (world) => world.upload(),
  create_lecturer: async (world) => {
    await world.run('create_upload');
    await world.upload();
    await world.run('complete_upload');
  },
  create_course: (world) => world.run('create_lecturer'),
  publish_course: (world) => world.run('create_course'),
  enroll_student: (world) => world.run('publish_course'),
  set_lifetime_access: (world) => world.run('enroll_student'),
  publish_event: (world) => world.run('create_event'),
  mark_attended: (world) => world.run('register_member'),
  resume_subscription: async (world) => {
    const granted = await world.call('POST', '/subscriptions', {
      memberId: 'usr_demo_ben',
      planId: world.known.get('pln'),
    });
    world.learn(granted.json.id);
    await world.call('POST', `/subscriptions/${granted.json.id}/cancel`, { when: 'period_end' });
  },
  set_homepage: async (world) => {
    await world.run('create_page');
    await world.run('publish_page');
  },
};
/** A picture of one pixel: what the examples announce as their file. */
const FILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==',
  'base64',
);
const ID = /^([a-z]{3,4})_[\w-]+$/;

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** @returns the value without what differs from one call to the next: ids of one kind are alike, and so are instants */
export function likened(value: unknown): unknown {
  if (typeof value === 'string') {
    const kind = ID.exec(value)?.[1];
    if (kind !== undefined) return `${kind}_…`;
    if (INSTANT.test(value)) return 'an instant';
    return /^https?:.*signature=/.test(value) ? 'a signed URL' : value;
  }
  if (Array.isArray(value)) return value.map(likened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, likened(one)]));
}

interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

const operationsOf = ({ paths }: ApiDescription): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** @returns the value with every id replaced by that of something which exists and is of the same kind */
function withKnownIds(value: unknown, known: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return known.get(ID.exec(value)?.[1] ?? '') ?? value;
  if (Array.isArray(value)) return value.map((one) => withKnownIds(one, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withKnownIds(one, known)]));
}

export class World {
  readonly app: FastifyInstance;
  readonly description: ApiDescription;
  readonly known = new Map<string, string>();
  readonly token: string;
  readonly all: ReadonlyMap<string, Described>;
  readonly lecturers: string[] = [];
  uploadUrl = '';

  constructor({ app }: { app: FastifyInstance }, token: string, description: ApiDescription) {
    this.app = app;
    this.token = token;
    this.description = description;
    const admin = operationsOf(description).filter(({ path }) => path.startsWith('/api/v1'));
    this.all = new Map(admin.map((one) => [one.operation.operationId, one]));
  }

  /** Sends the example of an operation. @param more parameters of the query that need not be there */
  async run(name: string, more: Readonly<Record<string, string>> = {}) {
    const { method, path, operation } = this.described(name);
    const parameters = (operation.parameters ?? []).map((one) => resolved(this.description, 'parameters', one));
    const idOf = (given: string): string => {
      const example = parameters.find((one) => one.name === given && one.in === 'path')?.schema.examples?.[0];
      return String(withKnownIds(example, this.known));
    };
    const query = parameters.filter((one) => one.in === 'query' && one.required);
    const search = new URLSearchParams([
      ...query.map((one): [string, string] => [one.name, String(one.schema.examples?.[0] ?? one.schema.enum?.[0])]),
      ...Object.entries(more),
    ]);
    const example = operation.requestBody?.content['application/json']?.example;
    const body = withKnownIds(example, this.known) as object;
    const response = await this.app.inject({
      method: method as 'GET',
      url: `${path.replaceAll(/\{(\w+)\}/g, (_all, given) => idOf(given))}?${search}`,
      headers: { authorization: `Bearer ${this.token}` },
      ...(example === undefined
        ? {}
        : { payload: name === 'reorder_lecturers' ? { lecturerIds: this.lecturers } : body }),
    });
    const answer: unknown = response.body === '' ? undefined : response.json();
    if (response.statusCode < 300) this.note(name, answer as { id?: string } | undefined);
    return { status: response.statusCode, answer, body: response.body };
  }

  /** The example of the answer. */
  answerOf(name: string): unknown {
    const { responses } = this.described(name).operation;
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1] ?? { $ref: '' };
    return resolved(this.description, 'responses', success).content?.['application/json']?.example;
  }

  call = (method: string, path: string, body: object) => call(this.app, this.token, method, path, body);

  /** The names of the operations in the order in which their examples can be sent. */
  get order(): string[] {
    const names = [...this.all.keys()];
    const isLast = (name: string) => /^(delete|remove)_/.test(name);
    const order = [
      ...names.filter((name) => /^list_/.test(name) && !this.described(name).path.includes('{')),
      ...FIRST,
      ...names.filter((name) => !isLast(name)),
      ...names.filter(isLast).reverse(),
    ];
    return [...new Set(order)];
  }

  isRead = (name: string): boolean => this.described(name).method === 'GET';

  /** Brings about the state that an example starts from. */
  prepare = async (name: string) => BEFORE[name]?.(this);

  /** Sends the example of an operation that was prepared, as one of many. */
  async runInOrder(name: string) {
    const ran = await this.run(name);
    const { nodes } = (ran.answer ?? {}) as { nodes?: { id?: string }[] };
    if (ran.status >= 300 || !this.isRead(name)) return ran;
    for (const { id } of nodes ?? []) this.learn(id);
    if (name === 'list_lecturers') this.lecturers.push(...(nodes ?? []).map(({ id }) => String(id)));
    this.learn('usr_demo_ana');
    return ran;
  }

  /** Creates something that was never on sale. */
  async draft(path: string, body: object) {
    const price = { amount: 100, currency: 'EUR' };
    const created = await this.call('POST', path, { ...body, slug: 'never-sold', price });
    this.learn(created.json.id);
  }

  described(name: string): Described {
    const found = this.all.get(name);
    if (found === undefined) throw new Error(`${name} is not described`);
    return found;
  }

  /** Sends the file that `create_upload` announced. */
  upload() {
    const { pathname, search } = new URL(this.uploadUrl, 'http://localhost');
    const headers = { 'content-type': 'image/png' };
    return this.app.inject({ method: 'PUT', url: pathname + search, headers, payload: FILE });
  }

  /** Keeps what later examples are about. */
  note(name: string, answer: { id?: string; upload?: { url: string } } | undefined): void {
    if (answer?.upload !== undefined) this.uploadUrl = answer.upload.url;
    if (/^(create|grant|register|enroll)_/.test(name)) this.learn(answer?.id);
    if (name === 'create_lecturer') this.lecturers.push(String(answer?.id));
  }

  learn(id: unknown): void {
    const kind = ID.exec(String(id))?.[1];
    if (kind !== undefined) this.known.set(kind, String(id));
  }
}
