import type { Said } from '../../../kit/text/said.ts';
import type { reviews as en } from './en.ts';

export const reviews: Said<typeof en> = {
  lead: 'Aplicaciones que se conocen por una dirección web. Solo está demostrado el servidor de la dirección; el nombre se lo da la propia aplicación.',
  whoDecides: 'Usted aprueba y bloquea para todas las escuelas de esta plataforma.',
  othersDecide:
    'Aprobar y bloquear vale para todas las escuelas de esta plataforma, por eso lo hacen quienes la gestionan. Usted decide si su escuela adopta una aplicación para sus miembros.',
  allOfPlatform: 'Se muestran todas las aplicaciones que conoce la plataforma.',
  onlyHere: 'Se muestran las aplicaciones conectadas en esta escuela o adoptadas por ella.',
  states: { unreviewed: 'Sin revisar', approved: 'Aprobada', blocked: 'Bloqueada' },
  changed: 'Ha cambiado desde su aprobación',
  adopted: 'Adoptada para los miembros',
  filter: { state: 'Estado', any: 'Todas', submit: 'Mostrar' },
  empty: 'Aquí aún no hay ninguna aplicación',
  emptyText: 'Una aplicación aparece aquí cuando alguien la conecta. Antes puede mirarla por su dirección.',
  look: {
    title: 'Mirar una dirección',
    label: 'Dirección de la descripción de la aplicación',
    hint: 'Lo que la aplicación envía como client_id; empieza por https://',
    submit: 'Mirar',
    problems: {
      malformed: 'Esto no es la dirección de una descripción: necesita https, una ruta y nada detrás de un #.',
      unusable:
        'La descripción de esta dirección no se puede usar: el servidor no está permitido aquí, no respondió o sirve otra cosa.',
      busy: 'En este momento se están leyendo demasiadas descripciones. Inténtelo de nuevo dentro de un rato.',
    },
  },
  app: {
    name: 'Se llama',
    address: 'Dirección',
    state: 'Estado',
    goesTo: 'Devuelve a las personas a',
    loopback: 'programas en el propio equipo de la persona',
    redirects: 'Direcciones exactas',
    dropped: 'Ignoradas por estar en otro lugar',
    mayAsk: 'Puede pedir',
    mayAskOf: {
      unreviewed: 'quién es cada persona, y leer lo que puede leer quien gestiona la escuela',
      approved: 'todo lo que pueden pedir las aplicaciones compartidas',
      blocked: 'nada',
    },
    ownData: 'Datos propios de los miembros',
    ownDataYes: 'sí, porque su escuela la adoptó',
    ownDataNo: 'no; su escuela no la ha adoptado',
    read: 'Descripción leída',
    stale: 'La descripción no se pudo leer ahora mismo. Abajo está lo que decía antes.',
    difference: 'Qué ha cambiado desde la aprobación',
    nameBefore: (name) => `Se llamaba «${name}».`,
    nameNow: (name) => `Ahora se llama «${name}».`,
    gone: 'Direcciones que ya no están',
    added: 'Direcciones nuevas',
    connections: 'Sus conexiones en esta escuela',
  },
  approve: {
    button: 'Aprobar',
    title: (host) => `¿Aprobar ${host}?`,
    text: 'Desde entonces podrá pedir, en todas las escuelas de esta plataforma, todo lo que pueden pedir las aplicaciones compartidas, también cambios. Cada persona sigue decidiendo por sí misma. Si cambia su descripción, la aprobación termina hasta que alguien vuelva a mirarla.',
    seen: 'Usted aprueba exactamente esto:',
    again: 'Volver a admitir y aprobar',
  },
  block: {
    button: 'Bloquear',
    title: (host) => `¿Bloquear ${host}?`,
    text: 'Nadie podrá entrar ya con ella, en ninguna escuela de esta plataforma, y todas sus conexiones terminan al instante. Si se aprueba más tarde vuelve a admitirse; entonces habrá que conectarla de nuevo.',
  },
  adopt: {
    button: 'Adoptar para los miembros',
    text: 'Los miembros de su escuela podrán dejarle leer sus propios datos: cursos, progreso, pedidos, eventos. Sin revisión solo lee.',
  },
  release: {
    button: 'Soltar',
    title: (host) => `¿Soltar ${host}?`,
    text: 'Los miembros ya no podrán dejarle leer sus propios datos, y todas sus conexiones en su escuela terminan al instante.',
  },
  done: {
    approved: 'La aplicación está aprobada.',
    blocked: 'La aplicación está bloqueada; sus conexiones han terminado.',
    adopted: 'Su escuela ha adoptado la aplicación.',
    released: 'Su escuela ha soltado la aplicación; sus conexiones aquí han terminado.',
  },
  undone: {
    changed: 'Su descripción ha cambiado desde que usted la miró. No se ha aprobado nada; mírela de nuevo.',
    unreadable: 'Su descripción no se puede leer ahora mismo. No se ha aprobado nada; inténtelo más tarde.',
  },
};
