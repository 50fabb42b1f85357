import type { Said } from '../../../kit/text/said.ts';
import type { admin as en } from './en.ts';

export const admin: Said<typeof en> = {
  area: {
    developers: 'Desarrollo',
    school: 'Escuela',
    platform: 'Plataforma',
    pages: {
      overview: 'Resumen',
      members: 'Miembros',
      applications: 'Aplicaciones OAuth',
      reviews: 'Revisión de aplicaciones',
      connect: 'Guías de configuración',
      connections: 'Conexiones activas',
      webhooks: 'Webhooks',
      audit: 'Registro de auditoría',
      look: 'Nombre y colores',
      settings: 'Configuración',
      accounts: 'Cuentas',
    },
  },
  overview: {
    back: 'Ir a la administración de la escuela',
    lead: (role) => `Su rol: ${role}`,
  },
};
