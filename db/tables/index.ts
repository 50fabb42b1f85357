/** Combines all tables. They are defined once and built with the column builders of either engine. */
import type { Columns } from '../columns/sqlite.ts';
import { defineAnalyticsTables } from './analytics.ts';
import { defineCommerceTables } from './commerce.ts';
import { defineCommunityTables } from './community.ts';
import { defineLearningTables } from './learning.ts';
import { defineOauthTables } from './oauth.ts';
import { defineOperationTables } from './operation.ts';
import { definePeopleTables } from './people.ts';
import { defineRosterTables } from './rosters.ts';
import { defineSchoolTables } from './school.ts';
import { defineSignInTables } from './sign-in.ts';
import { defineWebhookTables } from './webhooks.ts';

export const defineTables = (columns: Columns) => ({
  ...defineOauthTables(columns),
  ...definePeopleTables(columns),
  ...defineRosterTables(columns),
  ...defineSignInTables(columns),
  ...defineSchoolTables(columns),
  ...defineAnalyticsTables(columns),
  ...defineLearningTables(columns),
  ...defineCommerceTables(columns),
  ...defineCommunityTables(columns),
  ...defineOperationTables(columns),
  ...defineWebhookTables(columns),
});

export type Tables = ReturnType<typeof defineTables>;
