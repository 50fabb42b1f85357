import type { Said } from '../../../kit/text/said.ts';
import type { settings as said } from './en.ts';

export const settings: Said<typeof said> = {
  title: 'Configuración',
  lead: 'Lo que su escuela prueba antes de que lo tengan todas.',
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
      what: 'Su escuela puede crear aplicaciones OAuth para sus miembros y para quienes la gestionan, revisar las aplicaciones que se conocen por su dirección web y ver cómo se conecta cada cliente conocido.',
      whenOff:
        'Si la desactiva, esas páginas desaparecen y nadie puede crear aplicaciones nuevas. Las que existen siguen funcionando, y «Conexiones» se queda donde está.',
    },
    chatgpt_sign_in: {
      name: 'Inicio de sesión por resultado',
      what: 'Una herramienta que necesita un inicio de sesión lo indica en su resultado en lugar de rechazar la llamada. ChatGPT lo prefiere así; otros clientes pueden mostrar el resultado como un error.',
      whenOff:
        'Si la desactiva, esas llamadas se rechazan como de costumbre, que es lo que espera la mayoría de los clientes.',
    },
  },
};
