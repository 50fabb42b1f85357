/** The input by which a caller of REST asks for the names of what ids refer to. */
import { z } from 'zod';

/** @param references the names with which the references of a resource can be asked for, such as `member` */
export function includeInput(references: readonly string[]): { include?: z.ZodOptional<z.ZodString> } {
  if (references.length === 0) return {};
  return {
    include: z
      .string()
      .max(200)
      .refine((text) => text.split(',').every((one) => references.includes(one)), {
        error: `must be one or more of ${references.join(', ')}, separated by commas`,
      })
      .optional()
      .describe(`Adds names beside ids: ${references.join(', ')}, or several, separated by commas`),
  };
}
