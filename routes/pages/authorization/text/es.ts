import type { Said } from '../../kit/text/said.ts';
import type * as en from './en.ts';

export const chooseAccount: Said<typeof en.chooseAccount> = {
  title: 'Elija una cuenta',
  lead: (app) => `¿Qué cuenta quiere usar con ${app}?`,
  continueAs: (name) => `Continuar como ${name}`,
};

export const chooseSite: Said<typeof en.chooseSite> = {
  title: 'Elija una escuela',
  lead: (app) => `Usted pertenece a más de una escuela. ${app} tendrá acceso a la que elija aquí y a ninguna otra.`,
  legend: 'Sus escuelas',
  submit: 'Continuar',
};

export const consent: Said<typeof en.consent> = {
  title: (app) => `¿Permitir el acceso a ${app}?`,
  asks: (school) => `pide acceso a ${school} en su nombre`,
  warning: (app) =>
    `Continúe solo si acaba de empezar esto usted y conoce ${app}. Si le ha traído aquí un mensaje u otra persona, no lo permita.`,
  signedInAs: 'Su cuenta',
  atSchool: (role, school) => `${role}, ${school}`,
  groups: {
    identity: 'Quién es usted',
    own: 'Sus propios datos',
    read: 'Gestión de la escuela: ver',
    write: 'Gestión de la escuela: cambiar',
  },
  choose: 'Si lo permite, la aplicación podrá hacer lo que está marcado aquí. Desmarque lo que no quiera compartir.',
  noChoice: 'Si lo permite, la aplicación podrá hacer lo siguiente.',
  before: 'ya lo permitió antes',
  unavailable: {
    outside_role: {
      title: 'No disponible para usted',
      why: 'La aplicación también pidió esto, pero su rol en la escuela no lo incluye. No lo recibirá.',
    },
    not_adopted: {
      title: 'No disponible para esta aplicación',
      why: 'Su escuela no ha adoptado esta aplicación, así que no puede recibir lo que es suyo en la escuela. Quienes dirigen la escuela pueden adoptarla.',
    },
  },
  goesTo: 'Adónde irá después',
  goesToWeb: (host) => `De vuelta a ${host}`,
  goesToApp: (scheme) => `A la aplicación de este dispositivo que responde a ${scheme}`,
  goesToLoopback: (host) => `A un programa de este equipo (${host})`,
  loopbackWarning:
    'No podemos saber qué programa de este equipo responderá. Otro programa podría escuchar en su lugar, así que permítalo solo en un equipo de confianza.',
  reaches: 'Dónde funciona',
  lasts: 'Cuánto dura',
  lastsDays: (days) => `Hasta que lo retire, como máximo ${days === 1 ? 'un día' : `${days} días`}`,
  undo: 'Si cambia de opinión',
  undoHere: 'Puede retirarlo cuando quiera en',
  undoLink: 'Aplicaciones conectadas',
  deny: 'Rechazar',
  allow: 'Permitir',
};
