import type { Said } from '../../../kit/text/said.ts';
import type { account as en } from './en.ts';

export const account: Said<typeof en> = {
  area: {
    pages: {
      overview: 'Resumen',
      connectedApps: 'Aplicaciones conectadas',
      sessions: 'Sesiones iniciadas',
      activity: 'Actividad',
      signIn: 'Contraseña y llaves de acceso',
      profile: 'Perfil',
    },
  },
  overview: {
    lead: 'Su perfil, sus escuelas y sus aplicaciones conectadas.',
    runIt: 'Administración de la escuela',
    noSchool: 'Todavía no pertenece a ninguna escuela',
    noSchoolText: 'Aquí aparecerán las invitaciones de las escuelas.',
    next: 'Qué puede hacer aquí',
    connectedApps: 'vea y retire el acceso de las aplicaciones',
    sessions: 'vea dónde tiene la sesión iniciada y ciérrela',
    activity: 'vea los inicios de sesión y los cambios de su cuenta',
    signIn: 'cambie su contraseña o añada una llave de acceso',
    profile: 'su nombre y su correo electrónico',
  },
};
