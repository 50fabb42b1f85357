import type { Said } from '../../../kit/text/said.ts';
import type { sessions as en } from './en.ts';

export const sessions: Said<typeof en> = {
  lead: 'Los navegadores en los que tiene la sesión iniciada. Si no reconoce alguno, cierre allí la sesión y después cambie su contraseña.',
  here: 'Este navegador',
  by: (browser, system) => `${browser} en ${system}`,
  unknown: 'Un navegador que no dice cuál es',
  since: 'Sesión iniciada',
  lastSeen: 'Visto por última vez',
  toTheHour: 'La última vez que se vio un navegador se conoce con precisión de una hora.',
  signOut: 'Cerrar sesión',
  signOutOf: (browser) => `Cerrar sesión: ${browser}`,
  older: 'Mostrar los vistos antes',
  elsewhere: 'En todas partes a la vez',
  elsewhereText: 'Por si pierde un dispositivo o ya no recuerda dónde inició sesión.',
  apps: 'Esto no desconecta las aplicaciones que haya conectado. Se desconectan aquí:',
  others: 'Cerrar sesión en los demás navegadores',
  everywhere: 'Cerrar sesión en todas partes, también aquí',
  ending: {
    others: '¿Cerrar sesión en los demás navegadores?',
    othersText: 'Quien use su cuenta en otro navegador tendrá que iniciar sesión de nuevo. Aquí su sesión continúa.',
    everywhere: '¿Cerrar sesión en todas partes?',
    everywhereText: 'Quien use su cuenta en cualquier navegador tendrá que iniciar sesión de nuevo, también usted.',
  },
  done: {
    one: 'La sesión se ha cerrado en ese navegador.',
    others: 'La sesión se ha cerrado en todos los demás navegadores.',
  },
};
