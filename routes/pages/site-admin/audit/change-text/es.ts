import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import { fieldNames } from '../field-text/es.ts';
import type { change as en } from './en.ts';

const grouped = groupedIn('es');

export const change: Said<typeof en> = {
  oneEnded: {
    ofPerson: ({ who, app, target, count, since }) =>
      `${who} terminó una de las ${count} conexiones de ${target} con ${app} (conectada el ${since}).`,
    own: ({ who, app, count, since }) =>
      `${who} terminó una de sus ${count} conexiones con ${app} (conectada el ${since}).`,
  },
  colon: ': ',
  endedSize: ({ connections, people }) =>
    `${connections === 1 ? '1 conexión' : `${grouped(connections)} conexiones`} de ${people === 1 ? '1 persona' : `${grouped(people)} personas`}`,
  listSeparator: ', ',
  sized: {
    client_disabled: ({ who, app, ended }) => `${who} desactivó la aplicación ${app}; ${ended}.`,
    client_deleted: ({ who, app, ended }) => `${who} eliminó la aplicación ${app}; ${ended}.`,
    turnedOff: ({ who, app, ended }) => `${who} desactivó ${app} para los miembros; ${ended}.`,
  },
  itsEnded: ({ connections, people }) => {
    if (connections === 0) return 'no tenía conexiones';
    if (connections === 1) return 'terminó su única conexión';
    return `terminaron sus ${grouped(connections)} conexiones de ${people === 1 ? '1 persona' : `${grouped(people)} personas`}`;
  },
  failedSignIn: {
    password: ({ who, app }) => `Falló un inicio de sesión de ${who} en ${app}: contraseña incorrecta.`,
    totp: ({ who, app }) => `Falló un inicio de sesión de ${who} en ${app}: código incorrecto.`,
    recovery_code: ({ who, app }) =>
      `Falló un inicio de sesión de ${who} en ${app}: código de recuperación incorrecto.`,
    passkey: ({ who, app }) => `Falló un inicio de sesión de ${who} en ${app}: no se aceptó la llave de acceso.`,
  },
  toolFailures: {
    'invalid-input': 'algún dato no era válido',
    'not-found': 'lo que buscaba no existe',
    conflict: 'el estado actual no lo permite',
    'precondition-failed': 'algo había cambiado entretanto',
    'idempotency-mismatch': 'repetía otra llamada',
    'role-insufficient': 'el rol de la persona no lo permite',
    'not-confirmed': 'la aplicación no lo confirmó',
    'access-insufficient': 'la aplicación no tiene permiso para hacerlo',
    'too-many-requests': 'hubo demasiadas llamadas',
    'server-unavailable': 'el servidor no pudo responder',
    'server-error': 'se produjo un error en el servidor',
  },
  withdrawn: ({ who, target }) => `${who} retiró la invitación de ${target}.`,
  resetOutcomes: {
    pending: 'Este restablecimiento sigue pendiente.',
    barred:
      'Este restablecimiento no tiene efecto mientras la persona no sea miembro activo de la escuela o ayude a gestionar otra.',
    lapsed: 'Ningún inicio de sesión lo aplicó a tiempo, así que este restablecimiento caducó.',
    over: 'Este restablecimiento ha terminado. El segundo factor se conservó o se eliminó de otra manera.',
  },
  failedCall: ({ why }) => `Esta llamada falló: ${why}.`,
  whoseEnded: 'De quién eran las conexiones que terminaron',
  deletedPeople: (count) =>
    count === 1 ? '1 persona cuyos datos se eliminaron' : `${grouped(count)} personas cuyos datos se eliminaron`,
  ofDeletedApp: {
    client_created: ({ who }) => `${who} creó una aplicación que después se eliminó.`,
    client_changed: ({ who }) => `${who} editó una aplicación que después se eliminó.`,
    client_disabled: ({ who }) => `${who} desactivó una aplicación que después se eliminó; sus conexiones terminaron.`,
    client_enabled: ({ who }) => `${who} volvió a activar una aplicación que después se eliminó.`,
    client_deleted: ({ who }) => `${who} eliminó una aplicación; sus conexiones terminaron.`,
  },
  upload: {
    arrived: ({ who, target }) => `${who} subió ${target}.`,
    completed: ({ who, target }) => `${who} completó la subida de ${target}.`,
  },
  resetFrom: ({ who, target, from, until }) =>
    `${who} ordenó restablecer el segundo factor de ${target}, con un inicio de sesión con la contraseña entre el ${from} y el ${until}.`,
  movedUp: ({ person, thing }) => `${person} obtuvo de la lista de espera una plaza libre en el evento «${thing}».`,
  endedWithEvent: ({ person, thing }) => `La inscripción de ${person} terminó porque se canceló el evento «${thing}».`,
  attended: ({ who, person, thing }) => `${who} marcó la asistencia de ${person} al evento «${thing}».`,
  ownPlaces: {
    registered: ({ person, thing }) => `${person} se inscribió en el evento «${thing}».`,
    waits: ({ person, thing }) => `${person} entró en la lista de espera del evento «${thing}».`,
    cancelled: ({ person, thing }) => `${person} canceló su inscripción en el evento «${thing}».`,
  },
  places: {
    waits: ({ who, person, thing }) => `${who} puso a ${person} en la lista de espera del evento «${thing}».`,
    cancelled: ({ who, person, thing }) => `${who} canceló la inscripción de ${person} en el evento «${thing}».`,
  },
  newStatus: {
    published: ({ who, target }) => `${who} publicó ${target}.`,
    cancelled: ({ who, target }) => `${who} canceló ${target}.`,
  },
  accessTokenOnly: ({ who, app }) => `${app} revocó un token de acceso de ${who} y sigue conectada.`,
  connectionOver: ({ who, app }) => `La conexión de ${who} con ${app} terminó.`,
  title: 'Qué cambió',
  allowed: 'Qué se permitió',
  created: 'Ajustes',
  technical: 'Detalles técnicos',
  none: 'nada',
  yes: 'sí',
  no: 'no',
  edited: 'editado',
  image: 'una imagen',
  otherImage: 'otra imagen',
  added: 'Añadido',
  removed: 'Quitado',
  separator: '; ',
  more: (number) => `y ${number} más`,
  viewOnly: 'Solo ver',
  mayChange: 'Puede hacer cambios',
  mayView: 'Puede ver',
  fieldNames,
  fields: {
    role: 'Rol',
    status: 'Estado',
    operator: 'Gestionado por',
    scopes: 'Permisos',
    connections: 'Conexiones',
    name: 'Nombre',
    description: 'Descripción',
    redirectUris: 'Direcciones de retorno',
    postLogoutRedirectUris: 'Direcciones tras cerrar sesión',
    defaultScope: 'Permisos predeterminados',
    apps: 'Conexiones terminadas',
    seatsGivenUp: 'Plazas liberadas',
    waitingEnded: 'Listas de espera abandonadas',
    mayIntrospect: 'Puede consultar tokens',
    hasSecret: 'Tiene un secreto',
    logo: 'Logotipo',
    primaryDomain: 'Dominio',
    locale: 'Idioma',
    timezone: 'Zona horaria',
    currency: 'Moneda',
    contactEmail: 'Correo de contacto',
    supportUrl: 'Página de ayuda',
    termsUrl: 'Condiciones de uso',
    privacyUrl: 'Política de privacidad',
    socialLinks: 'Enlaces a redes sociales',
    themeColor: 'Color de marca',
    accentColor: 'Color de los botones y enlaces',
    logoAssetId: 'Archivo del logotipo',
    faviconAssetId: 'Icono del navegador',
    font: 'Tipo de letra',
    headerLinks: 'Enlaces de la cabecera',
    footerMarkdown: 'Pie de página',
    homepageSections: 'Secciones de la página de inicio',
    customCss: 'CSS propio',
  },
};
