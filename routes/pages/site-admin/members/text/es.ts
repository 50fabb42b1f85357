import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import { invitation } from '../invitation-text/es.ts';
import type { members as en } from './en.ts';

const grouped = groupedIn('es');

export const members: Said<typeof en> = {
  lead: 'Todas las personas de su escuela. Los cambios surten efecto de inmediato.',
  invite: 'Invitar a alguien',
  statuses: {
    invited: 'Invitación pendiente',
    active: 'En activo',
    suspended: 'Suspendido',
    removed: 'Quitado',
  },
  filter: {
    q: 'Nombre o correo electrónico',
    name: 'Nombre',
    role: 'Rol',
    status: 'Estado',
    sort: 'Ordenar por',
    any: 'Todos',
    submit: 'Filtrar',
    reset: 'Quitar filtros',
  },
  sorts: { joined: 'Más recientes primero', name: 'Nombre', seen: 'Última actividad' },
  totalText: 'Incluye a quienes tienen una invitación pendiente o están suspendidos.',
  total: (count) => (count === 1 ? '1 miembro' : `${grouped(count)} miembros`),
  selected: {
    title: 'Miembros seleccionados',
    column: 'Selección',
    select: (name) => `Seleccionar a ${name}`,
    actions: { suspend: 'Suspender', reinstate: 'Restaurar el acceso' },
    submit: 'Continuar',
    ask: {
      suspend: (count) => (count === 1 ? '¿Suspender a 1 miembro?' : `¿Suspender a ${count} miembros?`),
      reinstate: (count) =>
        count === 1 ? '¿Restaurar el acceso de 1 miembro?' : `¿Restaurar el acceso de ${count} miembros?`,
    },
    others: 'Estos no cambian, por el rol de usted o por su estado:',
    done: { suspend: (names) => `Suspendidos: ${names}.`, reinstate: (names) => `Acceso restaurado: ${names}.` },
    refused: (names) => `Sin cambios: ${names}.`,
  },
  empty: 'No se han encontrado miembros',
  emptyText: 'Pruebe con parte del nombre o de la dirección, o con menos filtros.',
  unnamed: 'Nombre aún desconocido',
  unnamedText: 'El nombre aparecerá aquí cuando se acepte la invitación.',
  member: {
    role: 'Rol',
    status: 'Estado',
    since: 'Se unió',
    invitedOn: 'Fecha de invitación',
    seen: 'Última actividad',
    notSeen: 'todavía no (cuentan las aplicaciones y las páginas de administración)',
    note: 'Nota',
    tags: 'Etiquetas',
    self: 'No puede cambiar su propio rol. Pídaselo a una persona propietaria.',
    above: 'El rol de este miembro es superior al suyo, así que no puede cambiar nada aquí.',
    lookOnly: 'Puede ver esta página. Los cambios los hacen las personas propietarias y administradoras.',
    changeRole: 'Cambiar el rol',
    newRole: 'Rol nuevo',
    roleText: 'Al dar un rol superior se le pedirá su contraseña.',
    saveRole: 'Cambiar rol',
    inviteAgain: 'Reenviar la invitación',
    inviteAgainText: 'Envía un enlace nuevo; el anterior deja de funcionar.',
    inviteAgainKept: 'Aquí no hay servidor de correo: el registro del servidor dice dónde se guardan los correos.',
    reinstate: 'Restaurar el acceso',
    reinstateText:
      'Este miembro está suspendido y no tiene acceso a la escuela. Al restaurar el acceso conserva su rol.',
    suspend: 'Suspender',
    dangerZone: 'Zona de peligro',
    suspendText: 'Bloquea el acceso hasta que usted lo restaure.',
    endConnections: 'Terminar todas las conexiones',
    endConnectionsText:
      'Desconecta todas las aplicaciones de este miembro en esta escuela. Su sesión sigue abierta y puede volver a conectarlas.',
    signOut: 'Cerrar sus sesiones',
    signOutText:
      'Solo funciona si no pertenece a otra escuela. Si pertenece a otra, su sesión sigue abierta y puede cerrarla por su cuenta.',
    sendReset: 'Enviar un enlace para restablecer la contraseña',
    sendResetText:
      'El enlace va a la dirección de correo del miembro. Usted no lo ve, y la contraseña vale hasta que se use.',
    resetTitle: 'Enlace para restablecer la contraseña',
    resetByOthers: (address) =>
      `Este servidor no envía correos, y a una escuela no se le muestra lo que abre una cuenta. Quien gestiona el servidor crea el enlace${address === undefined ? '' : ` en ${address}, o`} con este comando y la configuración del servidor (DATA_DIR, BASE_URL, SMTP_URL):`,
    connections: 'Ver conexiones',
    remove: 'Quitar de la escuela',
    removeText: 'Termina su pertenencia. Lo que compró, aprendió y escribió se conserva.',
  },
  confirm: {
    suspend: (name) => `¿Suspender a ${name}?`,
    suspendText:
      'Sus aplicaciones en esta escuela se detienen de inmediato, y no tendrá acceso a la escuela hasta que usted lo restaure. Su sesión en la plataforma sigue abierta y conserva sus otras escuelas.',
    remove: (name) => `¿Quitar a ${name} de la escuela?`,
    removeText:
      'Sus aplicaciones en esta escuela se detienen de inmediato y deja de ser miembro. Lo que compró, aprendió y escribió se conserva. Sus plazas en los próximos eventos pasan a la lista de espera. Para que vuelva, invítele.',
    role: (name, role) => `¿Dar a ${name} este rol: ${role}?`,
    roleText: 'Este miembro podrá hacer de inmediato todo lo que permite el rol, también con aplicaciones.',
    ownerText: 'Dejará de tener la propiedad de la escuela. Una persona propietaria puede volver a ofrecérsela.',
    reinstate: (name, role) => `¿Restaurar el acceso de ${name} con el rol: ${role}?`,
    invite: (email, role) => `¿Invitar a ${email} con este rol: ${role}?`,
    inviteText: 'Cuando acepte, esta persona podrá hacer todo lo que permite el rol, también con aplicaciones.',
    signOut: (name) => `¿Cerrar las sesiones de ${name} en todos los navegadores?`,
    signOutText:
      'Si no pertenece a ninguna otra escuela, se cerrará su sesión en todos los navegadores. Usted no sabrá si es así. Las aplicaciones siguen conectadas; también puede terminar sus conexiones.',
    sendReset: (name) => `¿Enviar a ${name} un enlace para restablecer la contraseña?`,
    sendResetText:
      'Enviamos un correo con un enlace a su dirección. Sirve una sola vez y durante 30 minutos. Al usarlo se cierran todas sus sesiones.',
    endConnections: (name) => `¿Terminar todas las conexiones de ${name}?`,
    endConnectionsText:
      'Sus aplicaciones en esta escuela se detienen de inmediato. Sigue siendo miembro y puede volver a conectarlas.',
  },
  roleGuide: {
    title: 'Qué puede hacer cada rol',
    what: 'Ámbito',
    abilities: { view: 'Ver', edit: 'Editar', none: '–' },
    adminPages: 'Estas páginas de administración',
    ownership: 'Propiedad, y quién necesita dos factores',
    staffPages: (pages) => `El personal ve estas páginas de administración: ${pages}.`,
    note: 'El personal docente solo ve y edita los cursos que imparte. Editar incluye crear y eliminar. Los mismos derechos valen en las aplicaciones que cada persona conecta.',
    subjects: {
      courses: 'Cursos',
      students: 'Estudiantes y matrículas',
      members: 'Miembros',
      analytics: 'Estadísticas',
      curriculum: 'Secciones y lecciones',
      orders: 'Pedidos',
      school: 'Configuración de la escuela',
      appearance: 'Diseño del sitio',
      events: 'Eventos',
      membership_plans: 'Planes de membresía',
      coupons: 'Cupones',
      posts: 'Publicaciones',
      subscriptions: 'Membresías de las personas',
      digital_products: 'Productos digitales',
      comments: 'Comentarios',
      lecturers: 'Perfiles del profesorado',
      storage: 'Archivos',
      forms: 'Formularios y respuestas',
      pages: 'Páginas del sitio',
      account: 'Perfil, cursos y pedidos propios',
    },
  },
  ownership: {
    title: 'Propiedad',
    share: 'Compartir la propiedad',
    shareText: 'Cuando acepte, la propiedad será de ambas personas.',
    handOver: 'Traspasar la propiedad',
    handOverText: 'Cuando acepte, la propiedad pasa a este miembro y usted queda como administrador/a.',
    openUntil: 'Oferta abierta hasta',
    withdraw: 'Retirar la oferta',
    ask: {
      share: (name) => `¿Ofrecer a ${name} compartir la propiedad?`,
      handOver: (name) => `¿Traspasar la propiedad a ${name}?`,
    },
    askText: {
      share:
        'Quien tiene la propiedad puede hacer todo en la escuela. También decide sobre las demás personas propietarias y puede quitarle a usted.',
      handOver:
        'Usted queda como administrador/a y ya no decide sobre la propiedad. Solo una persona propietaria o la plataforma puede devolvérsela.',
    },
    howItGoesOn:
      'Nada cambia hasta que acepte con su contraseña o una llave de acceso, en un plazo de 7 días. Hasta entonces puede retirar la oferta.',
    toldByEmail: 'Avisamos por correo a ambas personas y a las demás propietarias.',
    tellYourself: 'Este servidor no envía correos. Avise usted a esta persona: la oferta está en su cuenta.',
    submit: 'Hacer la oferta',
    offers: {
      share: (by) => `${by} le ofrece compartir la propiedad.`,
      handOver: (by) => `${by} quiere traspasarle la propiedad.`,
    },
    accept: 'Aceptar la propiedad',
    decline: 'Rechazar',
    accepting: {
      title: (school) => `¿Aceptar la propiedad de ${school}?`,
      text: 'Quien tiene la propiedad puede hacer todo en la escuela y decide sobre las demás personas propietarias. Si la escuela les pide dos factores, los configurará a continuación.',
      share: (by) => `${by} conserva la propiedad.`,
      handOver: (by) => `${by} queda como administrador/a.`,
    },
    stepDown: {
      title: 'Renunciar a la propiedad',
      text: 'Usted queda como administrador/a. Las demás personas propietarias siguen siéndolo.',
      last: 'Solo usted tiene la propiedad, y una escuela siempre necesita a alguien que la tenga. Para renunciar, antes compártala o traspásela en la página de otro miembro.',
      ask: '¿Renunciar a la propiedad?',
      toldByEmail: 'Usted y las demás personas propietarias reciben un correo.',
    },
    answers: {
      accepted: 'Ahora tiene la propiedad de la escuela.',
      declined: 'Ha rechazado la oferta. No se ha cambiado nada.',
      gone: 'Esta oferta ya no está abierta. No se ha cambiado nada.',
    },
  },
  invitation,
  ordered: {
    ends: 'También termina lo que puso en marcha. Otra persona puede volver a enviar una invitación y responde entonces de ella:',
    stays: 'Esto pertenece a la escuela y se conserva:',
  },
  letters: {
    sent: (email) =>
      `El correo para ${email} está en la bandeja de salida y se enviará en menos de un minuto; esta página muestra qué ocurre con él. Su enlace sirve durante 7 días.`,
    kept: (email) =>
      `Aquí no hay servidor de correo, así que el correo para ${email} se guarda como archivo; el registro del servidor dice dónde. Contiene un enlace que sirve durante 7 días.`,
    none: (email) =>
      `Este servidor no envía correos. Avise usted a ${email}: quien ya tiene cuenta encuentra allí la invitación.`,
    link: (email) =>
      `Este servidor no envía correos. Cree aquí un enlace de invitación y entrégueselo usted a ${email}.`,
  },
  /** What became of the e-mail of an invitation. */
  delivery: {
    title: 'Correo de invitación',
    states: {
      waiting: 'En la bandeja de salida; se enviará en menos de un minuto.',
      delayed: 'Aún no se ha enviado; el servidor sigue intentándolo durante dos días.',
      failed: 'No se ha entregado y no se volverá a intentar.',
      sent: 'Se entregó al servidor de correo (o lo eliminaron quienes gestionan este servicio). Si no llega nada, reenvíe la invitación.',
      kept: 'Guardado como archivo en el servidor; su registro dice dónde.',
      shown: 'No se ha enviado: en su lugar se creó un enlace de invitación.',
      lapsed: 'El enlace ha caducado. La invitación necesita uno nuevo.',
      off: 'No se ha enviado: este servidor no envía correos.',
      held: 'No se ha enviado: este servidor ya no envía correos. El correo sigue en la bandeja de salida por si vuelve a enviarlos; al crear un enlace se retira.',
      givenUp: 'No se ha entregado y no se volverá a intentar: este servidor ya no envía correos.',
      past: 'Se entregó al servidor de correo antes de que este servidor dejara de enviar correos (o lo eliminaron quienes gestionan este servicio).',
      unsent:
        'No se envió ningún correo: el servidor no envió ninguno al invitar a esta persona, o se restauró desde una copia de seguridad. Reenvíe la invitación.',
      unknown:
        'No se sabe, por ejemplo, porque el enlace ha caducado o porque hay muchísimos correos en espera. Si no ha llegado nada, reenvíe la invitación.',
    },
    why: {
      refused: 'El servidor de correo rechazó la dirección o el correo.',
      later: 'El servidor de correo pidió que se intente más tarde.',
      sign_in: 'El servidor de correo no dejó iniciar sesión a este servidor.',
      insecure: 'No se pudo establecer una conexión segura con el servidor de correo.',
      unreachable: 'No se pudo conectar con el servidor de correo.',
      other: 'El envío falló; el registro del servidor dice por qué.',
    },
    nextTry: (at) => `Próximo intento: ${at}.`,
    gaveUp: (at) => `Se dejó de intentar: ${at}.`,
    link: (from, until) => `Enlace creado el ${from}, válido hasta el ${until}.`,
    checkAddress: 'Compruebe la dirección: si es incorrecta, quite a esta persona e invite a la dirección correcta.',
    passOn: 'Puede crear abajo un enlace y entregarlo usted.',
    inAccount: 'Si esta persona ya tiene una cuenta, encuentra la invitación en la página de su cuenta.',
  },
  /** The link of an invitation, where no e-mail arrives. */
  invitationLink: {
    make: 'Crear un enlace de invitación',
    makeText: 'Este servidor no envía correos, así que entregue usted el enlace. El enlace anterior deja de funcionar.',
    makeTextFailed:
      'El correo no ha llegado a salir, así que entregue usted un enlace. El correo se retira de la bandeja de salida y todos los enlaces anteriores dejan de funcionar.',
    makeTextAgain: 'Si el enlace se ha perdido, cree otro y entréguelo usted. El enlace anterior deja de funcionar.',
    ask: (name) => `¿Crear un enlace de invitación para ${name}?`,
    askText: (role) =>
      `Quien use primero el enlace elige el nombre y la contraseña de la cuenta y se incorpora con este rol: ${role}. La dirección queda sin confirmar.`,
    askWithdraws:
      'El correo que no se pudo enviar se retira, para que no llegue después con un enlace que ya no funciona.',
    askEnds: 'Todos los enlaces anteriores dejan de funcionar ahora.',
    title: 'Enlace de invitación creado',
    label: 'Enlace',
    text: 'Copie ahora el enlace y entrégueselo a la persona por un medio seguro: en persona o en un mensaje cifrado. Sirve una vez, durante 7 días, y no volverá a verlo.',
    back: 'Ir al miembro',
  },
  done: {
    invited: 'Invitación creada.',
    sent: 'Invitación renovada; el enlace anterior deja de funcionar.',
    role: 'Rol cambiado.',
    suspended: 'Miembro suspendido; sus aplicaciones se han detenido.',
    reinstated: 'Acceso restaurado.',
    removed: 'Miembro quitado; sus aplicaciones se han detenido.',
    signedOut: 'Si no pertenece a ninguna otra escuela, sus sesiones están cerradas en todos los navegadores.',
    resetSent:
      'El correo con un enlace para restablecer la contraseña está en la bandeja de salida y se enviará en menos de un minuto. Si no llega nada, pregunte a quienes gestionan este servicio si el servidor de correo lo rechazó.',
    ended: 'Conexiones terminadas.',
    offered: 'Propiedad ofrecida. Puede aceptarla en la página de su cuenta durante 7 días.',
    withdrawn: 'Oferta retirada.',
    steppedDown: 'Ha renunciado a la propiedad. Ahora es administrador/a.',
    none: 'Seleccione primero miembros con los que esto sea posible. No se ha cambiado nada.',
  },
  problems: {
    lastOwner:
      'Solo usted tiene la propiedad, así que no puede renunciar a ella. No se ha cambiado nada. Antes compártala o traspásela en la página de otro miembro.',
    role: 'Su rol no permite esto. No se ha cambiado nada.',
    conflict:
      'No es posible ahora: quizá alguien modificó al miembro, o es la última persona propietaria, que siempre permanece. No se ha cambiado nada.',
    invalid: 'El formulario no era válido. No se ha cambiado nada.',
    resetThrottled:
      'A este miembro se le han enviado varios correos en poco tiempo. No se ha enviado ningún enlace; espere una hora.',
    throttled: 'Se han enviado muchas invitaciones en poco tiempo. Esta no se ha enviado; inténtelo de nuevo mañana.',
  },
};
