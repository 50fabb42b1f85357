/** The areas in which the consent page lists the scopes, and what its form says about them. */
import {
  type IdentityScope,
  isChangingScope,
  isIdentityScope,
  isMemberScope,
  type OPERATOR_SCOPES,
  type Scope,
} from '../../../schema/oauth/scope.ts';
import type { Parameters } from '../../../schema/parameters.ts';

type SubjectOf<Name> = Name extends `${infer Subject}:${string}` ? Subject : Name;

/** What scopes of the admin API are about. Those for seeing and for changing something are about the same. */
type OperatorSubject = SubjectOf<(typeof OPERATOR_SCOPES)[number]>;
export type Subject = OperatorSubject | IdentityScope;

/** In the order in which they are listed. */
export const AREAS = ['teaching', 'people', 'sales', 'site'] as const;
export type Area = (typeof AREAS)[number];

export const SIDES = ['read', 'write'] as const;
export type Side = (typeof SIDES)[number];

const AREA_OF: Readonly<Record<OperatorSubject, Area>> = {
  courses: 'teaching',
  curriculum: 'teaching',
  lecturers: 'teaching',
  events: 'teaching',
  members: 'people',
  students: 'people',
  comments: 'people',
  forms: 'people',
  orders: 'sales',
  membership_plans: 'sales',
  subscriptions: 'sales',
  coupons: 'sales',
  digital_products: 'sales',
  analytics: 'sales',
  school: 'site',
  appearance: 'site',
  pages: 'site',
  posts: 'site',
  storage: 'site',
};

/** For a scope other than those for a person's own data. */
export const subjectOf = (scope: Scope): Subject => scope.split(':', 1)[0] as Subject;

export const sideOf = (scope: Scope): Side => (isChangingScope(scope) ? 'write' : 'read');

/** Where the page lists a scope. */
export function listOf(scope: Scope): 'identity' | 'own' | Area {
  if (isIdentityScope(scope)) return 'identity';
  return isMemberScope(scope) ? 'own' : AREA_OF[subjectOf(scope) as OperatorSubject];
}

/** The value by which the form names the scopes of an area that see, or that change. */
export const sideName = (area: Area, side: Side): string => `${area}.${side}`;

/**
 * Returns the scopes that a form of the consent page leaves selected. A box that stands for all scopes of a side, such
 * as everything that changes courses and events, takes them all away, whatever is ticked below it.
 */
export function selectedScopes(scopes: readonly Scope[], form: Parameters): readonly Scope[] {
  const ticked = new Set(form.all('scope'));
  const folded = new Set(form.all('folded'));
  const whole = new Set(form.all('whole'));
  const isTakenAway = (scope: Scope): boolean => {
    const list = listOf(scope);
    if (list === 'identity' || list === 'own') return false;
    const name = sideName(list, sideOf(scope));
    return folded.has(name) && !whole.has(name);
  };
  const readsOnly = form.get('decision') === 'allow_read';
  return scopes.filter(
    (scope) =>
      isIdentityScope(scope) || (ticked.has(scope) && !isTakenAway(scope) && !(readsOnly && isChangingScope(scope))),
  );
}
