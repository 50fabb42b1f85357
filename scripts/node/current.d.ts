export function isBundleCurrent(root: string): boolean;
