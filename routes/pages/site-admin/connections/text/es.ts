import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { connections as en } from './en.ts';

const grouped = groupedIn('es');

export const connections: Said<typeof en> = {
  lead: 'Qué aplicaciones están conectadas a esta escuela y para quién. Lo que termine aquí deja de funcionar en ese mismo momento.',
  leadLooking:
    'Qué aplicaciones están conectadas a esta escuela y para quién. Los propietarios y administradores pueden terminar conexiones.',
  none: 'No hay ninguna aplicación conectada',
  noneText: 'Cuando alguien de la escuela le permita algo a una aplicación, la conexión aparecerá aquí.',
  noneFound: 'No hay ninguna conexión así',
  noneFoundText: 'Ninguna conexión activa cumple estas condiciones. Revise cómo están escritas o quite una de ellas.',
  filter: {
    app: 'Aplicación',
    appHint: 'Su client_id',
    anyApp: 'Todas las aplicaciones',
    person: 'Persona',
    personHint: 'Correo electrónico',
    submit: 'Mostrar',
    reset: 'Mostrar todas',
  },
  person: 'Persona',
  clientId: 'client_id',
  can: 'Lo que permitió la persona, con las palabras que leyó',
  canNothing: 'Nada por ahora: la persona, su pertenencia a la escuela o la aplicación está desactivada.',
  more: (count) => `y ${count} más`,
  since: 'Conectada desde',
  lastUsed: 'Último uso',
  details: (app, person) => `${app}, para ${person}`,
  onlyApp: 'Todas las conexiones de esta aplicación',
  onlyPerson: 'Todas las conexiones de esta persona',
  end: 'Terminar esta conexión',
  endClient: (app) => `Terminar todas las conexiones de ${app}`,
  endAll: 'Terminar todas las conexiones de la escuela',
  endText: 'Surte efecto al instante. La persona puede volver a permitir la aplicación.',
  ending: {
    client: (app) => `¿Terminar todas las conexiones de ${app}?`,
    clientText: (app) => `Desde este momento, ${app} no podrá hacer nada más en esta escuela, para nadie.`,
    all: '¿Terminar todas las conexiones de la escuela?',
    allText: 'Desde este momento, ninguna aplicación podrá hacer nada en esta escuela, para nadie.',
    size: (connections, people) =>
      `Conexiones activas: ${grouped(connections)}. Personas afectadas: ${grouped(people)}.`,
    again:
      'Cada persona afectada tendrá que permitir de nuevo la aplicación para que vuelva a funcionar. Para impedir su acceso, desactívela o bloquéela.',
    submitClient: 'Terminar todas las conexiones de la aplicación',
    submitAll: 'Terminar todas las conexiones',
  },
  done: {
    one: 'La conexión ha terminado.',
    client: 'Todas las conexiones de la aplicación han terminado.',
    all: 'Todas las conexiones de la escuela han terminado.',
    gone: 'Esa conexión ya no existe.',
  },
};
