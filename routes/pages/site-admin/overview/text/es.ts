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
    switchOn:
      'Permita que los miembros conecten asistentes de IA y sus propias aplicaciones: active las conexiones MCP.',
    members: 'quién está en la escuela y con qué rol',
    applications: 'aplicaciones que la escuela crea para sus miembros y su personal',
    reviews: 'aplicaciones identificadas por una dirección web: aprobar, bloquear, ofrecer a los miembros',
    connect: 'cómo conectar Claude, ChatGPT y otros asistentes',
    connections: 'qué aplicaciones están conectadas y para quién; termine una o todas',
    connectionsLooking: 'qué aplicaciones están conectadas y para quién',
    webhooks: 'avise a sus propios programas de lo que ocurre aquí',
    audit: 'quién hizo qué y cuándo',
    look: 'lo que se ve al iniciar sesión',
    settings: 'segundo factor y funciones beta',
    accounts: 'encuentre cuentas en manos ajenas y ayude a sus titulares',
  },
};
