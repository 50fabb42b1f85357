/**
 * A school of any size in a database of SQLite, written by a few statements, because the product would take hours. The
 * triggers of the database make of it what they make of every row. Everything is spread over two years.
 */
import Sqlite from 'better-sqlite3';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { START } from './settings.ts';

const DAY = 86_400_000;
const SPAN = 730 * DAY;

/** The numbers 0 to `count` - 1 as `n`. */
const numbers = (count: number): string =>
  `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count})`;
/** One of several ids, by a number; more often one of the first. */
const oneOf = (table: string, n: string): string =>
  `(select id from ${table} where number = (${n}) * (${n}) % (select count(*) from ${table}))`;

/** The things that rows of the school refer to, by number. */
const REFERENCES = ['courses', 'lectures', 'events', 'forms', 'membership_plans', 'posts']
  .map(
    (table) => `create temp table some_${table} as
      select row_number() over (order by id) - 1 as number, id from ${table} where site_id = '${RIVERSIDE.id}';
      create unique index temp.some_${table}_by_number on some_${table} (number);`,
  )
  .join('\n');

const MEMBER_ID = (n: string): string => `'usr_large_' || (${n})`;

/** @param now the end of the span */
function statements(members: number, now: number): string[] {
  /** A time within the span, from the oldest to the newest. */
  const timeOf = (n: string, count: number): string => `${now - SPAN} + cast(${n} * ${SPAN}.0 / ${count} as integer)`;
  const site = `'${RIVERSIDE.id}'`;
  // All that are searched together have the same, which those of the demo have already.
  const scope = `(select scope from search_entries where site_id = ${site} and kind = 'members' and id < 1000000 limit 1)`;
  const given = `(array_of('["Ana","Maria","Chie","Łukasz","Ben","王小明","Zoë","José"]', n))`;
  const family = `(array_of('["Sato","Müller","García","Smith","陳","O''Brien","Novák"]', n / 8) || ' ' || n)`;
  const people = numbers(members);
  const enrollments = 3 * members;
  const events = 10 * members;
  const grants = 2 * members;
  return [
    REFERENCES,
    `insert into people (id, email, email_key, email_verified, name, active, created_at)
     ${people} select ${MEMBER_ID('n')}, 'person' || n || '@students.example', 'person' || n || '@students.example', 1,
       ${given} || ' ' || ${family}, 1, ${timeOf('n', members)} from numbers`,
    `insert into memberships (person_id, site_id, role, status, joined_at, locale, marketing_consent, last_seen_at, tags,
       custom_fields, updated_at, invited_email)
     ${people} select ${MEMBER_ID('n')}, ${site}, case when n % 1000 = 999 then 'staff' else 'member' end,
       case n % 50 when 49 then 'removed' when 48 then 'suspended' when 47 then 'invited' else 'active' end,
       ${timeOf('n', members)}, 'en', n % 2, case when n % 3 = 0 then null else ${now} - n * 1000 end,
       case n % 4 when 0 then '["vip"]' when 1 then '["choir","evening"]' else '[]' end, '{}', ${timeOf('n', members)},
       case when n % 50 in (47, 49) then 'person' || n || '@students.example' end from numbers`,
    `insert into search_entries (id, site_id, kind, record_id, scope, text)
     ${people} select 1000000 + n, ${site}, 'members', ${MEMBER_ID('n')} || ' ${RIVERSIDE.id}', ${scope},
       lower(${given} || ' ' || ${family} || ' person' || n || ' students example') from numbers`,
    // The first course has a third of all enrollments.
    `insert into enrollments (id, site_id, person_id, course_id, status, starts_at, source, expires_at,
       progress_percent, completed_at, last_watched_at, updated_at)
     ${numbers(enrollments)}, placed as (select n, n / 3 as person, case n % 3 when 0 then 0 else n / 3 % 13 + 13 * (n % 3) end as course from numbers)
     select 'enr_large_' || n, ${site}, ${MEMBER_ID('person')},
       (select id from some_courses where number = course % (select count(*) from some_courses)),
       case n % 20 when 19 then 'revoked' when 18 then 'expired' else 'active' end, ${timeOf('n', enrollments)},
       case n % 5 when 0 then 'purchase' when 1 then 'subscription' else 'manual' end,
       case n % 4 when 0 then ${timeOf('n', enrollments)} + ${200 * DAY} end, n % 101,
       case when n % 101 = 100 then ${timeOf('n', enrollments)} + ${DAY} end, ${timeOf('n', enrollments)},
       ${timeOf('n', enrollments)} from placed where true on conflict do nothing`,
    `insert into watch_positions (enrollment_id, lecture_id, site_id, position_seconds, watched_at, completed_at)
     select e.id, l.id, ${site}, 60, e.starts_at + ${DAY}, case when length(e.id) % 2 = 0 then e.starts_at + ${DAY} end
     from enrollments as e cross join lectures as l on l.course_id = e.course_id and l.site_id = e.site_id
     where e.id like 'enr_large_%' and e.course_id is not null and l.position < 2 on conflict do nothing`,
    `insert into orders (id, site_id, number, person_id, status, subtotal, discount, tax, total, currency,
       payment_method, placed_at, paid_at, refunded_amount, refunded_at)
     ${people} select 'ord_large_' || n, ${site}, 'LG-' || n, ${MEMBER_ID('n')},
       case n % 10 when 9 then 'pending' when 8 then 'refunded' when 7 then 'partially_refunded' else 'paid' end, 4900, 0, 0, 4900,
       case when n % 7 = 0 then 'EUR' else 'USD' end, 'card', ${timeOf('n', members)},
       case when n % 10 < 9 then ${timeOf('n', members)} end, case n % 10 when 8 then 4900 when 7 then 1000 else 0 end,
       case when n % 10 in (7, 8) then ${timeOf('n', members)} + ${DAY} end from numbers`,
    `insert into order_items (order_id, position, site_id, kind, ref_id, title, quantity, unit_amount)
     ${people} select 'ord_large_' || n, 0, ${site}, 'course', ${oneOf('some_courses', 'n % 7')}, 'A course', 1, 4900 from numbers`,
    `insert into subscriptions (id, site_id, person_id, plan_id, status, started_at, current_period_start,
       current_period_end, cancel_at_period_end, ends_at, price_amount, price_currency, created_at, updated_at)
     ${people} select 'sub_large_' || n, ${site}, ${MEMBER_ID('n')}, ${oneOf('some_membership_plans', 'n % 5')},
       case n % 6 when 5 then 'paused' when 4 then 'cancelled' when 3 then 'expired' else 'active' end, ${timeOf('n', members)},
       ${timeOf('n', members)}, ${now + 30 * DAY}, 0, case n % 6 when 4 then ${now - DAY} when 3 then ${now - DAY} end,
       1900, 'USD', ${timeOf('n', members)}, ${timeOf('n', members)} from numbers`,
    `insert into event_registrations (id, site_id, event_id, person_id, status, registered_at, updated_at)
     ${people} select 'reg_large_' || n, ${site}, ${oneOf('some_events', 'n % 3')}, ${MEMBER_ID('n')},
       case n % 5 when 4 then 'cancelled' when 3 then 'waitlisted' else 'registered' end, ${timeOf('n', members)}, ${timeOf('n', members)}
       from numbers where true on conflict do nothing`,
    `insert into comments (id, site_id, person_id, target_kind, target_id, body, status, like_count, created_at)
     ${people} select 'cmt_large_' || n, ${site}, ${MEMBER_ID('n')}, 'post', ${oneOf('some_posts', 'n % 3')},
       'A comment on what was said, number ' || n, case when n % 9 = 8 then 'hidden' else 'visible' end, 0, ${timeOf('n', members)} from numbers`,
    `insert into form_submissions (id, site_id, form_id, person_id, answers, submitted_at)
     ${people} select 'fsb_large_' || n, ${site}, ${oneOf('some_forms', 'n % 2')}, ${MEMBER_ID('n')},
       '{"source":"The market stall","comment":"Keep going, ' || n || '"}', ${timeOf('n', members)} from numbers`,
    // Of registered programs, each copy is a client of its own. A tenth of the grants are theirs.
    `insert into clients (id, origin, name, auth_method, redirect_uris, post_logout_redirect_uris, scope, may_introspect, active,
       created_at, last_used_at)
     ${numbers(grants / 10)} select 'c_large_' || n, 'registered', 'Copy ' || n, 'none', '["http://127.0.0.1/callback"]', '[]',
       'openid account:read', 0, 1, ${now} - n % 90 * ${DAY}, ${now} from numbers`,
    `insert into grants (id, code_hash, code_expires_at, redeemed_at, client_id, person_id, site_id, redirect_uri, scope,
       audience, resource_sent, code_challenge, authenticated_at, auth_time_requested, created_at, expires_at, last_used_at,
       revoked_at, revoked_by)
     ${numbers(grants)} select 1000000 + n, zeroblob(32), 0, ${now} - n % 90 * ${DAY},
       case when n % 10 = 5 then 'c_large_' || n / 10 when n % 3 = 0 then 'c_demo_web_app' when n % 3 = 1 then 'c_vendor_claude'
         else 'c_vendor_chatgpt' end, ${MEMBER_ID('n / 2')}, ${site},
       'https://app.example/callback', 'openid account:read', 'http://127.0.0.1', 0, '', ${now}, 0,
       ${now} - n % 90 * ${DAY}, ${now} + (1 + n % 60) * ${DAY}, ${now},
       case when n % 20 = 19 then ${now} - n % 90 * ${DAY} end, case when n % 20 = 19 then 'school' end from numbers`,
    // Each grant that can still be used has an access and a refresh token.
    `insert into tokens (id, kind, hash, grant_id, scope, issued_at, expires_at)
     with kinds(place, kind, lifetime) as (values (0, 'access', 3600000), (1, 'refresh', ${30 * DAY}))
     select 1000000 + 2 * (id - 1000000) + place, kind, randomblob(32), id, scope, ${now}, ${now} + lifetime
     from grants cross join kinds where id >= 1000000 and revoked_at is null`,
    `insert into consents (person_id, site_id, client_id, asked_scope, granted_scope, decided_at, last_used_at)
     select distinct person_id, site_id, client_id, scope, scope, ${now}, ${now} from grants where id >= 1000000`,
    `insert into audit_events (id, at, event, site_id, person_id, client_id, target, ip, user_agent, request_id)
     ${numbers(events)} select 1000000 + n, ${timeOf('n', events)},
       case n % 12 when 0 then 'tool_called' when 1 then 'signed_in' when 2 then 'code_issued_silently' when 3 then 'consent_given'
         when 4 then 'token_revoked' when 5 then 'member_added' when 6 then 'enrollment_created'
         when 7 then case when n % 240 = 7 then 'tool_failed' else 'signed_in' end else 'sign_in_failed' end,
       ${site}, ${MEMBER_ID(`n % ${members}`)},
       case when n % 12 in (0, 2, 3, 4, 7) then case n % 5 when 0 then 'c_demo_web_app' else 'c_vendor_claude' end end,
       case n % 12 when 5 then 'member/' || ${MEMBER_ID(`n % ${members}`)} when 6 then 'enrollment/enr_large_' || n % ${enrollments} end,
       '192.0.2.' || n % 250, 'Mozilla/5.0', 'req_' || n from numbers`,
    `update key_blocks set next = ${2_000_000 + events}`,
    `insert into key_blocks (name, next) values ('grants', 2000000), ('tokens', 2000000) on conflict do update set next = 2000000`,
  ];
}

/**
 * Adds members to Riverside, each with three enrollments, ten events of the audit log, two grants with their tokens, and an order, a
 * subscription, a registration, a comment and a form of their own.
 * @param file a database with the demo that nobody has open
 */
export function fillSchool(
  file: string,
  members: number,
  now = START,
  onStatement: (text: string) => void = () => undefined,
): void {
  const db = new Sqlite(file);
  try {
    db.pragma('synchronous = OFF');
    db.pragma('cache_size = -400000');
    db.pragma('temp_store = memory');
    db.function('array_of', { deterministic: true }, (list, n) => {
      const values = JSON.parse(String(list)) as string[];
      return values[Number(n) % values.length] ?? '';
    });
    db.transaction(() => {
      for (const text of statements(members, now)) {
        onStatement(text);
        db.exec(text);
      }
    })();
    db.pragma('wal_checkpoint(truncate)');
  } finally {
    db.close();
  }
}
