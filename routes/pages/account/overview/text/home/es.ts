import type { Said } from '../../../../kit/text/said.ts';
import type { accountHome as en } from './en.ts';

export const accountHome: Said<typeof en> = {
  lead: 'Sus aplicaciones, sus escuelas y lo que ha pasado en su cuenta.',
  setUp: {
    title: 'Por configurar',
    email: 'Confirme su correo electrónico',
    emailText: 'Así solo usted podrá recuperar su cuenta.',
    factor: 'Añada una llave de acceso o una aplicación de autenticación',
    factorText: 'Así no bastará con su contraseña.',
    anyFactorText:
      'Una llave de acceso no se puede adivinar ni robar con engaños. Con el inicio de sesión con dos factores, no bastará con su contraseña.',
  },
  apps: {
    title: 'Sus aplicaciones',
    none: 'No hay ninguna aplicación conectada a su cuenta.',
    offered: (school) => `${school} ofrece asistentes de IA a sus miembros.`,
    at: (school, scopes) => (scopes === 1 ? `en ${school}, 1 permiso` : `en ${school}, ${scopes} permisos`),
    lastUsed: 'Último uso:',
    all: 'Ver qué pueden hacer o desconectarlas',
  },
  latest: {
    title: 'Actividad reciente',
    all: 'Ver todo el historial',
  },
};
