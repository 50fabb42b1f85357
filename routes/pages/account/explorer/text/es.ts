import type { Said } from '../../../kit/text/said.ts';
import type { explorer as said } from './en.ts';

export const explorer: Said<typeof said> = {
  title: 'Explorador de la Account API',
  lead: 'Consulte con GraphQL sus propios datos en una escuela y vea lo que recibiría una aplicación.',
  signedOut:
    'Inicie sesión para empezar. El explorador pide acceso como cualquier otra aplicación, y usted decide qué puede hacer.',
  signIn: 'Iniciar sesión',
  connect:
    'El explorador pide acceso como cualquier otra aplicación. Guarda su token solo en la memoria de esta página y lo devuelve cuando usted sale de ella.',
  at: (school) => `Iniciar sesión en ${school}`,
  none: 'Su escuela no ha configurado el explorador',
  noneText: 'Lo configura un propietario o administrador como aplicación OAuth de la escuela.',
  setUp: (school) => `Configurarlo para ${school}`,
  noScript: 'El explorador necesita JavaScript. Sin él, llame a la API como describe la guía de abajo.',
  connected: (person, school) => `Sesión iniciada como ${person} en ${school}`,
  signOut: 'Terminar la conexión',
  example: 'Empezar con un ejemplo',
  examples: {
    courses: 'Mis cursos',
    orders: 'Mis pedidos',
    events: 'Mis eventos',
    files: 'Mis archivos',
    language: 'Cambiar mi idioma',
  },
  query: 'Consulta',
  queryHint: 'Ctrl+Intro la ejecuta.',
  fields: (type) => `Campos de ${type}`,
  variables: 'Variables',
  variablesLabel: 'Variables en JSON',
  run: 'Ejecutar',
  running: 'Ejecutando…',
  result: 'Resultado',
  empty: 'Ejecute una consulta para ver su resultado.',
  done: (status, milliseconds) => `Estado ${status}, ${milliseconds} ms`,
  schema: 'Esquema de la Account API',
  howTo: 'Cómo obtiene un token una aplicación',
  problems: {
    ended: 'La conexión ha terminado. Inicie sesión de nuevo para continuar.',
    refused: (why) => `El explorador no se conectó: ${why}. Inicie sesión de nuevo para reintentarlo.`,
    foreign:
      'Esta página se abrió con un inicio de sesión que no empezó en este navegador. Inicie sesión aquí en su lugar.',
    silent: 'El servidor no respondió. Compruebe su conexión e inténtelo de nuevo.',
    variables: 'Las variables no son JSON válido. Escriba un objeto como {"first": 5}.',
  },
};
