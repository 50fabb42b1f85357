import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { applications as said } from './en.ts';

const grouped = groupedIn('es');

const connections = (count: number): string => (count === 1 ? '1 conexión' : `${grouped(count)} conexiones`);

export const applications: Said<typeof said> = {
  kind: { public: 'Pública', confidential: 'Confidencial' },
  state: { active: 'Activa', disabled: 'Desactivada' },
  list: {
    title: 'Aplicaciones OAuth',
    lead: 'Aplicaciones que su escuela crea para sus miembros y su personal. Cualquiera de la escuela, incluidos los estudiantes, puede conectarlas.',
    create: 'Nueva aplicación',
    empty: 'Todavía no hay aplicaciones',
    emptyText: 'Cree una para cada aplicación que se desarrolle para su escuela. Usted elige qué puede pedir.',
    scopes: (count) => (count === 1 ? '1 permiso' : `${count} permisos`),
    grants: (count) => (count === 0 ? 'sin conexiones' : connections(count)),
    lastUsed: 'último uso:',
    total: (count) => (count === 1 ? '1 aplicación' : `${grouped(count)} aplicaciones`),
    noneFound: 'No se encontraron aplicaciones',
    q: 'Nombre o client ID',
    sorts: { created: 'Más recientes primero', name: 'Nombre', used: 'Último uso' },
    selected: {
      title: 'Aplicaciones seleccionadas',
      none: 'No se cambió nada: seleccione al menos una aplicación a la que corresponda la acción.',
      ask: {
        disable: (count) => (count === 1 ? '¿Desactivar 1 aplicación?' : `¿Desactivar ${count} aplicaciones?`),
        remove: (count) => (count === 1 ? '¿Eliminar 1 aplicación?' : `¿Eliminar ${count} aplicaciones?`),
      },
      consequences: {
        disable:
          'Sus tokens dejan de funcionar de inmediato y sus conexiones terminan. Si las vuelve a activar, todos tendrán que conectarlas de nuevo.',
        remove:
          'Sus tokens dejan de funcionar de inmediato, sus conexiones terminan y sus client ID no se volverán a usar. No se puede deshacer.',
      },
      already: 'Estas ya están desactivadas:',
      done: {
        disable: (names) => `Desactivadas: ${names}.`,
        remove: (names) => `Eliminadas: ${names}.`,
      },
    },
  },
  form: {
    newTitle: 'Nueva aplicación',
    newLead: 'El nombre y los permisos se ven cuando la aplicación pide acceso.',
    editTitle: 'Editar la aplicación',
    editLead: 'Los cambios surten efecto al guardar. El ID de cliente y el tipo no se pueden cambiar.',
    create: 'Crear la aplicación',
    stale:
      'Otra persona cambió esta aplicación mientras el formulario estaba abierto. Así está ahora; vuelva a hacer sus cambios.',
    name: 'Nombre',
    nameHint: 'Se ve cuando la aplicación pide acceso.',
    description: 'Descripción (opcional)',
    descriptionHint: 'Solo para quienes gestionan la escuela: para qué sirve y quién se ocupa de ella.',
    kind: 'Tipo',
    kinds: {
      public: 'No puede guardar un secreto: aplicaciones de línea de comandos, de escritorio, móviles y de navegador.',
      confidential: 'Tiene un servidor que guarda un secreto de cliente.',
    },
    redirectUris: 'Direcciones de retorno (redirect URI), una por línea',
    redirectUrisHint:
      'Debe coincidir exactamente, por ejemplo https://app.example/callback. En el equipo del usuario use http://127.0.0.1/callback, http://localhost/callback o http://[::1]/callback; sirve cualquier puerto. Las aplicaciones móviles y de escritorio pueden usar un esquema propio, como com.example.app:/callback. Diez como máximo.',
    postLogoutRedirectUris: 'Direcciones tras cerrar sesión (opcional), una por línea',
    postLogoutHint:
      'Adónde puede enviar la aplicación a las personas tras cerrar sesión. Se aplican las mismas reglas.',
    scopes: {
      chosen: 'Elegidos:',
      title: 'Permisos',
      hint: 'La aplicación nunca podrá pedir más. Las personas leen exactamente estas palabras.',
      change:
        'Un permiso que quite se retira de inmediato de todas las conexiones. Uno que añada se usará solo cuando la aplicación lo pida y la persona lo acepte.',
    },
    defaultScope: 'Permisos por defecto (opcional)',
    defaultScopeHint:
      'Lo que pide la aplicación cuando una solicitud no indica ningún permiso, para clientes que no pueden indicarlo. Separe varios con espacios; cada uno debe estar elegido arriba. Cada persona sigue decidiendo.',
    introspection: 'Consulta de tokens',
    mayIntrospect: 'Consultar cualquier token de la escuela',
    mayIntrospectHint:
      'Para un servidor suyo que acepta tokens de otras aplicaciones: pregunta aquí si un token es válido y de quién es. Quien tenga su client_secret puede hacer lo mismo con cualquier token de la escuela, y conoce los permisos de las personas y, con el permiso email, sus direcciones. En los demás casos, déjelo desactivado.',
    faults: {
      scopeNotChosen: 'Uno de estos permisos no está elegido arriba.',
      noKind: 'Elija una opción, por favor.',
      noScope: 'Elija al menos un permiso, por favor.',
      notYours: 'Uno de estos permisos no existe o su propio rol no lo incluye.',
      tooMany: 'Escriba diez direcciones como máximo.',
      address: (address, why) => `${address} – ${why}`,
      addresses: {
        too_long: 'use como máximo 2048 caracteres.',
        fragment: 'quite el # y todo lo que le sigue.',
        characters: 'quite los caracteres que no pueden ir en una dirección, como los espacios.',
        relative: 'escriba la dirección completa, empezando por https:// o http://127.0.0.1.',
        forbidden_scheme: 'las direcciones de este tipo podrían ejecutar código y nunca se permiten.',
        authority: 'no tiene un nombre de servidor sencillo.',
        plain_http: 'use https; http solo se permite para 127.0.0.1, localhost y [::1].',
        own_page: 'use una dirección de la aplicación; esta pertenece a este servicio.',
      },
    },
  },
  logo: {
    title: (name: string) => `Logotipo de ${name}`,
    lead: 'Se ve en la página de consentimiento y entre las aplicaciones conectadas. Elija una imagen que sea realmente de la aplicación: la gente decide por ella en quién confía.',
    limits: (kilobytes: number, pixels: number) =>
      `PNG, JPEG o WebP de ${kilobytes} KB y ${pixels} × ${pixels} píxeles como máximo, sin animación. Las imágenes cuadradas se ven mejor.`,
    now: 'Logotipo actual.',
    choose: 'Nuevo logotipo',
    none: 'Sin logotipo',
    upload: 'Subir una imagen',
    submitUpload: 'Subir y usar',
    faults: {
      too_large: 'Este archivo ocupa más de 100 KB.',
      gone: 'Este archivo ya no existe.',
      not_an_image: 'Esto no es una imagen PNG, JPEG o WebP.',
      animated: 'Esta imagen está animada. Elija una fija.',
      too_many_pixels: 'Esta imagen mide más de 1024 × 1024 píxeles.',
      too_few_pixels: 'Esta imagen mide menos de 16 × 16 píxeles.',
      stale: 'Otra persona cambió el logotipo entretanto. Vuelva a elegir.',
    },
  },
  issued: {
    title: { created: 'Aplicación creada', rotated: 'Nuevo secreto de cliente' },
    once: 'Copie ahora el secreto de cliente. No volverá a verlo.',
    overlap: 'El secreto anterior sigue funcionando 24 horas, para que pueda hacer el cambio.',
    noSecret: 'Es una aplicación pública: no tiene secreto.',
    on: 'Ir a la aplicación',
    again: {
      created: {
        title: 'Esta aplicación ya estaba creada',
        text: 'El formulario se envió dos veces; la segunda no creó nada. El secreto, si lo hay, se mostró una vez. Si no lo guardó, rótelo.',
      },
      rotated: {
        title: 'El secreto ya se había rotado',
        text: 'El formulario se envió dos veces, u otra persona se adelantó. Esta vez no se ha cambiado nada. El secreto nuevo se mostró una vez; si no lo guardó, rótelo de nuevo.',
      },
    },
  },
  developer: {
    title: 'Para quien desarrolla',
    lead: 'Lo que necesita saber una aplicación.',
    sendSecret: 'Envíe el secreto de cliente por separado, por un canal seguro.',
    noSecret: 'No tiene secreto.',
    settings: 'Configuración',
    command: 'Pruébelo desde una copia del código de Schoolgate',
    walkthrough: 'La guía para desarrolladores y agentes (en inglés)',
  },
  one: {
    state: 'Estado',
    description: 'Descripción',
    redirectUris: 'Direcciones de retorno',
    postLogoutRedirectUris: 'Direcciones tras cerrar sesión',
    made: 'Creada',
    lastUsed: 'Último uso',
    oldSecret: 'Secreto anterior',
    oldSecretUntil: 'todavía funciona hasta',
    disabledText: 'Esta aplicación está desactivada: nadie puede conectarla y sus tokens ya no funcionan.',
    grants: 'Conexiones',
    use: (grants, people) => `${connections(grants)} de ${people === 1 ? '1 persona' : `${grouped(people)} personas`}.`,
    noGrants: 'No hay nadie conectado',
    noGrantsText: 'Aquí aparecerán las personas que conecten esta aplicación.',
    since: 'desde',
    allGrants: 'Todas las conexiones',
    edit: 'Editar',
    logo: 'Logotipo',
    rotate: 'Rotar el secreto',
    endOld: 'Revocar el secreto anterior',
    disable: 'Desactivar',
    enable: 'Activar',
    remove: 'Eliminar',
  },
  danger: {
    change: {
      title: (name) => `¿Guardar estos cambios en ${name}?`,
      added: 'Direcciones de retorno añadidas:',
      addedText:
        'Los códigos de inicio de sesión irán a estas direcciones. Quien las controle puede actuar como sus usuarios. Se volverá a preguntar a todas las personas conectadas.',
      removed: 'Direcciones de retorno quitadas:',
      scopes: 'Permisos añadidos:',
      introspects:
        'Cualquiera que tenga el client_secret de esta aplicación podrá consultar cualquier token de la escuela: de quién es, para qué aplicación y qué permite.',
    },
    rotate: {
      title: (name) => `¿Rotar el secreto de ${name}?`,
      text: 'Verá el secreto nuevo una vez, en la página siguiente. El actual sigue funcionando 24 horas; el anterior a ese deja de funcionar de inmediato.',
    },
    endOld: {
      title: (name) => `¿Revocar el secreto anterior de ${name}?`,
      text: 'Lo que todavía lo use ya no podrá obtener tokens. El secreto más reciente sigue funcionando.',
    },
    disable: {
      title: (name) => `¿Desactivar ${name}?`,
      text: 'Sus tokens dejan de funcionar de inmediato y sus conexiones terminan. Si la vuelve a activar, todos tendrán que conectarla de nuevo.',
    },
    remove: {
      title: (name) => `¿Eliminar ${name}?`,
      text: 'Sus tokens dejan de funcionar de inmediato, sus conexiones terminan y su client_id no se volverá a usar. No se puede deshacer.',
    },
  },
  done: {
    changed: 'Cambios guardados.',
    secret_ended: 'Secreto anterior revocado. Ya no funciona.',
    disabled: 'Aplicación desactivada. Sus tokens ya no funcionan y sus conexiones han terminado.',
    enabled: 'Aplicación activada. Todos tienen que conectarla de nuevo.',
    links_full: 'Esta aplicación ya tiene diez enlaces. Revoque uno primero.',
    link_revoked: 'Enlace revocado. Ya no funciona.',
    deleted: 'Aplicación eliminada.',
  },
};
