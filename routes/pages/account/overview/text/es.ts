import type { Said } from '../../../kit/text/said.ts';
import type { account as en } from './en.ts';

export const account: Said<typeof en> = {
  area: {
    pages: {
      overview: 'Resumen',
      connectedApps: 'Aplicaciones conectadas',
      assistants: 'Asistentes de IA',
      sessions: 'Sesiones iniciadas',
      activity: 'Actividad',
      signIn: 'Contraseña y llaves de acceso',
      profile: 'Perfil',
    },
  },
  overview: {
    runIt: 'Administración de la escuela',
    noSchool: 'Por ahora no pertenece a ninguna escuela',
    noSchoolText:
      'Aquí aparecerán las invitaciones de las escuelas. Si pertenecía a una, pregúntele: puede que su acceso esté suspendido o que le hayan dado de baja. La actividad de su cuenta lo dice.',
  },
};
