/** The app and the school that a sign-in is for. */
export interface SignInPlace {
  clientId: string;
  siteId: string;
}

/**
 * Finds the app and the school whose audit log shows that a sign-in of a person failed, if it is an active member there.
 * It is also called without a person, so that the time does not reveal which accounts exist.
 */
export type PlaceOf = (personId: string | undefined) => Promise<SignInPlace | undefined>;
