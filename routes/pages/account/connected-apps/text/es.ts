import type { Said } from '../../../kit/text/said.ts';
import type { connectedApps as en } from './en.ts';

export const connectedApps: Said<typeof en> = {
  lead: 'Lo que usted ha permitido hacer en su nombre a las aplicaciones. La que desconecte no podrá hacer nada más desde ese mismo momento.',
  none: 'No hay ninguna aplicación conectada',
  noneText: 'Cuando le permita algo a una aplicación, aparecerá aquí, y aquí podrá retirar el permiso.',
  callsItself: (name) => `Se hace llamar «${name}»`,
  at: (school) => `En ${school}`,
  can: 'Lo que puede hacer',
  more: (count) => `Mostrar ${count} más`,
  canNothing: 'Nada por ahora: su pertenencia a la escuela o la propia aplicación está desactivada.',
  since: 'Conectada desde',
  lastUsed: 'Último uso',
  several: (count) => `Conectada ${count} veces`,
  severalText: 'Cada instalación de la aplicación y cada dispositivo en que la permitió figura aquí por separado.',
  one: (number) => `Conexión ${number}`,
  listed: (listed, all) => `Se muestran las ${listed} más recientes de ${all}.`,
  endOne: (number) => `Terminar la conexión ${number}`,
  end: (app) => `Desconectar ${app}`,
  ending: {
    app: (app) => `¿Desconectar ${app}?`,
    appText: (app, school) =>
      `Desde este momento, ${app} no podrá hacer nada más en su nombre en ${school}, en ningún dispositivo.`,
    one: (app) => `¿Terminar esta conexión de ${app}?`,
    oneText: (app, school) =>
      `Esta instalación de ${app} no podrá hacer nada más en su nombre en ${school}. Las demás siguen conectadas.`,
    kept: 'Lo que haya leído o cambiado hasta ahora queda como está. Para volver a usarla, tendrá que permitirla de nuevo.',
    submitApp: 'Desconectar',
    submitOne: 'Terminar esta conexión',
  },
  done: {
    app: 'La aplicación está desconectada. Ya no puede hacer nada en su nombre en esa escuela.',
    one: 'Esta conexión ha terminado. Las demás instalaciones de la aplicación siguen conectadas.',
    gone: 'Esa conexión ya no existe.',
  },
};
