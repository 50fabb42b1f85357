import type { Said } from '../../../kit/text/said.ts';
import type { account as en } from './en.ts';

export const account: Said<typeof en> = {
  area: {
    pages: {
      overview: 'Resumen',
      connectedApps: 'Aplicaciones conectadas',
      sessions: 'Sesiones iniciadas',
      activity: 'Historial',
      signIn: 'Contraseña y llaves de acceso',
      profile: 'Perfil',
    },
  },
  overview: {
    lead: 'Quién es usted aquí y qué pueden hacer las aplicaciones en su nombre.',
    runIt: 'Administración de la escuela',
    noSchool: 'Todavía no pertenece a ninguna escuela',
    noSchoolText: 'Cuando una escuela le invite, aparecerá aquí.',
    next: 'Qué puede hacer aquí',
    connectedApps: 'vea qué puede hacer cada aplicación y retírele el permiso',
    sessions: 'vea sus navegadores y cierre la sesión en ellos',
    activity: 'vea los inicios de sesión y los cambios de su cuenta',
    signIn: 'cambie la forma de demostrar que es usted',
    profile: 'su nombre y su correo electrónico',
  },
};
