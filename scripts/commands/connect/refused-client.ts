/** Advice about a client that the server refuses with `invalid_client`. */

/** Returns whether the server says that the client exists and is kept from use. */
export const isDisabled = (description: string | undefined): boolean =>
  description?.includes('disabled or blocked') === true;

const isUrl = (clientId: string): boolean => clientId.startsWith('https:');

/** Says who can enable it. Nobody else can, however often it asks. */
export function whoEnables(clientId: string): string {
  if (isUrl(clientId))
    return `the platform's administrators can allow ${clientId} again (App reviews, or schoolgate clients)`;
  if (clientId.startsWith('c_vendor_')) return 'the server administrator can list this app again (VENDORS_FILE)';
  return `an owner or administrator of the school can enable ${clientId} again (OAuth applications, at /admin)`;
}

const AGAIN = 'a person has to run "connect --save-grant" again';

/** The next step of a program without a person, whose grant is refused. */
export function afterRefusal(clientId: string, description: string | undefined): string {
  if (isDisabled(description)) return `Trying again does not help: ${whoEnables(clientId)}. Then ${AGAIN}.`;
  if (isUrl(clientId)) {
    return `Check that ${clientId} still serves its document. The platform's administrators find the reason under Connection attempts, or in the log.`;
  }
  if (description?.includes('unknown') === true) {
    return `The client ${clientId} has been deleted, so ${AGAIN}. If it was an application of the school, an owner or administrator makes a new one first (OAuth applications, at /admin).`;
  }
  return `The client_secret in the file is not the one of ${clientId}: get it from the school (OAuth applications, at /admin). Then ${AGAIN}.`;
}
