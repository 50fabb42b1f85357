/** Errors of the Account API, with the codes that clients evaluate. */
import { GraphQLError } from 'graphql';

const errorOf =
  (code: string) =>
  (message: string): GraphQLError =>
    new GraphQLError(message, { extensions: { code } });

export const badInput = errorOf('BAD_USER_INPUT');
export const tooComplex = errorOf('QUERY_TOO_COMPLEX');
