/**
 * A list of people that a school imports: how it is read, and what it would do. Nothing is decided here that an invitation by
 * page would not allow, and people who were removed or suspended stay so.
 */
import { columnOf, plain } from '../data/column-names.ts';
import { type CsvRow, csvRows } from '../data/csv.ts';
import { outranks, ROLES, type Role } from '../people/role.ts';
import { emailKey, isEmail, keptEmail } from '../text/email.ts';
import { personName } from '../text/person-name.ts';

export type RosterState = 'shown' | 'running' | 'done' | 'undoing' | 'undone';
/** `skipped`: it had changed since it was shown. `kept`: it was not taken back, for the same reason. */
export type RosterOutcome = 'done' | 'skipped' | 'undone' | 'kept';

/** In the order in which they are shown. */
export const ROSTER_KINDS = ['error', 'new', 'changed', 'missing', 'same'] as const;
export type RosterKind = (typeof ROSTER_KINDS)[number];
/** How many rows there are of each kind, and in how many of them a role above `member` or another role is given. */
export type RosterCounts = Readonly<Record<RosterKind | 'roles', number>>;

export const MAX_ROSTER_ROWS = 5000;
export const MAX_ROSTER_BYTES = 1024 * 1024;
/** From this line on, rows are of people who are missing in the file. */
export const MISSING_FROM = 1_000_000;

/** Why a file is no list. */
export class RosterFileError extends Error {
  readonly fault: 'columns' | 'too_many' | 'empty';
  constructor(fault: RosterFileError['fault']) {
    super(`the file is no list of people: ${fault}`);
    this.fault = fault;
  }
}

export interface RosterRow {
  readonly line: number;
  readonly name: string;
  readonly email: string;
  /** As it is written; empty for the role that the person has, or that of members. */
  readonly role: string;
}

export type RosterFault = 'email' | 'name' | 'role' | 'twice' | 'removed' | 'suspended' | 'own' | 'owner' | 'above';

/** What a school knows of somebody. */
export interface KnownPerson {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  readonly role: Role;
  readonly status: 'invited' | 'active' | 'suspended' | 'removed';
  /** The version of the membership. */
  readonly version: number;
  /** The enrollment in the course of the import. */
  readonly enrollment?: {
    readonly id: string;
    readonly status: string;
    readonly source: string;
    readonly version: number;
  };
}

export interface PlannedRow extends RosterRow {
  readonly kind: RosterKind;
  readonly fault?: RosterFault;
  readonly person?: KnownPerson;
  /** The role that a new person gets, or that a member gets instead of another. */
  readonly gives?: Role;
  readonly enrolls?: boolean;
}

/** Who imports, and whether people are enrolled. */
export interface RosterTerms {
  readonly personId: string;
  readonly role: Role;
  readonly hasCourse: boolean;
}

const COLUMNS = ['email', 'name', 'first_name', 'last_name', 'role'] as const;
type Column = (typeof COLUMNS)[number];

/** The words of the pages for roles, in their languages. */
const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Inhaber/in, Propietario/a, オーナー, 擁有者',
  admin: 'Administrator, Verwaltung, Administrador/a, 管理者, 管理員',
  staff: 'Team, Personal, スタッフ, 工作人員',
  instructor: 'Lehrkraft, Docente, インストラクター, 教師',
  member: 'Mitglied, Miembro, メンバー, 成員',
};
const ROLE_BY_NAME: ReadonlyMap<string, Role> = new Map(
  ROLES.flatMap((role) => [role, ...ROLE_NAMES[role].split(', ')].map((name) => [plain(name), role] as const)),
);

/** More than any list has: to look for a name among very many cells takes long. */
const MAX_CELLS = 100;

/** Which column each cell of a row is in: by the names of a head, or by the usual order. @throws {RosterFileError} */
function columnsOf({ cells }: CsvRow): { columns: readonly (Column | undefined)[]; isHead: boolean } {
  if (cells.length > MAX_CELLS) throw new RosterFileError('columns');
  const columns = cells.map((cell) => COLUMNS.find((column) => column === columnOf(cell, COLUMNS)));
  const named = columns.filter((column) => column !== undefined);
  if (named.includes('email') && new Set(named).size === named.length) return { columns, isHead: true };
  const [first, second] = cells.map((cell) => cell.includes('@'));
  if (first === true) return { columns: ['email', 'name', 'role'], isHead: false };
  if (second === true) return { columns: ['name', 'email', 'role'], isHead: false };
  throw new RosterFileError('columns');
}

/**
 * Reads the rows of a list one by one.
 * @throws {RosterFileError | CsvError}
 */
export function* rosterRows(text: string): Generator<RosterRow, void> {
  let columns: readonly (Column | undefined)[] | undefined;
  let count = 0;
  for (const row of csvRows(text)) {
    const isFirst = columns === undefined;
    const read = isFirst ? columnsOf(row) : { columns: columns ?? [], isHead: false };
    columns = read.columns;
    if (read.isHead) continue;
    count += 1;
    if (count > MAX_ROSTER_ROWS || row.line >= MISSING_FROM) throw new RosterFileError('too_many');
    const at = (column: Column): string => row.cells[read.columns.indexOf(column)]?.trim() ?? '';
    const name = at('name') || `${at('first_name')} ${at('last_name')}`.trim();
    yield { line: row.line, name, email: keptEmail(at('email')), role: at('role') };
  }
  if (count === 0) throw new RosterFileError('empty');
}

/** @param seen the addresses of the rows before, to which that of this row is added */
export function planRow(
  row: RosterRow,
  known: KnownPerson | undefined,
  terms: RosterTerms,
  seen: Set<string>,
): PlannedRow {
  const role = row.role === '' ? (known?.role ?? 'member') : ROLE_BY_NAME.get(plain(row.role));
  const key = emailKey(row.email);
  const fault = faultOf(row, key, seen) ?? (role === undefined ? 'role' : undefined);
  seen.add(key);
  if (fault !== undefined || role === undefined) return { ...row, kind: 'error', fault: fault ?? 'role' };
  return known === undefined ? planNew(row, role, terms) : planKnown(row, role, known, terms);
}

function faultOf({ name }: RosterRow, key: string, seen: ReadonlySet<string>): RosterFault | undefined {
  if (!isEmail(key)) return 'email';
  if (seen.has(key)) return 'twice';
  return name === '' || personName.safeParse(name).success ? undefined : 'name';
}

function planNew(row: RosterRow, role: Role, { hasCourse, role: own }: RosterTerms): PlannedRow {
  if (role === 'owner') return { ...row, kind: 'error', fault: 'owner' };
  if (outranks(role, own)) return { ...row, kind: 'error', fault: 'above' };
  return { ...row, kind: 'new', gives: role, enrolls: hasCourse };
}

function planKnown(row: RosterRow, role: Role, person: KnownPerson, terms: RosterTerms): PlannedRow {
  const { enrollment, status } = person;
  if (status === 'removed' || status === 'suspended') return { ...row, kind: 'error', fault: status };
  // As where people are enrolled by page: access that has ended is extended there, and not given again.
  const isOpen = enrollment === undefined || enrollment.status === 'revoked' || enrollment.source === 'subscription';
  const enrolls = terms.hasCourse && isOpen;
  if (role === person.role) return { ...row, kind: enrolls ? 'changed' : 'same', person, enrolls };
  const fault = whyRoleStays(role, person, terms);
  return fault === undefined
    ? { ...row, kind: 'changed', person, gives: role, enrolls }
    : { ...row, kind: 'error', fault };
}

function whyRoleStays(role: Role, { id, role: before }: KnownPerson, terms: RosterTerms): RosterFault | undefined {
  if (role === 'owner' || before === 'owner') return 'owner';
  if (id === terms.personId) return 'own';
  return outranks(before, terms.role) || outranks(role, terms.role) ? 'above' : undefined;
}

/** Returns whether a row gives rights, for which whoever imports signs in again. */
export const givesRights = ({ kind, gives }: PlannedRow): boolean =>
  gives !== undefined && (kind === 'changed' || gives !== 'member');

/** Whom the button counts. */
export const peopleIn = (counts: RosterCounts, endsMissing: boolean): number =>
  counts.new + counts.changed + (endsMissing ? counts.missing : 0);
