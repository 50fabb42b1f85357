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
      reviews: 'Revisiones',
      connect: 'Conectar',
      connections: 'Conexiones',
      webhooks: 'Webhooks',
      audit: 'Registro de auditoría',
      look: 'Nombre y colores',
      settings: 'Configuración',
      accounts: 'Cuentas',
    },
  },
  overview: {
    back: 'Ir a la administración de la escuela',
    lead: (role) => `Su rol en esta escuela: ${role}.`,
  },
};
