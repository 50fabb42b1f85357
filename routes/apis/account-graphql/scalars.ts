/** Scalars that occur in responses only: no argument is an instant or a date. */
import { GraphQLScalarType } from 'graphql';

export const scalars = {
  DateTime: new GraphQLScalarType<string, string>({
    name: 'DateTime',
    serialize: (time) => new Date(Number(time)).toISOString().replace('.000Z', 'Z'),
  }),
  Date: new GraphQLScalarType<string, string>({ name: 'Date', serialize: String }),
};
