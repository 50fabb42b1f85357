import type { Said } from '../../../kit/text/said.ts';
import type { assistants as said } from './en.ts';

export const assistants: Said<typeof said> = {
  title: (school) => `Asistentes de IA en ${school}`,
  lead: (school) =>
    `Pregunte a un asistente de IA por sus propios cursos, pedidos y eventos en ${school}. Al conectarlo, usted inicia sesión aquí y decide qué puede ver.`,
  choose: 'Elija la escuela por cuyos cursos, pedidos y eventos quiere preguntar.',
  none: (school) => `${school} todavía no ofrece un asistente a sus miembros`,
  blocked: (apps, school) =>
    `Quienes gestionan este servicio han bloqueado ${apps}. ${school} lo ofrecía a sus miembros, pero ahora nadie puede conectarlo.`,
  noneText: 'Pida a quienes gestionan la escuela que activen uno en «Guías de configuración».',
  contact: 'Contacto de la escuela:',
  show: 'Cómo conectar',
  asksAs: (name) => `Al conectarlo, la página que pide acceso lo llama «${name}».`,
  clientId: 'Introduzca el ID de cliente donde el asistente lo pida; puede estar en la configuración avanzada.',
  ask: 'Qué puede preguntar',
  connected: 'Ver las aplicaciones conectadas o desconectar una',
  questions: {
    progress: (title) => `¿Cuánto llevo hecho de «${title}»?`,
    stopped: (title) => `¿Dónde me quedé en «${title}»?`,
    ends: (title) => `¿Hasta cuándo puedo abrir «${title}»?`,
    unfinished: '¿Qué cursos me faltan por terminar?',
    courses: '¿Qué cursos puedo abrir ahora?',
    event: (title) => `¿Cuándo y dónde es «${title}»?`,
    order: (number) => `¿Qué compré con el pedido ${number}?`,
  },
};
