export const SOURCES_DIGEST: string;
export function digestOfSources(root: string): string | undefined;
export function isBundleCurrent(root: string): boolean;
