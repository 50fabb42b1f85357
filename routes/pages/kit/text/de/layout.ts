import type { layout as en } from '../en/layout.ts';
import type { Said } from '../said.ts';

export const layout: Said<typeof en> = {
  about: 'Bereitgestellt von Schoolgate',
  poweredBy: 'Anmeldung mit Schoolgate',
  requestId: 'Anfrage',
  language: 'Sprache',
  legal: { terms: 'Nutzungsbedingungen', privacy: 'Datenschutzerklärung' },
  wrong: (title) => `Fehler: ${title}`,
};
