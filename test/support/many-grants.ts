/** Fills a database with living and dead grants, straight into the file: issuing them would take hours. */
import Sqlite from 'better-sqlite3';
import { RETENTION } from '../../db/maintenance/retention.ts';
import { hashCredential } from '../../schema/credential.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Long enough ago to be deleted. */
const DEAD_FOR = RETENTION.tokens + 5 * DAY;
const CACHE_KIB = 1_000_000;

/** A secret of the usual length that a test can present again. */
const secretOf = (id: number): string => `secret-of-token-${id}-`.padEnd(43, '0');

/**
 * Adds grants like the newest one, of the members of its school, each with an access and a refresh token. Dead and
 * living ones are spread evenly along the key, so that a purge meets living rows everywhere. The living ones belong to
 * the client of the newest grant, and the dead ones to all clients.
 * @returns the access tokens of all living grants
 */
export function fill(file: string, living: number, dead: number): string[] {
  const db = new Sqlite(file);
  try {
    db.pragma('synchronous = OFF');
    db.pragma(`cache_size = -${CACHE_KIB}`);
    db.function('hash_of', { deterministic: true }, (id) => hashCredential(secretOf(Number(id))));
    const keyOf = db.prepare<[string], number>('select next from key_blocks where name = ?').pluck();
    const advance = db.prepare('update key_blocks set next = ? where name = ?');
    const [firstGrant = 1, firstToken = 1] = ['grants', 'tokens'].map((name) => keyOf.get(name));
    const count = living + dead;
    const now = Date.now();
    db.exec(MEMBERS_AND_CLIENTS);
    db.transaction(() => {
      db.exec(grants({ living, count, firstGrant, now }));
      db.exec(tokens({ living, count, firstGrant, firstToken, now }));
      advance.run(firstGrant + count, 'grants');
      advance.run(firstToken + 2 * count, 'tokens');
    })();
    db.pragma('wal_checkpoint(truncate)');
    const ids = db
      .prepare<[number, number], number>("select id from tokens where id >= ? and kind = 'access' and expires_at > ?")
      .pluck()
      .all(firstToken, now);
    return ids.map((id) => `at_${id}.${secretOf(id)}`);
  } finally {
    db.close();
  }
}

interface Numbers {
  living: number;
  count: number;
  firstGrant: number;
  now: number;
}

const MEMBERS_AND_CLIENTS = `
  create temp table model as select * from grants order by id desc limit 1;
  create temp table members as select row_number() over (order by person_id) - 1 as number, person_id
    from memberships where status = 'active' and site_id = (select site_id from model);
  create unique index temp.members_by_number on members (number);
  create temp table owners as select row_number() over (order by id) - 1 as number, id from clients;`;

/** Numbers the grants from 0, and says which are alive. */
const numbered = ({ living, count }: Numbers): string => `
  with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count}),
  numbered as (select n, n * ${living} / ${count} <> (n + 1) * ${living} / ${count} as lives from numbers)`;

const grants = (numbers: Numbers): string => `
  insert into grants (id, code_hash, code_expires_at, redeemed_at, client_id, person_id, site_id, redirect_uri, scope,
    audience, resource_sent, code_challenge, authenticated_at, authenticated_by, auth_time_requested,
    auth_context_requested, created_at, expires_at, last_used_at)
  ${numbered(numbers)},
  dated as (select *, ${numbers.now} - iif(lives, ${HOUR}, ${DEAD_FOR + 90 * DAY}) as at from numbered)
  select ${numbers.firstGrant} + n, randomblob(32), at + ${MINUTE}, at, iif(lives, client_id, owners.id),
    members.person_id, site_id, redirect_uri, scope, audience, resource_sent, code_challenge, at, authenticated_by,
    auth_time_requested, auth_context_requested, at, at + ${90 * DAY}, at
  from dated cross join model
    join members on members.number = n % (select count(*) from members)
    join owners on owners.number = n % (select count(*) from owners)
  order by n`;

const tokens = (numbers: Numbers & { firstToken: number }): string => `
  insert into tokens (id, kind, hash, grant_id, scope, issued_at, expires_at)
  ${numbered(numbers)},
  kinds(place, kind, lifetime) as (values (0, 'access', ${HOUR}), (1, 'refresh', ${30 * DAY})),
  pairs as (select *, ${numbers.firstToken} + 2 * n + place as id from numbered cross join kinds)
  select pairs.id, pairs.kind, hash_of(pairs.id), ${numbers.firstGrant} + n, scope,
    iif(lives, ${numbers.now}, ${numbers.now - DEAD_FOR} - lifetime),
    iif(lives, ${numbers.now} + lifetime, ${numbers.now - DEAD_FOR})
  from pairs cross join model`;
