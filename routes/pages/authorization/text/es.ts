import type { Said } from '../../kit/text/said.ts';
import type * as en from './en.ts';

export const chooseAccount: Said<typeof en.chooseAccount> = {
  title: 'Elija una cuenta',
  lead: (app) => `¿Qué cuenta quiere usar con ${app}?`,
  continueAs: (name) => `Continuar como ${name}`,
};

export const chooseSite: Said<typeof en.chooseSite> = {
  title: 'Elija una escuela',
  lead: (app) => `Pertenece a más de una escuela. ${app} tendrá acceso solo a la que elija.`,
  legend: 'Sus escuelas',
  submit: 'Continuar',
};

export const otherSchool: Said<typeof en.otherSchool> = {
  title: 'Esta cuenta no pertenece a esta escuela',
  lead: (app, school) =>
    `${app} está configurada para la escuela «${school}». Si tiene otra cuenta allí, use esa; si no, pida a la escuela que le invite y compruebe que la dirección en la aplicación es la correcta.`,
  own: 'O conecte una de sus escuelas',
  ownText: (app) => `Ponga en ${app} la dirección de la escuela y vuelva a conectar.`,
};

export const consent: Said<typeof en.consent> = {
  title: (app) => `¿Permitir que ${app} acceda a su escuela?`,
  asks: (school) => `quiere acceder a ${school}`,
  offered: (school) => `${school} ofrece esta aplicación a sus miembros.`,
  warning: (app) =>
    `Continúe solo si ha empezado esto usted y confía en ${app}. Si alguien le envió un enlace, cancele.`,
  atSchool: (role, school) => `${role}, ${school}`,
  groups: {
    identity: 'Quién es usted',
    own: 'Sus propios datos',
    read: 'Ver datos de la escuela',
    write: 'Cambiar datos de la escuela',
  },
  changes: 'Hace cambios',
  able: 'Podrá',
  always: 'Siempre incluido: quién es usted',
  before: 'ya permitido',
  leftOut: 'no permitido la última vez',
  again: (app) => `${app} vuelve a pedir lo que usted no permitió. Seguirá sin permitirse si no lo marca abajo:`,
  againMore: (number) => `Y ${number} más, señalados abajo.`,
  missing: (number) => `Mostrar ${number}`,
  unavailable: {
    outside_role: {
      title: 'No disponible para usted',
      why: 'La aplicación también pidió esto. Su rol no lo incluye, así que no lo recibirá.',
    },
    not_adopted: {
      title: 'No disponible para esta aplicación',
      why: 'Su escuela no ofrece esta aplicación a sus miembros, así que no puede recibir sus propios datos en la escuela. Quienes gestionan la escuela pueden activarlo.',
    },
  },
  goesTo: {
    https: 'Le lleva a',
    app: 'Le lleva a una aplicación de este dispositivo',
    loopback: 'Le lleva a un programa de este equipo',
  },
  loopbackWarning: 'Otro programa podría ocupar su lugar. Permítalo solo en un equipo de confianza.',
  reaches: 'Da acceso a',
  reachesApis: (host) => `las API de la escuela (${host})`,
  lasts: 'El acceso dura',
  lastsDays: (days) => `${days === 1 ? 'Un día' : `${days} días`} como máximo, o hasta que lo retire en`,
  undoLink: 'Aplicaciones conectadas',
  permissions: (number) => (number === 1 ? '1 permiso' : `${number} permisos`),
  changing: (number) => (number === 1 ? '1 hace cambios' : `${number} hacen cambios`),
  days: (days) => (days === 1 ? '1 día' : `${days} días`),
  deny: 'Cancelar',
  allow: 'Permitir',
  allowRead: 'Solo ver',
};
