/** Somebody who copies what a client has stored, and uses it beside the client. */
import { introspect, type Tokens } from '../../support/oauth-client.ts';
import { DAY, HOUR, MINUTE } from './behaviours.ts';
import { CLIENT, type Connection } from './connection.ts';
import type { Program } from './schedule.ts';

export const WAYS = ['at once', 'days later', 'in turns'] as const;
export type Way = (typeof WAYS)[number];

export interface Theft {
  readonly way: Way;
  isFound: boolean;
  /** How often the client used its token between the first use by the thief and the end. */
  victimUses: number;
  /** What the thief has had. */
  readonly loot: Tokens[];
}

export async function* thief(connection: Connection, way: Way, thefts: Theft[], day: number): Program {
  yield day * DAY + 13 * HOUR;
  // Somebody else may have been there before.
  if (connection.isStolen) return;
  connection.isStolen = true;
  const theft: Theft = { way, isFound: false, victimUses: 0, loot: [connection.stored] };
  thefts.push(theft);
  if (way === 'days later') yield 6 * DAY;
  const first = connection.uses;
  for (let token = theft.loot[0]?.refresh_token ?? ''; ; ) {
    const isOver = connection.hasEnded || !connection.isStolen;
    const response = isOver ? undefined : await connection.present(token);
    if (response?.statusCode !== 200) {
      theft.isFound = true;
      theft.victimUses = connection.usesAtEnd - first;
      return;
    }
    const got = response.json<Tokens>();
    theft.loot.push(got);
    token = got.refresh_token;
    if (way === 'in turns') yield* untilUsed(connection, token);
    else yield 20 * HOUR;
  }
}

/** Waits until the client has used the token, and ten minutes more. */
async function* untilUsed(connection: Connection, token: string): Program {
  const isUnused = async () => (await introspect(connection.around.app, CLIENT, token)).active === true;
  while (!connection.hasEnded && connection.isStolen && (await isUnused())) yield HOUR;
  yield 10 * MINUTE;
}
