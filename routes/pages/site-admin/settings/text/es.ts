import type { Said } from '../../../kit/text/said.ts';
import type { settings as said } from './en.ts';

export const settings: Said<typeof said> = {
  title: 'Configuración',
  lead: 'Funciones nuevas que su escuela puede probar antes.',
  beta: 'Funciones beta',
  on: 'Activada',
  off: 'Desactivada',
  switchOn: (feature) => `Activar ${feature}`,
  switchOff: (feature) => `Desactivar ${feature}`,
  done: {
    on: (feature) => `${feature}: función activada.`,
    off: (feature) => `${feature}: función desactivada.`,
  },
  features: {
    mcp_connections: {
      name: 'Conexiones MCP',
      what: 'Su escuela puede crear aplicaciones OAuth para sus miembros y su personal, revisar aplicaciones identificadas por una dirección web y ver guías de configuración para asistentes de IA.',
      whenOff:
        'Si la desactiva, esas páginas desaparecen y nadie puede crear aplicaciones nuevas. Las existentes siguen funcionando, y «Conexiones activas» se mantiene.',
    },
    chatgpt_sign_in: {
      name: 'Avisos de inicio de sesión para ChatGPT',
      what: 'Una herramienta que necesita un inicio de sesión lo indica en su resultado en lugar de rechazar la llamada, como espera ChatGPT. Otros clientes pueden mostrar el resultado como un error.',
      whenOff: 'Si la desactiva, esas llamadas se rechazan, como espera la mayoría de los clientes.',
    },
  },
};
