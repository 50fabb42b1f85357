import type { Bug } from './build.ts';
import { AUTHORIZATION_BUGS } from './planted/authorization.ts';
import { CODE_BUGS } from './planted/codes.ts';
import { LIFE_BUGS } from './planted/lives.ts';
import { REFRESH_BUGS } from './planted/refresh.ts';

/** Mistakes that others have made, each of which the simulation has to find. */
export const PLANTED_BUGS: readonly Bug[] = [...CODE_BUGS, ...REFRESH_BUGS, ...AUTHORIZATION_BUGS, ...LIFE_BUGS];
