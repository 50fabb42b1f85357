/** Scalars that occur in responses only: no argument is an instant or a date. */
import { GraphQLScalarType } from 'graphql';

export const scalars = {
  DateTime: new GraphQLScalarType<string, string>({
    name: 'DateTime',
    description: 'A date and time, RFC 3339 in UTC, such as 2026-09-01T08:00:00Z.',
    serialize: (time) => new Date(Number(time)).toISOString().replace('.000Z', 'Z'),
  }),
  Date: new GraphQLScalarType<string, string>({
    name: 'Date',
    description: "A calendar date, YYYY-MM-DD, in the school's time zone.",
    serialize: String,
  }),
};

export const scalarTypes = Object.values(scalars)
  .map(({ name, description }) => `\n"""${description}"""\nscalar ${name}\n`)
  .join('');
