import type { Said } from '../../../kit/text/said.ts';
import type { passkeys as en } from './en.ts';

export const passkeys: Said<typeof en> = {
  title: 'Llaves de acceso',
  lead: 'Con una llave de acceso inicia sesión con su huella, su cara o el bloqueo de pantalla. No se puede adivinar y solo sirve para este sitio.',
  signIn: 'Iniciar sesión con una llave de acceso',
  confirm: 'Confirmar con una llave de acceso',
  failed: 'No se usó la llave de acceso. Inténtelo de nuevo o use su contraseña.',
  wrong: 'No conocemos esta llave de acceso. Use otra o su contraseña.',
  none: 'Todavía no tiene ninguna llave de acceso',
  noneText: 'Añada una en cada dispositivo con el que inicie sesión a menudo.',
  name: 'Nombre de la llave',
  nameHint: 'Por ejemplo, el dispositivo en el que está.',
  suggestedName: 'Mi dispositivo',
  add: 'Añadir una llave de acceso',
  addText:
    'Cualquiera que pueda desbloquear este dispositivo podrá iniciar sesión como usted, incluso después de cambiar la contraseña. Añada llaves de acceso solo en sus propios dispositivos.',
  goOn: 'Continuar',
  needsScript:
    'Las llaves de acceso necesitan un navegador compatible y JavaScript activado. Su contraseña funciona en todas partes.',
  unavailable:
    'Las llaves de acceso no funcionan mientras la dirección de este sitio sea una dirección IP. Quien lo administra puede darle un nombre de host.',
  byCommand:
    'En este equipo, detenga el servidor y vuelva a iniciarlo con este comando. Ponga delante sus demás ajustes, como DATA_DIR:',
  added: (day) => `Añadida el ${day}`,
  used: (day) => `usada por última vez el ${day}`,
  neverUsed: 'sin usar todavía',
  backedUp: 'guardada también en su gestor de llaves',
  removeTitle: (name) => `¿Quitar la llave de acceso «${name}»?`,
  removeText: 'Ya no podrá iniciar sesión con ella. Quítela también del dispositivo para que no se la siga ofreciendo.',
  remove: 'Quitar la llave de acceso',
  notices: {
    added: 'Llave de acceso añadida. Ya puede iniciar sesión con ella.',
    removed: 'Llave de acceso quitada.',
    refused: 'No se pudo añadir la llave de acceso. Inténtelo con otro nombre u otro dispositivo.',
  },
};
