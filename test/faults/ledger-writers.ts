/** Clients that change things other than tokens, and write into the ledger what was acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpBrowser, type HttpPage } from '../support/http-browser.ts';
import type { Answer, Outgoing } from '../support/server-process.ts';
import { PASSWORD } from '../support/settings.ts';
import { type Clerk, type Expected, isUnanswered } from './ledger.ts';
import type { Surroundings } from './ledger-tokens.ts';
import { type Check, check } from './report.ts';

const PAUSE_MS = 30;
const RETRY_MS = 200;
/** A key that a killed server has claimed is free again after this time at the latest. */
const CLAIM_MS = 125_000;

/** The values that something may have: the last that was acknowledged, and those whose answers were lost since. */
class Written<Value> {
  #possible: Value[];
  acknowledged = 0;
  unanswered = 0;

  constructor(first: Value) {
    this.#possible = [first];
  }

  get possible(): readonly Value[] {
    return this.#possible;
  }

  note(value: Value, isAcknowledged: boolean): void {
    this.#possible = isAcknowledged ? [value] : [...this.#possible, value];
    if (isAcknowledged) this.acknowledged += 1;
    else this.unanswered += 1;
  }

  /** It was found out which of the values it has. */
  settle(value: Value): void {
    this.#possible = [value];
  }
}

const COURSES = '{ viewer { enrolledCourses(first: 5, status: ACTIVE) { nodes { slug } } } }';
const lecturesOf = (slug: string): string =>
  `{ viewer { courseOutline(slug: "${slug}") { lectures { nodes { id isOpen durationSeconds positionSeconds } } } } }`;

interface Lecture {
  readonly id: string;
  readonly isOpen: boolean;
  readonly durationSeconds: number;
  readonly positionSeconds: number;
}

/** What the Account API answers to the queries above; any of it may be missing after an error. */
interface Viewed {
  readonly viewer?: {
    readonly enrolledCourses?: { readonly nodes: readonly { readonly slug: string }[] };
    readonly courseOutline?: { readonly lectures: { readonly nodes: readonly Lecture[] } };
  };
}

/** A member who watches a lecture. */
export class WatchClerk implements Clerk {
  readonly #token: string;
  readonly #around: Surroundings;
  #lecture: Lecture | undefined;
  #position = new Written(0);

  constructor(token: string, around: Surroundings) {
    this.#token = token;
    this.#around = around;
  }

  get acknowledged(): number {
    return this.#position.acknowledged;
  }

  async work(): Promise<void> {
    const { at, ledger } = this.#around;
    await sleep(PAUSE_MS);
    if (this.#lecture === undefined) {
      this.#lecture = (await this.#lectures(at())).find(
        ({ isOpen, durationSeconds }) => isOpen && durationSeconds > 60,
      );
      this.#position = new Written(this.#lecture?.positionSeconds ?? 0);
    }
    const { id, durationSeconds } = this.#lecture ?? { id: '', durationSeconds: 0 };
    if (id === '') return;
    const seconds = (this.#position.acknowledged + this.#position.unanswered) % durationSeconds;
    const query = `mutation { saveWatchPosition(lectureId: "${id}", positionSeconds: ${seconds}) { positionSeconds } }`;
    const answer = await this.#graphql(at(), query);
    if (answer.status >= 400 && !isUnanswered(answer)) ledger.unexpected.push(`${answer.status} ${answer.body}`);
    this.#position.note(seconds, answer.status === 200 && JSON.parse(answer.body).errors === undefined);
  }

  #graphql(origin: string, query: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.#token}` };
    return this.#around.ledger.ask(`${origin}/account/graphql`, { json: { query }, headers });
  }

  async #lectures(origin: string): Promise<Lecture[]> {
    const { viewer } = await this.#read(origin, COURSES);
    const lectures: Lecture[] = [];
    for (const { slug } of viewer?.enrolledCourses?.nodes ?? []) {
      const outline = await this.#read(origin, lecturesOf(slug));
      lectures.push(...(outline.viewer?.courseOutline?.lectures.nodes ?? []));
    }
    return lectures;
  }

  async #read(origin: string, query: string): Promise<Viewed> {
    const { status, body } = await this.#graphql(origin, query);
    return status === 200 ? (JSON.parse(body).data ?? {}) : {};
  }

  async compare(origin: string): Promise<readonly Check[]> {
    const found = (await this.#lectures(origin)).find(({ id }) => id === this.#lecture?.id)?.positionSeconds;
    return [
      check('watch position lost', this.#position.possible.includes(found ?? -1) ? [] : [found, this.#position], []),
    ];
  }

  events = (): readonly Expected[] => [];
}

interface Course {
  readonly id: string;
  readonly title: Written<string>;
}

/** A program that creates courses, with a key for each request, and renames them, which may be done twice. */
export class CourseClerk implements Clerk {
  readonly #token: string;
  readonly #around: Surroundings;
  readonly #name: string;
  readonly #courses: Course[] = [];
  #attempts = 0;
  /** Requests that were refused because a server had claimed their key and was gone. */
  refused = 0;

  constructor(name: string, token: string, around: Surroundings) {
    this.#name = name;
    this.#token = token;
    this.#around = around;
  }

  get created(): number {
    return this.#courses.length;
  }

  async work(): Promise<void> {
    await sleep(PAUSE_MS);
    if (this.#courses.length > 0 && this.#around.random() < 0.5) return this.#rename();
    this.#attempts += 1;
    // A course that was created twice would be refused the second time, because the slug is taken.
    const slug = `${this.#name}-${this.#attempts}`;
    const json = { title: slug, slug };
    const answer = await this.#insist({ json, headers: { 'idempotency-key': `create-${slug}` } }, '', 201);
    if (answer.status === 201) this.#courses.push({ id: JSON.parse(answer.body).id, title: new Written(slug) });
  }

  async #rename(): Promise<void> {
    const course = this.#courses.at(Math.floor(this.#around.random() * this.#courses.length));
    if (course === undefined) return;
    const title = `${this.#name} ${course.title.acknowledged + course.title.unanswered} of ${course.id}`;
    const unanswered = () => course.title.note(title, false);
    const answer = await this.#insist({ method: 'PATCH', json: { title } }, `/${course.id}`, 200, unanswered);
    if (answer.status === 200) course.title.note(title, true);
  }

  /** Repeats a request until it is answered, or the load ends. */
  async #insist(outgoing: Outgoing, path: string, wanted: number, onUnanswered = () => {}): Promise<Answer> {
    const { at, isStopped, ledger } = this.#around;
    const headers = { ...outgoing.headers, authorization: `Bearer ${this.#token}` };
    for (const begin = performance.now(); ; ) {
      const answer = await ledger.ask(`${at()}/api/v1/courses${path}`, { ...outgoing, headers });
      const isClaimed = answer.status === 409 && answer.body.includes('still being processed');
      if (isClaimed) this.refused += 1;
      if (!isUnanswered(answer) && !isClaimed) {
        if (answer.status !== wanted) ledger.unexpected.push(`${answer.status} ${answer.body.slice(0, 200)}`);
        return answer;
      }
      onUnanswered();
      if (isStopped() || performance.now() - begin > CLAIM_MS) return answer;
      await sleep(RETRY_MS);
    }
  }

  async compare(origin: string): Promise<readonly Check[]> {
    const lost: unknown[] = [];
    for (const { id, title } of this.#courses) {
      const headers = { authorization: `Bearer ${this.#token}` };
      const answer = await this.#around.ledger.ask(`${origin}/api/v1/courses/${id}`, { headers });
      const found = answer.status === 200 ? JSON.parse(answer.body).title : answer.status;
      if (!title.possible.includes(found)) lost.push([id, found, title.possible]);
    }
    return [check('courses and titles lost', lost, [])];
  }

  events(): readonly Expected[] {
    return this.#courses.flatMap(({ id, title: { acknowledged, unanswered } }) => [
      { event: 'resource_created', target: `course/${id}`, least: 1, most: 1 },
      { event: 'resource_changed', target: `course/${id}`, least: acknowledged, most: acknowledged + unanswered },
    ]);
  }
}

/** A person who changes the password and is signed in elsewhere meanwhile. */
export class PasswordClerk implements Clerk {
  readonly #person: { readonly id: string; readonly email: string };
  readonly #issuer: string;
  readonly #around: Surroundings;
  readonly #password = new Written(PASSWORD);
  /** Browsers whose sessions ended with a change that was acknowledged. */
  readonly #ended: HttpBrowser[] = [];

  constructor(person: { id: string; email: string }, issuer: string, around: Surroundings) {
    this.#person = person;
    this.#issuer = issuer;
    this.#around = around;
  }

  get acknowledged(): number {
    return this.#password.acknowledged;
  }

  async work(): Promise<void> {
    const { at, random } = this.#around;
    await sleep(RETRY_MS * (1 + random()));
    // A server that is gone or cannot work is no news here.
    const [here, elsewhere] = await Promise.all([this.#signIn(at()), this.#signIn(at())]).catch(() => []);
    if (here === undefined || elsewhere === undefined) return;
    const [password = ''] = this.#password.possible;
    const changed = `a new password ${random()}`;
    const form = await here.get('/account/sign-in').catch(() => undefined);
    if (form?.status !== 200) return;
    const page = await here
      .submit(form, '/account/sign-in', { password, new_password: changed })
      .catch(() => undefined);
    const isChanged = page?.url.searchParams.get('done') === 'password';
    this.#password.note(changed, isChanged);
    if (isChanged) this.#ended.push(elsewhere);
  }

  /** @returns nothing if the server does not answer, or knows none of the passwords */
  async #signIn(origin: string): Promise<HttpBrowser | undefined> {
    // An outage has changed nothing most of the time, and an account is closed for a while after ten wrong passwords.
    for (const password of this.#password.possible) {
      const browser = await this.#enter(origin, password);
      if (browser === undefined) continue;
      this.#password.settle(password);
      return browser;
    }
    return undefined;
  }

  async #enter(origin: string, password: string): Promise<HttpBrowser | undefined> {
    const browser = new HttpBrowser(origin, this.#issuer);
    const form = await browser.get('/sign-in');
    if (form.status !== 200) throw new Error('no sign-in');
    const page = await browser.submit(form, '/sign-in', { email: this.#person.email, password });
    if (page.status >= 429) throw new Error(`no sign-in: ${page.status}`);
    return isAtSignIn(page) ? undefined : browser;
  }

  async compare(origin: string): Promise<readonly Check[]> {
    const { possible } = this.#password;
    const accepted: string[] = [];
    for (const password of new Set([...possible, PASSWORD])) {
      if ((await this.#enter(origin, password)) !== undefined) accepted.push(password);
    }
    let alive = 0;
    for (const { cookies } of this.#ended) {
      const browser = new HttpBrowser(origin, this.#issuer);
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      const page = await browser.get('/account');
      if (page.status === 200 && !isAtSignIn(page)) alive += 1;
    }
    return [
      check('passwords accepted', accepted.length, 1),
      check('the accepted password is possible', possible.includes(accepted[0] ?? ''), true),
      check('sessions of before an acknowledged change of the password', alive, 0),
    ];
  }

  events(): readonly Expected[] {
    const { acknowledged, unanswered } = this.#password;
    const most = acknowledged + unanswered;
    return [{ event: 'password_changed', personId: this.#person.id, least: acknowledged, most }];
  }
}

const isAtSignIn = ({ url }: HttpPage): boolean => url.pathname === '/sign-in';
