/** Which scopes each role can grant: one row for each subject, from those of everyone to those of few. */
import { roleMayGrant, SCOPES, type Scope, subjectOf } from '../../../schema/oauth/scope.ts';
import { ROLES, type Role } from '../../../schema/people/role.ts';
import { drawing, MARGIN, text, texts, tile, WIDTH } from './svg.ts';

const LADDER = ROLES.toReversed();
const [CELL, ROW, TOP] = [40, 24, 84];
const LEFT = WIDTH - MARGIN - LADDER.length * CELL;

/** The first letters of what scopes end in, such as `rw`. Those of identity have no such ends. */
const lettersOf = (role: Role, scopes: readonly Scope[]): string =>
  scopes
    .filter((scope) => roleMayGrant({ role, staffScope: null }, scope))
    .map((scope) => /:(\w)/.exec(scope)?.[1] ?? '✓')
    .join('');

/** How many roles can grant something, and then how much. */
const breadthOf = (cells: readonly string[]): number => 100 * cells.filter(Boolean).length + cells.join('').length;

export function roles(): string {
  const rows = [...Map.groupBy(SCOPES, subjectOf)]
    .map(([subject, scopes]) => ({ subject, cells: LADDER.map((role) => lettersOf(role, scopes)) }))
    .sort((one, other) => breadthOf(other.cells) - breadthOf(one.cells));
  const parts = LADDER.map((role, column) => text(LEFT + column * CELL + 14, TOP - 8, role, { bold: true, turn: -45 }));
  let y = TOP;
  for (const { subject, cells } of rows) {
    parts.push(text(MARGIN, y + 17, subject));
    for (const [column, letters] of cells.entries()) {
      const look = letters === '' ? 'none' : letters.includes('w') ? 'strong' : 'soft';
      parts.push(tile([LEFT + column * CELL + 1, y + 1, CELL - 2, ROW - 2], letters || '–', look));
    }
    y += ROW;
  }
  const meanings = ['r: the scope that ends in :read, w: in :write.', 'A school can give its staff less.'];
  parts.push(...texts(MARGIN, y + 26, meanings, { colour: 'muted' }));
  const told = rows.map(({ subject, cells }) => `${subject} ${cells.map((letters) => letters || '–').join(' ')}`);
  const description = `For ${LADDER.join(', ')}: ${told.join('; ')}. ${meanings.join(' ')}`;
  return drawing('Scopes that each role can grant', description, y + 68, parts);
}
