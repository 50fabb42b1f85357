import { timeSpan } from '../../kit/text/es/time-span.ts';
import type { Said } from '../../kit/text/said.ts';
import type { signIn as en } from './en.ts';

export const signIn: Said<typeof en> = {
  title: 'Iniciar sesión',
  at: (school) => `Iniciar sesión en ${school}`,
  sentBy: (app) => `${app} le ha traído aquí para iniciar sesión. La aplicación nunca ve su contraseña.`,
  alone: 'Use el correo electrónico que su escuela tiene de usted.',
  submit: 'Iniciar sesión',
  noRecovery: '¿Ha olvidado su contraseña? Este servidor no envía correos. Pregunte a quienes gestionan su escuela.',
  howElse: '¿Gestiona usted la escuela o el servidor? Qué hacer',
  wrongCredentials: 'Correo electrónico o contraseña incorrectos.',
  stale:
    'No se ha iniciado sesión: la página estaba desactualizada o las cookies están desactivadas en este navegador. Si lo están, actívelas y envíe de nuevo el formulario.',
  throttled: 'Demasiados intentos de inicio de sesión. Su cuenta está bien; espere un poco e inténtelo de nuevo.',
  throttledFor: (seconds) =>
    `Demasiados intentos de inicio de sesión. Su cuenta está bien; inténtelo de nuevo dentro de ${timeSpan(seconds)}.`,
  newBrowserThrottled: (seconds, recovers) =>
    `Se ha introducido muchas veces una contraseña incorrecta para este correo electrónico, así que los navegadores nuevos deben esperar. Inténtelo de nuevo dentro de ${timeSpan(seconds)}. Puede entrar de inmediato con una llave de acceso o en un navegador en el que ya haya iniciado sesión${recovers ? ', o después de elegir una contraseña nueva («¿Ha olvidado su contraseña?»)' : ''}.`,
  busy: 'El inicio de sesión está muy solicitado. Inténtelo de nuevo dentro de unos segundos.',
  reauthenticate: 'Confirme que es usted para continuar.',
  replaces: (name) =>
    `En este navegador está abierta la sesión de ${name}. Si inicia sesión con otra cuenta, sustituirá a esta.`,
};
