/** What every store promises, whatever the engine: run once on SQLite and once on PostgreSQL. */
import type { Test } from 'tap';
import type { Database } from '../../db/engine/engine.ts';
import { accountAccessContract } from './account-access-contract.ts';
import { accountContract } from './account-contract.ts';
import { analyticsContract } from './analytics-contract.ts';
import { analyticsHistoryContract } from './analytics-history-contract.ts';
import { approvalContract } from './approval-contract.ts';
import { assetsContract } from './assets-contract.ts';
import { auditChainContract } from './audit-chain-contract.ts';
import { auditLogContract } from './audit-log-contract.ts';
import { clientContract } from './client-contract.ts';
import { codeConditionsContract } from './code-conditions-contract.ts';
import { codeContract } from './code-contract.ts';
import { columnContract } from './column-contract.ts';
import { connectionsContract } from './connections-contract.ts';
import { entitlementHistoriesContract } from './entitlement-histories-contract.ts';
import { entitlementsContract } from './entitlements-contract.ts';
import { erasureContract } from './erasure-contract.ts';
import { addPlatform } from './fixtures.ts';
import { givenUpPlacesContract } from './given-up-places-contract.ts';
import { keyContract } from './key-contract.ts';
import { learningContract } from './learning-contract.ts';
import { mailLinkContract } from './mail-link-contract.ts';
import { metadataClientContract } from './metadata-client-contract.ts';
import { outboxContract } from './outbox-contract.ts';
import { ownListsContract } from './own-lists-contract.ts';
import { peopleContract } from './people-contract.ts';
import { placesContract } from './places-contract.ts';
import { publicContentContract } from './public-content-contract.ts';
import { purgeContract } from './purge-contract.ts';
import { recordsContract } from './records-contract.ts';
import { salesContract } from './sales-contract.ts';
import { schoolViewsContract } from './school-views-contract.ts';
import { secondFactorContract } from './second-factor-contract.ts';
import { sessionsContract } from './sessions-contract.ts';
import { setupContract } from './setup-contract.ts';
import { siteApplicationContract } from './site-application-contract.ts';
import { type Stores, storesOf } from './stores.ts';
import { taughtContract } from './taught-contract.ts';
import { throttleContract } from './throttle-contract.ts';
import { tokenContract } from './token-contract.ts';
import { unitContract } from './unit-contract.ts';

/** Opens one and the same store, each time as another process would. */
export type OpenStore = () => Promise<Database>;

/**
 * @param newStore makes an empty store
 */
export function storeContract(t: Test, newStore: () => Promise<OpenStore>): void {
  async function opened(t: Test, open: OpenStore): Promise<Stores> {
    const db = await open();
    t.teardown(() => db.close());
    return storesOf(db);
  }

  async function node(t: Test, platform = true): Promise<Stores> {
    const stores = await opened(t, await newStore());
    if (platform) await addPlatform(stores);
    return stores;
  }

  async function nodes(t: Test, platform = true): Promise<[Stores, Stores]> {
    const open = await newStore();
    const both: [Stores, Stores] = [await opened(t, open), await opened(t, open)];
    if (platform) await addPlatform(both[0]);
    return both;
  }

  columnContract(t, node);
  unitContract(t, nodes);
  clientContract(t, node);
  metadataClientContract(t, node, nodes);
  approvalContract(t, node, nodes);
  codeContract(t, node, nodes);
  codeConditionsContract(t, node, nodes);
  tokenContract(t, node, nodes);
  peopleContract(t, node);
  keyContract(t, nodes);
  setupContract(t, nodes);
  throttleContract(t, node, nodes);
  outboxContract(t, node, nodes);
  publicContentContract(t, node);
  purgeContract(t, node);
  accountContract(t, node);
  ownListsContract(t, node);
  entitlementsContract(t, node);
  entitlementHistoriesContract(t, node);
  givenUpPlacesContract(t, node, nodes);
  auditLogContract(t, node);
  auditChainContract(t, node, nodes);
  analyticsContract(t, node);
  analyticsHistoryContract(t, node);
  placesContract(t, nodes);
  recordsContract(t, node, nodes);
  salesContract(t, node, nodes);
  assetsContract(t, node, nodes);
  siteApplicationContract(t, node, nodes);
  learningContract(t, node, nodes);
  connectionsContract(t, node, nodes);
  sessionsContract(t, node, nodes);
  mailLinkContract(t, nodes);
  secondFactorContract(t, nodes);
  accountAccessContract(t, node, nodes);
  erasureContract(t, node, nodes);
  schoolViewsContract(t, node);
  taughtContract(t, node, nodes);
}
