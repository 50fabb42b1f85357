import type { Said } from '../../../kit/text/said.ts';
import type { filter as en } from './en.ts';

export const filter: Said<typeof en> = {
  event: 'Suceso',
  every: 'Todos los sucesos',
  person: 'Persona',
  from: 'Desde',
  to: 'Hasta',
  submit: 'Filtrar',
  reset: 'Quitar filtros',
  deletedApp: ({ app }) => `${app} (eliminada)`,
  badDay: 'Escriba una fecha válida.',
  personHint: 'La dirección de correo completa. Encuentra lo que hizo la persona y lo que se hizo respecto a ella.',
  schoolEdited: 'Configuración o diseño de la escuela modificados',
  invited: 'Miembro invitado',
  withdrawn: 'Invitación retirada',
  failedSignIns: 'Inicios de sesión fallidos en aplicaciones',
  groups: {
    people: 'Personas y acceso',
    ownership: 'Propiedad',
    connections: 'Conexiones de aplicaciones',
    apps: 'Aplicaciones',
    content: 'Contenido y registros',
    school: 'Escuela',
    webhooks: 'Webhooks',
  },
};
