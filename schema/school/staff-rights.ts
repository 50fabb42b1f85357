/** The rights that a school gives its staff, subject by subject, and how that is stored. */
import {
  isChangingScope,
  joinScopes,
  roleMayGrant,
  SCOPE_SUBJECTS,
  type Scope,
  type ScopeSubject,
  STAFF_SCOPES,
} from '../oauth/scope.ts';

export const ABILITIES = ['none', 'view', 'edit'] as const;
export type Ability = (typeof ABILITIES)[number];

const scopesOf = (subject: ScopeSubject, scopes: readonly Scope[]): readonly Scope[] =>
  scopes.filter((scope) => scope.startsWith(`${subject}:`));

/** Returns the ability that scopes give with a subject. */
export function abilityWith(subject: ScopeSubject, scopes: readonly Scope[]): Ability {
  const held = scopesOf(subject, scopes);
  if (held.some(isChangingScope)) return 'edit';
  return held.length > 0 ? 'view' : 'none';
}

/** The subjects that a school decides about. Nobody can give staff what is left out. */
export const STAFF_SUBJECTS = SCOPE_SUBJECTS.filter((subject) => abilityWith(subject, STAFF_SCOPES) !== 'none');

/** Returns the abilities that staff can have with a subject. */
export function abilitiesOfStaff(subject: ScopeSubject): readonly Ability[] {
  const scopes = scopesOf(subject, STAFF_SCOPES);
  const isThere = {
    none: true,
    view: scopes.some((scope) => !isChangingScope(scope)),
    edit: scopes.some(isChangingScope),
  };
  return ABILITIES.filter((ability) => isThere[ability]);
}

export type StaffChoice = Readonly<Partial<Record<ScopeSubject, Ability>>>;

/** Reads a choice for every subject; `undefined` if one is missing, or cannot be allowed. */
export function readStaffChoice(chosenFor: (subject: ScopeSubject) => string | undefined): StaffChoice | undefined {
  const chosen = STAFF_SUBJECTS.flatMap((subject) => {
    const ability = abilitiesOfStaff(subject).find((one) => one === chosenFor(subject));
    return ability === undefined ? [] : [[subject, ability] as const];
  });
  return chosen.length === STAFF_SUBJECTS.length ? Object.fromEntries(chosen) : undefined;
}

/** The choice that these scopes are. */
export const choiceOf = (scopes: readonly Scope[]): StaffChoice =>
  Object.fromEntries(STAFF_SUBJECTS.map((subject) => [subject, abilityWith(subject, scopes)]));

/** The right to edit includes the right to view. */
const scopesOfChoice = (choice: StaffChoice): readonly Scope[] =>
  STAFF_SUBJECTS.flatMap((subject) =>
    scopesOf(subject, STAFF_SCOPES).filter(
      (scope) => choice[subject] === 'edit' || (choice[subject] === 'view' && !isChangingScope(scope)),
    ),
  );

/** Returns the stored form of a choice: `null` if it is the default, which then also has what later versions add. */
export function storedChoice(choice: StaffChoice): string | null {
  const scopes = scopesOfChoice(choice);
  return scopes.length === STAFF_SCOPES.length ? null : joinScopes(scopes);
}

/** The operator scopes that staff of a school have. */
export const staffScopes = (staffScope: string | null): readonly Scope[] =>
  STAFF_SCOPES.filter((scope) => roleMayGrant({ role: 'staff', staffScope }, scope));
