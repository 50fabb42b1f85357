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
    lead: 'Aplicaciones que su escuela crea para sus miembros y para quienes la gestionan. Puede darles acceso cualquiera que tenga un rol aquí, incluidos los estudiantes.',
    create: 'Nueva aplicación',
    empty: 'Todavía no hay aplicaciones',
    emptyText:
      'Cree una cuando alguien desarrolle una aplicación para su escuela: recibirá un client_id y los permisos que usted elija.',
    scopes: (count) => (count === 1 ? '1 permiso' : `${count} permisos`),
    grants: (count) => (count === 0 ? 'sin conexiones' : connections(count)),
    lastUsed: 'último uso:',
  },
  form: {
    newTitle: 'Nueva aplicación',
    newLead: 'Lo que escriba aquí es lo que verán las personas cuando la aplicación les pida acceso.',
    editTitle: 'Cambiar la aplicación',
    editLead: 'Los cambios valen desde que los guarda. El client_id y el tipo no cambian.',
    create: 'Crear la aplicación',
    stale:
      'Otra persona cambió esta aplicación mientras el formulario estaba abierto. Ahora la ve tal como está; vuelva a hacer sus cambios, por favor.',
    name: 'Nombre',
    nameHint: 'Las personas lo ven en la página donde dan su consentimiento.',
    description: 'Descripción (opcional)',
    descriptionHint: 'Para quienes gestionan la escuela: para qué sirve y quién se ocupa de ella.',
    kind: 'Tipo',
    kinds: {
      public:
        'Se ejecuta donde sus usuarios pueden ver su interior: herramientas de línea de comandos, aplicaciones de escritorio y móviles, páginas web. No tiene secreto.',
      confidential: 'Se ejecuta en un servidor que puede guardar un secreto. Demuestra quién es con un client_secret.',
    },
    redirectUris: 'Direcciones de retorno (redirect URI), una por línea',
    redirectUrisHint:
      'Adónde se envía de vuelta a las personas. https://app.example/callback se compara carácter por carácter. En el propio equipo: http://127.0.0.1/callback, http://localhost/callback o http://[::1]/callback; sin puerto, sirve cualquiera. Las aplicaciones de un dispositivo pueden usar un esquema propio, como com.example.app:/callback. Diez como máximo.',
    postLogoutRedirectUris: 'Tras cerrar sesión, una por línea (opcional)',
    postLogoutHint: 'Adónde puede enviar la aplicación a las personas después de cerrar sesión. Con las mismas reglas.',
    scopes: {
      chosen: 'Elegidos:',
      title: 'Permisos',
      hint: 'Lo máximo que la aplicación podrá pedir. Cada frase es la que leen las personas y se dirige a quien da acceso a la aplicación.',
      change:
        'Un permiso que retire desaparece de inmediato de todas las conexiones. Uno que añada solo se usará cuando la aplicación lo pida y la persona lo acepte.',
    },
    defaultScope: 'Permisos por defecto (opcional)',
    defaultScopeHint:
      'Lo que pide la aplicación cuando una solicitud no nombra ningún permiso, para clientes que no pueden nombrarlo. Separe varios con espacios; cada uno debe estar elegido arriba. Las personas siguen decidiendo.',
    introspection: 'Consulta de tokens',
    mayIntrospect: 'Consultar cualquier token de la escuela',
    mayIntrospectHint:
      'Para un servidor suyo que acepta tokens de otras aplicaciones: pregunta aquí si un token es válido y de quién es. Quien tenga su client_secret puede hacer lo mismo con cualquier token de la escuela, y conoce los permisos de las personas y, con el permiso email, sus direcciones. En los demás casos, déjelo desactivado.',
    faults: {
      scopeNotChosen: 'Aquí hay un permiso que no está elegido arriba.',
      noKind: 'Elija una opción, por favor.',
      noScope: 'Elija al menos un permiso, por favor.',
      notYours: 'Hay un permiso que no existe o que su propio rol no incluye.',
      tooMany: 'Hay más de diez direcciones.',
      address: (address, why) => `${address} – ${why}`,
      addresses: {
        too_long: 'tiene más de 2048 caracteres.',
        fragment: 'tiene un # con algo detrás; después de la ruta y la consulta no puede ir nada.',
        characters: 'contiene caracteres que no pueden ir en una dirección, como espacios.',
        relative: 'no es una dirección completa; debe empezar por https:// o http://127.0.0.1.',
        forbidden_scheme: 'las direcciones de este tipo podrían ejecutar algo y no se permiten nunca.',
        authority: 'no tiene un nombre de servidor sencillo.',
        plain_http: 'http es solo para 127.0.0.1, localhost y [::1]; en los demás casos tiene que ser https.',
      },
    },
  },
  logo: {
    title: (name: string) => `Logotipo de ${name}`,
    lead: 'Se ve en la página de consentimiento y entre las aplicaciones conectadas. Elija una imagen que sea realmente de la aplicación: la gente decide por ella en quién confía.',
    limits: (kilobytes: number, pixels: number) =>
      `PNG, JPEG o WebP de ${kilobytes} KB y ${pixels} × ${pixels} píxeles como máximo, sin animación. Las imágenes cuadradas se ven mejor.`,
    now: 'Este es el logotipo actual.',
    choose: 'Nuevo logotipo',
    none: 'Sin logotipo',
    upload: 'Subir una imagen',
    submitUpload: 'Subir y usar',
    faults: {
      too_large: 'Este archivo es demasiado grande.',
      not_an_image: 'Este archivo ya no existe, o no es una imagen PNG, JPEG o WebP.',
      animated: 'Esta imagen está animada. Elija una fija.',
      too_many_pixels: 'Esta imagen tiene demasiados píxeles.',
      too_few_pixels: 'Esta imagen mide menos de 16 × 16 píxeles.',
      stale: 'Otra persona cambió el logotipo entretanto. Vuelva a elegir.',
    },
  },
  issued: {
    title: { created: 'La aplicación está creada', rotated: 'El nuevo secreto' },
    once: 'El client_secret se muestra solo esta vez. Llévelo adonde la aplicación guarda sus secretos antes de salir de esta página.',
    overlap: 'El secreto anterior funciona 24 horas más, para que la aplicación se pueda cambiar sin interrupción.',
    noSecret: 'Es una aplicación pública: no hay ningún secreto que guardar.',
    on: 'Ir a la aplicación',
    again: {
      created: {
        title: 'Esta aplicación ya estaba creada',
        text: 'El formulario se envió por segunda vez y con ello no se creó nada. Su secreto, si lo tiene, se mostró una vez; si no se guardó, dé a la aplicación uno nuevo.',
      },
      rotated: {
        title: 'El secreto ya estaba cambiado',
        text: 'El formulario se envió por segunda vez, u otra persona se adelantó. Con ello no se cambió nada. El nuevo secreto se mostró una vez; si no se guardó, dé a la aplicación otro.',
      },
    },
  },
  developer: {
    title: 'Para quien desarrolla',
    lead: 'Esto es lo que una aplicación necesita saber. El client_secret, si lo hay, se entrega por otra vía.',
    settings: 'Configuración',
    command: 'Probar todo el proceso, en una copia de Schoolgate',
    walkthrough: 'La guía para desarrolladores y agentes (en inglés)',
  },
  one: {
    state: 'Estado',
    description: 'Descripción',
    redirectUris: 'Direcciones de retorno',
    postLogoutRedirectUris: 'Tras cerrar sesión',
    made: 'Creada',
    lastUsed: 'Último uso',
    oldSecret: 'Secreto anterior',
    oldSecretUntil: 'todavía funciona hasta',
    disabledText: 'Esta aplicación está desactivada: no puede preguntar a nadie y sus tokens no valen.',
    grants: 'Conexiones',
    use: (grants, people) => `${connections(grants)} de ${people === 1 ? '1 persona' : `${grouped(people)} personas`}.`,
    noGrants: 'No hay nadie conectado',
    noGrantsText: 'Aquí aparece quien dé acceso a esta aplicación.',
    since: 'desde',
    allGrants: 'Todas las conexiones',
    edit: 'Cambiar',
    logo: 'Logotipo',
    rotate: 'Nuevo secreto',
    endOld: 'Anular ya el secreto anterior',
    disable: 'Desactivar',
    enable: 'Activar',
    remove: 'Eliminar',
  },
  danger: {
    change: {
      title: (name) => `¿Modificar ${name}?`,
      added: 'Direcciones de retorno nuevas:',
      addedText:
        'Desde ahora los códigos también se envían allí, y quien los lea actúa por las personas que usan la aplicación. A quienes ya le dieron acceso se les preguntará de nuevo.',
      removed: 'Direcciones de retorno que desaparecen:',
      scopes: 'Permisos nuevos:',
      introspects:
        'Desde ahora, quien tenga el client_secret de esta aplicación puede consultar cualquier token de la escuela: de quién es, para qué aplicación y qué permite.',
    },
    rotate: {
      title: (name) => `¿Dar un secreto nuevo a ${name}?`,
      text: 'Verá el nuevo secreto una vez, en la página siguiente. El actual funciona 24 horas más; si había otro anterior, deja de funcionar de inmediato.',
    },
    endOld: {
      title: (name) => `¿Anular el secreto anterior de ${name}?`,
      text: 'Lo que todavía lo use no podrá obtener tokens desde ahora. El secreto más reciente queda como está.',
    },
    disable: {
      title: (name) => `¿Desactivar ${name}?`,
      text: 'Sus tokens dejan de valer de inmediato y sus conexiones terminan. Si la vuelve a activar, todos tendrán que darle acceso de nuevo.',
    },
    remove: {
      title: (name) => `¿Eliminar ${name}?`,
      text: 'Sus tokens dejan de valer de inmediato, sus conexiones terminan y su client_id no se usará nunca más. No se puede deshacer.',
    },
  },
  done: {
    changed: 'Sus cambios se han guardado y valen desde ahora.',
    secret_ended: 'El secreto anterior ya no funciona.',
    disabled: 'La aplicación está desactivada. Sus tokens no valen y sus conexiones han terminado.',
    enabled: 'La aplicación está activada. Las personas tienen que darle acceso de nuevo.',
    deleted: 'La aplicación se ha eliminado.',
  },
};
