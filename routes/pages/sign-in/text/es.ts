import type { Said } from '../../kit/text/said.ts';
import type { signIn as en } from './en.ts';

const minutes = (seconds: number): string => {
  if (seconds < 60) return seconds <= 1 ? 'un segundo' : `${Math.ceil(seconds)} segundos`;
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'un minuto' : `${count} minutos`;
};

export const signIn: Said<typeof en> = {
  title: 'Iniciar sesión',
  at: (school) => `Iniciar sesión en ${school}`,
  sentBy: (app) =>
    `${app} le ha traído aquí para iniciar sesión. Su contraseña se queda aquí: la aplicación nunca la ve.`,
  alone: 'Use el correo electrónico con el que le conoce su escuela.',
  submit: 'Iniciar sesión',
  wrongCredentials: 'Este correo electrónico y esta contraseña no coinciden. Revise ambos e inténtelo de nuevo.',
  throttled:
    'Ha habido demasiados intentos de iniciar sesión. A su cuenta no le pasa nada; espere un poco antes del próximo intento.',
  throttledFor: (seconds) =>
    `Ha habido demasiados intentos de iniciar sesión. A su cuenta no le pasa nada; inténtelo de nuevo dentro de ${minutes(seconds)}.`,
  newBrowserThrottled: (seconds, recovers) =>
    `Se ha introducido muchas veces una contraseña incorrecta para este correo electrónico, así que el inicio de sesión en navegadores nuevos debe esperar. Inténtelo de nuevo dentro de ${minutes(seconds)}. Puede entrar de inmediato con una llave de acceso o en un navegador en el que ya haya iniciado sesión${recovers ? ', o después de elegir una contraseña nueva («¿Ha olvidado su contraseña?»)' : ''}.`,
  busy: 'En este momento está iniciando sesión muchísima gente y no le ha llegado el turno. Inténtelo de nuevo dentro de unos segundos.',
  reauthenticate: 'Para continuar, demuestre una vez más que es usted. Seguirá en la misma cuenta.',
};
