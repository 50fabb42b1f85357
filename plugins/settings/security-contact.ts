/** Who takes reports of security problems (RFC 9116). */
import { ConfigError, type Environment } from './environment.ts';

/** @throws {ConfigError} if one of the two is missing */
export function securityContactOf({ SECURITY_CONTACT: contacts, SECURITY_EXPIRES: expires }: Environment) {
  if (contacts === undefined && expires === undefined) return undefined;
  if (contacts === undefined || expires === undefined) {
    throw new ConfigError('SECURITY_CONTACT and SECURITY_EXPIRES need each other: security.txt has both (RFC 9116)');
  }
  return { contacts, expires };
}
