/** Names of types in the OpenAPI description, so that a generated client has a type for each. */
import { z } from 'zod';

/** The `id` is the name of the type, as in `FormSubmission`. */
export const typeNames = z.registry<{ id: string }>();

/** Fields of responses that are there only if a request asks for them, so that examples leave them out. */
export const onRequest = z.registry<Record<never, never>>();

/** Converts a name, as in `list_courses` to `ListCourses`. */
export const typeName = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_all, first: string) => first.toUpperCase());
