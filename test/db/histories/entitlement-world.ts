/** What a school does to its plans, its courses and its members, and a plain record of it: the model of entitlements. */
import { event, SITE } from '../fixtures.ts';
import type { Stores } from '../stores.ts';
import type { Chance } from './random-school.ts';

const COURSES = ['crs_1', 'crs_a', 'crs_b', 'crs_c', 'crs_d'];
/** The owner of the fixtures, who may do all of it. */
const OWNER = { personId: 'usr_2', role: 'owner' } as const;

export type Standing = 'active' | 'suspended' | 'removed' | 'invited';

/** The plans and courses of a school, which all members share. */
export class World {
  readonly #stores: Stores;
  readonly #chance: Chance;
  readonly #published = new Set(['crs_1', 'crs_a', 'crs_b', 'crs_c']);
  readonly #plans = new Map<string, { allCourses: boolean; courseIds: readonly string[] }>([
    ['pln_some', { allCourses: false, courseIds: ['crs_a', 'crs_d'] }],
    ['pln_all', { allCourses: true, courseIds: [] }],
    ['pln_year', { allCourses: false, courseIds: ['crs_b'] }],
  ]);
  /** How often each kind of thing was done. */
  readonly done = { plans: 0, courses: 0, members: 0 };

  constructor(stores: Stores, chance: Chance) {
    this.#stores = stores;
    this.#chance = chance;
  }

  get planIds(): string[] {
    return [...this.#plans.keys()];
  }

  /** Whether the plan says now that it includes the course. */
  includes(planId: string, courseId: string): boolean {
    const plan = this.#plans.get(planId);
    return plan !== undefined && (plan.allCourses || plan.courseIds.includes(courseId));
  }

  /** The courses that a subscription to the plan opens now. */
  givenBy = (planId: string): string[] => COURSES.filter((id) => this.#published.has(id) && this.includes(planId, id));

  async editPlan(now: number): Promise<void> {
    const { one, some } = this.#chance;
    const [id, courseIds] = [one(this.planIds), some(COURSES)];
    // Both are stored, and a plan for all courses may name some as well.
    const terms = { allCourses: one([false, false, true]), courseIds };
    this.#plans.set(id, terms);
    this.done.plans += 1;
    const changes = { ...terms, updatedAt: now };
    const at = event({ at: now, siteId: SITE.id });
    await this.#stores.records('membershipPlans').update(SITE.id, id, changes, at, {});
  }

  async moveCourse(now: number): Promise<void> {
    const { one } = this.#chance;
    const [id, status] = [one(COURSES), one(['published', 'published', 'archived', 'draft'] as const)];
    if (status === 'published') this.#published.add(id);
    else this.#published.delete(id);
    this.done.courses += 1;
    const at = event({ at: now, siteId: SITE.id });
    await this.#stores.records('courses').update(SITE.id, id, { status, updatedAt: now }, at, {});
  }

  /** Suspends, removes or lets a member back in. @returns the standing then */
  async moveMember(personId: string, standing: Standing, now: number): Promise<Standing> {
    const { one } = this.#chance;
    const { invitations, members } = this.#stores;
    const at = event({ at: now, siteId: SITE.id, personId });
    const change = async (status: 'active' | 'suspended' | 'removed'): Promise<Standing> => {
      const seen = (await members.find(SITE.id, personId))?.updatedAt ?? 0;
      const isDone = await members.changeRoleOrStatus(SITE.id, personId, { changes: { status }, seen, by: OWNER }, at);
      if (!isDone) throw new Error(`${personId} is not ${status}`);
      return status;
    };
    this.done.members += 1;
    if (standing === 'active') return change(one(['suspended', 'removed']));
    if (standing === 'suspended') return change(one(['active', 'active', 'removed']));
    if (standing === 'removed') {
      const email = `${personId}@riverside.example`;
      const invited = { siteId: SITE.id, personId, email, account: undefined, role: 'member' } as const;
      const given = { ...invited, invitedBy: null, notes: {} };
      if (!(await members.invite(given, at))) throw new Error(`${personId} is not invited`);
      return 'invited';
    }
    const open = await invitations.find(personId, SITE.id);
    if (open === undefined || !(await invitations.accept(open, at))) throw new Error(`${personId} is not back`);
    return 'active';
  }
}
