/** An ES256 key pair with an encrypted private key. */
export interface StoredKey {
  kid: string;
  sealedPrivateKey: Buffer;
  publicX: string;
  publicY: string;
  createdAt: number;
  /** The key is published from its creation, and signs from this time until the next key does. */
  signsFrom: number;
}
