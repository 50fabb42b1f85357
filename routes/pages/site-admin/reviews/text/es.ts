import type { Said } from '../../../kit/text/said.ts';
import type { reviews as en } from './en.ts';

export const reviews: Said<typeof en> = {
  lead: 'Aplicaciones que se identifican con una dirección web. Solo se verifica el host; el nombre lo indica la propia aplicación.',
  whoDecides: 'Lo que apruebe o bloquee vale en todas las escuelas de la plataforma.',
  othersDecide:
    'Aprobar y bloquear aplicaciones corresponde a quienes gestionan la plataforma, porque vale para todas las escuelas. Usted decide si su escuela ofrece una aplicación a sus miembros.',
  noOneDecides:
    'Todavía nadie decide qué aplicaciones pueden hacer cambios. Pregunte a quienes gestionan este servicio: pueden designar a personas que decidan (PLATFORM_OPERATORS) o aprobar una aplicación (schoolgate clients).',
  allOfPlatform: 'Se muestran todas las aplicaciones que conoce la plataforma.',
  manual: 'Cómo funcionan las revisiones',
  onlyHere: 'Se muestran las aplicaciones conectadas en esta escuela u ofrecidas a sus miembros.',
  states: { unreviewed: 'Sin revisar', by_default: 'Aprobada de antemano', approved: 'Aprobada', blocked: 'Bloqueada' },
  changed: 'Ha cambiado desde su aprobación',
  adopted: 'Ofrecida a los miembros',
  bundled: 'Conocida por la copia de sus metadatos que forma parte de este servidor',
  filter: { state: 'Estado', any: 'Todas', submit: 'Filtrar' },
  empty: 'Todavía no hay aplicaciones',
  emptyText:
    'Una aplicación aparece aquí cuando alguien la permite o cuando se decide aquí sobre ella. Antes puede comprobarla por su dirección.',
  look: {
    title: 'Comprobar una aplicación antes de que se conecte',
    label: 'Dirección de los metadatos de la aplicación',
    hint: 'El client_id de la aplicación; empieza por https://, como https://claude.ai/oauth/claude-code-client-metadata',
    known: 'Direcciones de aplicaciones conocidas:',
    refused: 'Una aplicación rechazada no está en la lista. Su dirección está aquí:',
    submit: 'Comprobar',
    problems: {
      malformed: 'Escriba una dirección con https y una ruta, y nada detrás de un #.',
      host: 'Este servidor no acepta aplicaciones de este host. Quien administra el servidor puede permitirlo (CIMD_ALLOWED_HOSTS).',
      unreachable:
        'No se puede llegar al host desde este servidor. Compruebe la dirección e inténtelo de nuevo dentro de unos minutos.',
      refused:
        'El host rechaza a este servidor, normalmente para no admitir bots. Inténtelo más tarde o pida a quien desarrolla la aplicación que permita a los servidores leer la dirección.',
      missing:
        'El host respondió, pero en esta dirección no hay nada. Compruebe la dirección con quien desarrolla la aplicación.',
      invalid:
        'Lo que hay en esta dirección no son metadatos de una aplicación. Tiene que corregirlo quien la desarrolla: debe ser un documento JSON cuyo client_id sea exactamente esta dirección.',
      busy: 'Ahora se están comprobando demasiadas aplicaciones. Inténtelo de nuevo dentro de un momento.',
    },
  },
  app: {
    name: 'Se hace llamar',
    address: 'Dirección',
    state: 'Estado',
    decided: 'Última decisión',
    goesTo: 'Lleva de vuelta a',
    loopback: 'programas en el propio equipo del usuario',
    redirects: 'Direcciones exactas',
    dropped: 'Ignoradas (otro host)',
    mayAsk: 'Puede pedir',
    mayAskOf: {
      unreviewed: 'la identidad y datos de la escuela de solo lectura',
      approved: 'cualquier permiso que pueda tener una aplicación compartida, incluidos los cambios',
      blocked: 'nada',
    },
    ownData: 'Datos propios de los miembros',
    offeredBy: 'Escuelas que la ofrecen a sus miembros',
    ownDataYes: 'sí, su escuela ofrece la aplicación a sus miembros',
    ownDataBlocked: 'no, la aplicación está bloqueada',
    ownDataNo: 'no, su escuela no ofrece la aplicación a sus miembros',
    read: 'Última lectura de los metadatos',
    source: 'Origen de los metadatos',
    sources: {
      fetched: 'leídos del host',
      lastCopy: 'la última copia válida, porque ahora no se puede leer el host',
      bundled: 'la copia que forma parte de esta versión del servidor',
    },
    bundledOn: 'Copia del',
    bundled:
      'No se ha podido leer el host, así que se usa la copia que forma parte de esta versión del servidor. Se sustituirá en cuanto el host responda.',
    byDefault:
      'Sus metadatos forman parte de esta versión del servidor, por lo que se considera aprobada hasta que cambie su nombre o una dirección a la que devuelve a las personas, o hasta que alguien la bloquee (REVIEWED_BY_DEFAULT).',
    stale: 'No se han podido leer los metadatos. Abajo está su contenido anterior.',
    difference: 'Cambios desde la aprobación',
    nameBefore: (name) => `Se hacía llamar «${name}».`,
    nameNow: (name) => `Ahora se hace llamar «${name}».`,
    gone: 'Direcciones quitadas',
    added: 'Direcciones añadidas',
    connections: 'Sus conexiones en esta escuela',
  },
  approve: {
    button: 'Aprobar',
    title: (host) => `¿Aprobar ${host}?`,
    text: 'Si la aprueba, podrá pedir cualquier permiso que pueda tener una aplicación compartida, incluidos los cambios, en todas las escuelas de esta plataforma.',
    limits:
      'Cada persona sigue decidiendo. La aprobación termina si alguien bloquea la aplicación, o si cambia su nombre o una dirección a la que lleva de vuelta; entonces hay que revisarla de nuevo.',
    seen: 'Usted aprueba exactamente esto:',
    again: 'Desbloquear y aprobar',
    unblock: {
      title: (host) => `¿Desbloquear y aprobar ${host}?`,
      text: 'Ahora está bloqueada en todas las escuelas. Esto la desbloquea en todas.',
    },
  },
  block: {
    button: 'Bloquear',
    title: (host) => `¿Bloquear ${host}?`,
    text: 'Nadie podrá usarla ya en ninguna escuela de esta plataforma, y todas sus conexiones terminan de inmediato. Si la aprueba más tarde, habrá que conectarla de nuevo.',
  },
  adopt: {
    button: 'Ofrecer a los miembros',
    text: 'Los miembros podrán dejarle leer sus propios datos: cursos, progreso, pedidos, eventos.',
    untilApproved: 'Mientras no se apruebe, solo puede leer.',
    withoutGuide: (page) =>
      `Los miembros no la encuentran en «${page}», porque no hay una guía para ella. Facilíteles las instrucciones de la propia aplicación.`,
  },
  release: {
    button: 'Dejar de ofrecer',
    title: (host) => `¿Dejar de ofrecer ${host} a los miembros?`,
    text: 'Los miembros ya no podrán dejarle leer sus propios datos, y todas sus conexiones en su escuela terminan de inmediato, también las del personal. El personal puede volver a conectarla.',
    blocked:
      'Está bloqueada, así que nadie puede usarla. Si deja de ofrecerla, tampoco estará disponible para los miembros tras desbloquearla.',
  },
  done: {
    approved: 'Aplicación aprobada.',
    blocked: 'Aplicación bloqueada; sus conexiones han terminado.',
    adopted: 'Su escuela ofrece ahora esta aplicación a sus miembros.',
    released: 'Su escuela ya no ofrece esta aplicación a sus miembros; sus conexiones aquí han terminado.',
  },
  undone: {
    changed: 'Sus metadatos han cambiado desde que los vio. No se ha aprobado nada; compruébelos de nuevo.',
    unreadable: 'Sus metadatos no se pueden leer ahora mismo. No se ha aprobado nada; inténtelo más tarde.',
  },
};
