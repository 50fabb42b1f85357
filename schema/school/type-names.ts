/** What the types of the admin API are called in its description, so that a generated client has one for each. */
import { z } from 'zod';

/** `id` is as in `FormSubmission`. */
export const typeNames = z.registry<{ id: string }>();

/** `list_courses` becomes `ListCourses`. */
export const typeName = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_all, first: string) => first.toUpperCase());
