import { pagesDe } from './de-pages.ts';
import { scopesDe } from './de-scopes.ts';
import type { Text } from './en.ts';

export const de: Text = { ...pagesDe, scopes: scopesDe };
