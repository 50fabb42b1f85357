import type { layout as en } from '../en/layout.ts';
import type { Said } from '../said.ts';

export const layout: Said<typeof en> = {
  about: 'Con la tecnología de Schoolgate',
  poweredBy: 'Inicio de sesión con Schoolgate',
  requestId: 'Solicitud',
  language: 'Idioma',
  legal: { terms: 'Condiciones de uso', privacy: 'Política de privacidad' },
  wrong: (title) => `Error: ${title}`,
};
