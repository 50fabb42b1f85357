/** How long a test file may take. */
import { IS_THOROUGH } from '../../../test/support/thorough.ts';

const { HISTORIES = '0' } = process.env;

const MINUTE = 60_000;

/**
 * Timeout of a file in milliseconds. A slow machine takes three times as long as a usual one. A thorough look at every page in
 * five languages takes longer than any other file, and the properties of random histories as long as there are histories.
 */
export const FILE_TIMEOUT_MS = (IS_THOROUGH ? 20 : 10) * MINUTE + Number(HISTORIES) * 1000;
