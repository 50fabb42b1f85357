/** What plain tap takes for test files, beside those in JavaScript. */
export const testFileExtensions = ['ts'];
/** tap takes no plugin that does nothing. */
export const plugin = () => ({});
