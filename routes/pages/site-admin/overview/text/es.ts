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
    switchOn: 'Podrá conectar aplicaciones propias cuando active la función beta «Conexiones MCP».',
    members: 'quién pertenece a la escuela y con qué rol',
    applications: 'aplicaciones que la escuela crea para sus miembros y quienes la gestionan',
    reviews: 'aplicaciones que se conocen por su dirección web: aprobar, bloquear, adoptar',
    connect: 'direcciones y comandos para cada cliente conocido',
    connections: 'qué aplicaciones están conectadas y para quién; termine una o todas',
    connectionsLooking: 'qué aplicaciones están conectadas y para quién',
    webhooks: 'mensajes a sus propios programas sobre lo que ocurre aquí',
    audit: 'quién hizo qué y cuándo',
    look: 'lo que se ve al iniciar sesión',
    settings: 'segundo factor y funciones beta',
    accounts: 'cuentas en manos ajenas: encontrarlas y ayudar a sus titulares',
  },
};
