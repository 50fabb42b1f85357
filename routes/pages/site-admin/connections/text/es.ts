import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { connections as en } from './en.ts';

const grouped = groupedIn('es');

export const connections: Said<typeof en> = {
  lead: 'Aplicaciones conectadas a esta escuela y para quién. Terminar una conexión surte efecto de inmediato.',
  leadLooking:
    'Aplicaciones conectadas a esta escuela y para quién. Las personas propietarias y administradoras pueden terminar conexiones.',
  none: 'No hay aplicaciones conectadas',
  noneText: 'Cuando alguien de la escuela conecte una aplicación, la conexión aparecerá aquí.',
  noneFound: 'No se han encontrado conexiones',
  noneFoundText: 'Revise cómo está escrito o use menos filtros.',
  total: (count) => (count === 1 ? '1 conexión' : `${grouped(count)} conexiones`),
  endSelected: 'Terminar las conexiones seleccionadas',
  filter: {
    app: 'Aplicación',
    appHint: 'Su client_id',
    anyApp: 'Todas las aplicaciones',
    person: 'Persona',
    personHint: 'Correo electrónico',
    submit: 'Filtrar',
    reset: 'Quitar filtros',
  },
  person: 'Persona',
  clientId: 'client_id',
  can: 'Permisos',
  canNothing: 'Nada por ahora: la persona, su pertenencia a la escuela o la aplicación no está activa.',
  more: (count) => `y ${count} más`,
  since: 'Conectada desde',
  lastUsed: 'Último uso',
  details: (app, person) => `${app}, para ${person}`,
  numbered: (name, number, count) => `${name} (conexión ${number} de ${count})`,
  numberedSince: (name, number, count, since) => `${name} (conexión ${number} de ${count}, desde ${since})`,
  onlyApp: 'Todas las conexiones de esta aplicación',
  onlyPerson: 'Todas las conexiones de esta persona',
  end: 'Terminar esta conexión',
  endClient: (app) => `Terminar todas las conexiones de ${app}`,
  endAll: 'Terminar todas las conexiones de la escuela',
  endText: 'Surte efecto de inmediato. La persona puede volver a conectar la aplicación.',
  ending: {
    one: '¿Terminar esta conexión?',
    selected: '¿Terminar las conexiones seleccionadas?',
    client: (app) => `¿Terminar todas las conexiones de ${app}?`,
    clientText: (app) => `${app} pierde el acceso a esta escuela, para todas las personas.`,
    all: '¿Terminar todas las conexiones de la escuela?',
    allText: 'Todas las aplicaciones pierden el acceso a esta escuela, para todas las personas.',
    size: (connections, people) =>
      `Se ${connections === 1 ? 'termina 1 conexión' : `terminan ${grouped(connections)} conexiones`} de ${people === 1 ? '1 persona' : `${grouped(people)} personas`}.`,
    again:
      'Pueden conectarse de nuevo. Para impedir el acceso de una aplicación, desactívela en «Aplicaciones OAuth» o deje de ofrecerla en «Guías de configuración».',
    submitClient: 'Terminar todas las conexiones de la aplicación',
    submitSelected: (count) => (count === 1 ? 'Terminar 1 conexión' : `Terminar ${grouped(count)} conexiones`),
    submitAll: 'Terminar todas las conexiones',
  },
  done: {
    one: 'Conexión terminada.',
    several: 'Conexiones seleccionadas terminadas.',
    client: 'Todas las conexiones de la aplicación han terminado.',
    all: 'Todas las conexiones de la escuela han terminado.',
    none: 'Seleccione al menos una conexión. No se ha cambiado nada.',
    gone: 'Esa conexión ya no existe.',
  },
};
