/** Names that people see as nothing could not be told apart, and no link could be made of them. */

/** Returns whether anything of a name remains without filler characters. */
export const isVisible = (name: string): boolean =>
  /(?![\p{C}\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(name);
