/** The stores of the authorization server. */
import type { AuditTrail } from '../../db/audit/audit.ts';
import { connectionStore } from '../../db/connections/connections.ts';
import { replacementCodeStore } from '../../db/connections/replacement-codes.ts';
import type { Database } from '../../db/engine/engine.ts';
import { authorizationRequestStore } from '../../db/oauth/authorization-requests.ts';
import { clientStore, type UnusedClients } from '../../db/oauth/clients.ts';
import { codeStore } from '../../db/oauth/codes.ts';
import { consentStore } from '../../db/oauth/consents.ts';
import { metadataClientStore } from '../../db/oauth/metadata-clients.ts';
import { proofStore } from '../../db/oauth/proofs.ts';
import { keyStore } from '../../db/oauth/signing-keys.ts';
import { siteApplicationStore } from '../../db/oauth/site-applications.ts';
import { tokenStore } from '../../db/oauth/tokens.ts';

export function oauthStores(db: Database, audit: AuditTrail, unusedClients: UnusedClients, reviewsBundled: boolean) {
  const metadataClients = metadataClientStore(db, audit, reviewsBundled);
  return {
    clients: clientStore(db, audit, metadataClients, unusedClients),
    codes: codeStore(db, audit),
    replacementCodes: replacementCodeStore(db, audit),
    tokens: tokenStore(db, audit),
    proofs: proofStore(db),
    keys: keyStore(db, audit),
    consents: consentStore(db),
    /** Authorization requests that wait for a person. */
    requests: authorizationRequestStore(db),
    /** Clients known by the URL of their metadata document. */
    metadataClients,
    /** Clients that an operator of a school created. */
    siteApplications: siteApplicationStore(db, audit),
    /** Grants, as the people to whom they belong see them. */
    connections: connectionStore(db, audit),
  };
}

/** The decorator `app.oauth`. The plugins of this folder add their services to it. */
export interface OAuth extends Readonly<ReturnType<typeof oauthStores>> {}
