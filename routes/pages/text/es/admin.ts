import type { admin as en } from '../en/admin.ts';
import type { Said } from '../said.ts';

export const admin: Said<typeof en> = {
  area: {
    developers: 'Desarrollo',
    school: 'Escuela',
    pages: {
      overview: 'Resumen',
      members: 'Miembros',
      applications: 'Aplicaciones OAuth',
      reviews: 'Revisiones',
      connect: 'Conectar',
      connections: 'Conexiones',
      audit: 'Registro de auditoría',
      settings: 'Configuración',
    },
  },
  overview: {
    lead: (role) => `Su rol en esta escuela: ${role}.`,
    switchOn: 'Podrá conectar aplicaciones propias cuando active la función beta «Conexiones MCP».',
    members: 'quién pertenece a la escuela y con qué rol',
    applications: 'aplicaciones que la escuela crea para sus miembros y quienes la gestionan',
    reviews: 'aplicaciones que se conocen por su dirección web: aprobar, bloquear, adoptar',
    connect: 'direcciones y comandos para cada cliente conocido',
    connections: 'qué aplicaciones están conectadas y para quién; termine una o todas',
    audit: 'quién hizo qué y cuándo',
    settings: 'funciones beta',
  },
};
