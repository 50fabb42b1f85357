/** How long a test file may take. */

const { HISTORIES = '0' } = process.env;

/**
 * Timeout of a file in milliseconds. A slow machine takes three times as long as a usual one, and the properties of random
 * histories take as long as there are histories.
 */
export const FILE_TIMEOUT_MS = 600_000 + Number(HISTORIES) * 1000;
