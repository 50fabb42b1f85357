import type { Said } from '../../../kit/text/said.ts';
import type { sessions as en } from './en.ts';

export const sessions: Said<typeof en> = {
  lead: 'Navegadores en los que tiene la sesión iniciada. Cierre la sesión en los que no reconozca y después cambie su contraseña.',
  here: 'Este navegador',
  by: (browser, system) => `${browser} en ${system}`,
  unknown: 'Navegador desconocido',
  since: 'Sesión iniciada',
  lastSeen: 'Última actividad',
  signOut: 'Cerrar sesión',
  signOutOf: (browser) => `Cerrar sesión: ${browser}`,
  total: (count) => `${count} navegadores`,
  latest: (count) => `Los ${count} navegadores usados más recientemente`,
  elsewhere: 'Todos los navegadores',
  elsewhereText: 'Si ha perdido un dispositivo o ya no recuerda dónde inició sesión.',
  apps: 'Esto no desconecta sus aplicaciones. Puede desconectarlas aquí:',
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
