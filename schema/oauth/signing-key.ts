/** An ES256 key pair, the private half sealed. */
export interface StoredKey {
  kid: string;
  sealedPrivateKey: Buffer;
  publicX: string;
  publicY: string;
  createdAt: number;
  /** Published from its creation on; signs from this moment until the next key does. */
  signsFrom: number;
}
