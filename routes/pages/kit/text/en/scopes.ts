import { SCOPE_GUIDE } from '../../../../../schema/oauth/scope-guide.ts';

export const scopes = SCOPE_GUIDE;
