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
  asks: (school) => `quiere acceder a ${school} en su nombre`,
  offered: (school) => `${school} ofrece esta aplicación a sus miembros.`,
  warning: (app) =>
    `Continúe solo si ha empezado esto usted y confía en ${app}. Si alguien le envió un enlace, cancele.`,
  signedInAs: 'Su cuenta',
  atSchool: (role, school) => `${role}, ${school}`,
  groups: {
    identity: 'Quién es usted',
    own: 'Sus propios datos',
    read: 'Ver datos de la escuela',
    write: 'Cambiar datos de la escuela',
  },
  areas: {
    teaching: 'Cursos y eventos',
    people: 'Personas',
    sales: 'Ventas',
    site: 'Escuela y sitio web',
  },
  subjects: {
    openid: 'su rol en la escuela',
    profile: 'su nombre',
    email: 'su correo electrónico',
    courses: 'cursos',
    curriculum: 'lecciones',
    lecturers: 'perfiles del profesorado',
    events: 'eventos',
    members: 'miembros y sus roles',
    students: 'matrículas y progreso',
    comments: 'comentarios',
    forms: 'formularios y respuestas',
    orders: 'pedidos',
    membership_plans: 'planes de membresía',
    subscriptions: 'membresías',
    coupons: 'cupones',
    digital_products: 'productos digitales',
    analytics: 'estadísticas',
    school: 'configuración',
    appearance: 'diseño',
    pages: 'páginas',
    posts: 'publicaciones',
    storage: 'archivos',
  },
  sides: {
    read: (number) => `Ver (${number})`,
    write: (number) => `Cambiar (${number})`,
  },
  separator: ', ',
  each: 'Detalles',
  changes: 'Hace cambios',
  choose: 'La aplicación podrá hacer lo siguiente. Desmarque lo que no quiera permitir.',
  noChoice: 'La aplicación podrá:',
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
  goesTo: 'Le lleva a',
  goesToWeb: (host) => `${host}`,
  goesToApp: (scheme) => `una aplicación de este dispositivo (${scheme})`,
  goesToLoopback: (host) => `un programa de este equipo (${host})`,
  loopbackWarning:
    'No podemos saber qué programa de este equipo responderá; otro podría ocupar su lugar. Permítalo solo en un equipo de confianza.',
  reaches: 'Da acceso a',
  reachesApis: (host) => `las API de la escuela (${host})`,
  lasts: 'El acceso dura',
  lastsDays: (days) => `Hasta que lo retire, como máximo ${days === 1 ? 'un día' : `${days} días`}`,
  undoHere: 'Se retira en',
  undoLink: 'Aplicaciones conectadas',
  deny: 'Cancelar',
  allow: 'Permitir',
  allowRead: 'Solo ver',
};
