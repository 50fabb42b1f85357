/** The data of the program in `package.json`: the only place that states its version. */
import manifest from '../../package.json' with { type: 'json' };

export const VERSION = manifest.version;
export const LICENSE = manifest.license;
