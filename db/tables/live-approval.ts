/** The condition that all is active that an approval depends on: it ends with any of them. All lookups use primary keys. */
import { type SQL, sql } from 'drizzle-orm';
import type { Tables } from './index.ts';

export const isLiveApproval = ({ approvals, clients, grants, memberships, people, sites }: Tables): SQL =>
  sql`exists (select 1 from ${grants} as held
    inner join ${memberships} as holder on holder.person_id = held.person_id and holder.site_id = held.site_id and holder.status = 'active'
    inner join ${people} as account on account.id = held.person_id and account.active
    inner join ${clients} as app on app.id = held.client_id and app.active
    inner join ${sites} as school on school.id = held.site_id and school.active
    where held.id = ${approvals.grantId} and held.revoked_at is null)`;
