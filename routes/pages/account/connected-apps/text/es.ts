import type { Said } from '../../../kit/text/said.ts';
import type { connectedApps as en } from './en.ts';

export const connectedApps: Said<typeof en> = {
  lead: 'Aplicaciones a las que ha dado acceso. La desconexión surte efecto de inmediato.',
  none: 'No hay aplicaciones conectadas',
  noneText: 'Las aplicaciones que conecte aparecerán aquí.',
  callsItself: (name) => `Se hace llamar «${name}»`,
  at: (school) => `En ${school}`,
  can: 'Lo que puede hacer',
  more: (count) => `Mostrar ${count} más`,
  canNothing: 'Nada por ahora: su pertenencia a la escuela o la propia aplicación no está activa.',
  since: 'Conectada desde',
  lastUsed: 'Último uso',
  several: (count) => `Conectada ${count} veces`,
  severalText: 'Cada instalación de la aplicación y cada dispositivo en el que la conectó aparece por separado.',
  one: (number, count) => `Conexión ${number} de ${count}`,
  listed: (listed, all) => `Se muestran las ${listed} más recientes de ${all}.`,
  endOne: (number) => `Terminar la conexión ${number}`,
  end: (app) => `Desconectar ${app}`,
  ending: {
    app: (app) => `¿Desconectar ${app}?`,
    appText: (app, school) => `${app} pierde el acceso a su cuenta en ${school}, en todos los dispositivos.`,
    one: (app) => `¿Terminar esta conexión de ${app}?`,
    oneText: (app, school) =>
      `Esta instalación de ${app} pierde el acceso a su cuenta en ${school}. Las demás siguen conectadas.`,
    kept: 'Lo que haya leído o cambiado queda como está. Para volver a usarla, conéctela de nuevo.',
    submitApp: 'Desconectar',
    submitOne: 'Terminar esta conexión',
  },
  done: {
    app: 'Aplicación desconectada. Ya no tiene acceso a su cuenta en esa escuela.',
    one: 'Conexión terminada. Las demás instalaciones de la aplicación siguen conectadas.',
    gone: 'Esa conexión ya no existe.',
  },
};
