/** What happens to an account in the contracts of its access: sign-ins, passkeys, links and changes of the address. */
import { hashCredential } from '../../schema/credential.ts';
import { DAY, event, insertRows, NOW } from './fixtures.ts';
import type { Stores } from './stores.ts';

export const ME = 'usr_1';
export const [A, B, C] = ['usr_1@Riverside.example', 'b@elsewhere.example', 'c@elsewhere.example'];
export const byOperator = (name: Parameters<typeof event>[0]) =>
  event({ personId: ME, target: 'operator/ola', ...name });

export const isSignedIn = async ({ sessions }: Stores, id: string): Promise<boolean> =>
  (await sessions.find(hashCredential(id))) !== undefined;

export async function signIn({ people, sessions }: Stores, id: string): Promise<boolean> {
  const found = await people.find(ME);
  const { credentialsVersion = 0 } = found ?? {};
  const login = {
    personId: ME,
    credentialsVersion,
    authenticatedAt: NOW,
    authenticatedBy: 'password' as const,
    expiresAt: NOW + 30 * DAY,
    userAgent: '',
  };
  return sessions.open({ ...login, id, hash: hashCredential(id) }, undefined, event({ event: 'sign_in' }));
}

export const addPasskey = ({ db }: Stores, id: string, createdAt = NOW): Promise<void> =>
  insertRows(db, 'passkeys', [
    {
      id,
      personId: ME,
      name: 'x',
      publicKey: Buffer.alloc(1),
      counter: 0,
      transports: [],
      isBackedUp: false,
      createdAt,
    },
  ]);

export async function open(
  { db, mailLinks }: Stores,
  purpose: 'verify_email' | 'secure_account' | 'reset_password',
  email: string,
  at = NOW,
) {
  const hash = hashCredential(`${purpose} ${email} ${at}`);
  await db.atomically(...mailLinks.opening({ hash, purpose, personId: ME, email }, at));
  return hash;
}

/** @returns the link that undoes the change */
export async function move(stores: Stores, from: string, to: string, at: number) {
  const restoredBy = hashCredential(`restore ${from} ${at}`);
  await signIn(stores, `ses_${at}`);
  const change = { personId: ME, name: 'Ana', email: to, former: { email: from, restoredBy }, sessionId: `ses_${at}` };
  const hash = await open(stores, 'verify_email', to, at);
  if (!(await stores.emailAddresses.change(hash, change, event({ event: 'email_changed', at })))) {
    throw new Error(`no change from ${from} to ${to}`);
  }
  return restoredBy;
}

export const restoreBy = (
  { emailAddresses }: Stores,
  hash: ReturnType<typeof hashCredential>,
  email: string,
  at: number,
  purpose: 'restore_email' | 'secure_account' = 'restore_email',
) =>
  emailAddresses.restore(
    { personId: ME, name: 'Ana', email, keepsPasskeys: false },
    { hash, purpose },
    event({ event: 'email_restored', at, personId: ME }),
  );

export const addressOf = async ({ people }: Stores): Promise<string | undefined> => (await people.find(ME))?.email;
