import type { Said } from '../../../kit/text/said.ts';
import type { passkeys as en } from './en.ts';

export const passkeys: Said<typeof en> = {
  title: 'Llaves de acceso',
  lead: 'Con una llave de acceso inicia sesión con su huella, su cara o el bloqueo de su dispositivo. Nadie puede adivinarla y solo sirve para esta dirección.',
  signIn: 'Iniciar sesión con una llave de acceso',
  confirm: 'Confirmar con una llave de acceso',
  failed: 'No se usó la llave de acceso. Puede intentarlo de nuevo o usar su contraseña.',
  wrong: 'Esta llave de acceso no se conoce aquí. Puede usar otra o su contraseña.',
  none: 'Todavía no tiene ninguna llave de acceso',
  noneText: 'Añada una en cada dispositivo con el que inicie sesión a menudo.',
  name: 'Nombre de esta llave',
  nameHint: 'Por ejemplo, el dispositivo en el que está.',
  suggestedName: 'Mi dispositivo',
  add: 'Añadir una llave de acceso',
  addText:
    'Quien tiene una llave de acceso entra con ella en su cuenta, también después de cambiar la contraseña. Añádala solo en un dispositivo suyo.',
  goOn: 'Continuar',
  needsScript:
    'Las llaves de acceso necesitan un navegador que las conozca y ejecute scripts. Su contraseña funciona en todas partes.',
  unavailable:
    'Las llaves de acceso necesitan una dirección con nombre, como http://localhost; esta solo tiene números.',
  added: (day) => `Añadida el ${day}`,
  used: (day) => `usada por última vez el ${day}`,
  neverUsed: 'sin usar todavía',
  backedUp: 'guardada también en su gestor de llaves',
  removeTitle: (name) => `¿Quitar la llave de acceso «${name}»?`,
  removeText: 'Ya no podrá iniciar sesión con ella. Quítela también del dispositivo para que no se la siga ofreciendo.',
  remove: 'Quitar la llave de acceso',
  notices: {
    added: 'La llave de acceso está añadida. Desde ahora puede iniciar sesión con ella.',
    removed: 'La llave de acceso se ha quitado.',
    refused: 'No se pudo añadir la llave de acceso. Inténtelo con otro nombre u otro dispositivo.',
  },
};
