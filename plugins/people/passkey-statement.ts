/**
 * Removes the statement of a device about itself from a new passkey. The server asks for nothing of it. To judge it,
 * the library would fetch the lists of revoked certificates at addresses that the device names, so it never gets to see
 * it.
 */
import type { RegistrationResponseJSON } from '@simplewebauthn/server';

/**
 * Replaces the attestation statement of a response by that of the format "none".
 * @throws if the response is malformed
 */
export async function withoutStatement(answer: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(answer.response.attestationObject));
  const withoutAttestation = isoCBOR.encode(
    new Map<string, string | Map<string, never> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', attestation.get('authData')],
    ]),
  );
  return {
    ...answer,
    response: { ...answer.response, attestationObject: isoBase64URL.fromBuffer(withoutAttestation) },
  };
}
