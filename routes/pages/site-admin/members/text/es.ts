import type { Said } from '../../../kit/text/said.ts';
import type { members as en } from './en.ts';

export const members: Said<typeof en> = {
  lead: 'Todas las personas que pertenecen a la escuela. Un cambio de rol o de estado vale desde el siguiente clic o llamada.',
  invite: 'Invitar a alguien',
  statuses: { invited: 'Invitación pendiente', active: 'En activo', suspended: 'En suspenso' },
  filter: {
    q: 'Nombre o correo electrónico',
    role: 'Rol',
    status: 'Estado',
    any: 'Todos',
    submit: 'Mostrar',
    reset: 'Mostrar a todos',
  },
  empty: 'No se encontró a nadie',
  emptyText: 'Ningún miembro coincide. Pruebe con parte del nombre o de la dirección, o con menos condiciones.',
  unnamed: 'Nombre aún desconocido',
  unnamedText: 'El nombre aparecerá aquí cuando se acepte la invitación.',
  member: {
    role: 'Rol',
    status: 'Estado',
    since: 'Aquí desde',
    seen: 'Última vez aquí',
    note: 'Nota',
    tags: 'Etiquetas',
    self: 'Nadie decide sobre sí mismo. Pida a otra persona propietaria o administradora que cambie su rol.',
    above: 'El rol de este miembro está por encima del suyo, así que aquí usted no decide nada.',
    lookOnly: 'Usted puede mirar; los cambios corresponden a quienes son propietarios o administradores.',
    changeRole: 'Cambiar el rol',
    newRole: 'Rol nuevo',
    roleText: 'Para un rol superior al actual se le pedirá su contraseña.',
    saveRole: 'Cambiar rol',
    inviteAgain: 'Enviar de nuevo la invitación',
    inviteAgainText:
      'Envía un enlace nuevo; el anterior deja de valer. Si no hay correo configurado, el registro del servidor dice adónde van las cartas.',
    reinstate: 'Devolver el acceso',
    reinstateText:
      'El miembro está en suspenso y no entra en ninguna parte de esta escuela. Con el acceso vuelve el rol que tenía.',
    suspend: 'Suspender',
    suspendText: 'Quita el acceso a la escuela hasta que usted lo devuelva.',
    endConnections: 'Terminar todas las conexiones',
    endConnectionsText:
      'Termina todas las aplicaciones de este miembro en esta escuela. Su sesión sigue abierta y puede volver a conectarlas.',
    signOut: 'Cerrar sus sesiones',
    signOutText:
      'Solo para quien pertenece únicamente a esta escuela. Las sesiones de quien también pertenece a otra siguen abiertas; puede cerrarlas por su cuenta.',
    sendReset: 'Enviar un enlace para una contraseña nueva',
    sendResetText:
      'El enlace va a la dirección de correo del miembro. Usted no lo ve, y la contraseña vale hasta que se use.',
    connections: 'Ver las conexiones',
    remove: 'Quitar de la escuela',
    removeText: 'Termina su pertenencia a la escuela. Lo que compró, aprendió y escribió permanece.',
  },
  confirm: {
    suspend: (name) => `¿Suspender a ${name}?`,
    suspendText:
      'Toda aplicación que actúe por este miembro en esta escuela se detiene al instante, y no podrá entrar en la escuela hasta que usted le devuelva el acceso. Su sesión en la plataforma sigue abierta y conserva sus otras escuelas.',
    remove: (name) => `¿Quitar a ${name} de la escuela?`,
    removeText:
      'Toda aplicación que actúe por este miembro en esta escuela se detiene al instante, y dejará de pertenecer a ella. Lo que compró, aprendió y escribió permanece; una invitación le trae de vuelta.',
    role: (name, role) => `¿Dar a ${name} este rol: ${role}?`,
    roleText:
      'Desde el siguiente clic o llamada, este miembro podrá hacer todo lo que corresponde al rol, también mediante aplicaciones.',
    ownerText: 'Dejará de figurar como propietario de la escuela. Solo la plataforma puede volver a nombrarle.',
    reinstate: (name, role) => `¿Devolver el acceso a ${name} con este rol: ${role}?`,
    invite: (email, role) => `¿Invitar a ${email} con este rol: ${role}?`,
    inviteText:
      'En cuanto acepte la invitación, esta persona podrá hacer todo lo que corresponde al rol, también mediante aplicaciones.',
    signOut: (name) => `¿Cerrar las sesiones de ${name} en todos los navegadores?`,
    signOutText:
      'Si no pertenece a ninguna otra escuela, se cerrará su sesión en todos los navegadores. Usted no sabrá si es así. Las aplicaciones siguen conectadas; también puede terminar sus conexiones.',
    sendReset: (name) => `¿Enviar a ${name} un enlace para una contraseña nueva?`,
    sendResetText:
      'Un mensaje con un enlace irá a su dirección de correo. Sirve una sola vez y durante 30 minutos. Al usarlo se cierran todas sus sesiones.',
    endConnections: (name) => `¿Terminar todas las conexiones de ${name}?`,
    endConnectionsText:
      'Toda aplicación que actúe por este miembro en esta escuela se detiene al instante. Sigue perteneciendo a la escuela y puede volver a permitirlas.',
  },
  invitation: {
    title: 'Invitar a alguien a la escuela',
    lead: 'La plaza es suya en cuanto la acepte; antes no da acceso a nada.',
    email: 'Correo electrónico',
    name: 'Nombre',
    nameHint: 'Solo se usa si la dirección es nueva aquí; cada persona cambia su propio nombre.',
    role: 'Rol',
    submit: 'Invitar',
    taken: 'La persona de esta dirección ya tiene una plaza en la escuela.',
  },
  letters: {
    sent: (email) =>
      `Un mensaje con un enlace va a ${email}. El enlace sirve durante 7 días. Si no llega nada, envíe de nuevo la invitación desde aquí.`,
    kept: (email) =>
      `Aquí no hay servidor de correo configurado, así que el mensaje para ${email} se guarda como archivo; el registro del servidor dice dónde. Contiene un enlace que sirve durante 7 días.`,
    none: (email) =>
      `Desde aquí no se envían mensajes. Avise usted a ${email}: quien ya tiene cuenta encuentra en ella la invitación.`,
  },
  done: {
    invited: 'La invitación está hecha.',
    sent: 'La invitación se ha renovado; el enlace anterior ya no sirve.',
    role: 'El rol se ha cambiado.',
    suspended: 'El miembro está en suspenso; todas sus aplicaciones se han detenido.',
    reinstated: 'El miembro vuelve a tener acceso.',
    removed: 'El miembro ya no está en la escuela; todas sus aplicaciones se han detenido.',
    signedOut: 'Si no pertenece a ninguna otra escuela, sus sesiones están cerradas en todos los navegadores.',
    resetSent: 'Un mensaje con un enlace para una contraseña nueva va de camino.',
    ended: 'Las conexiones han terminado.',
  },
  problems: {
    role: 'Su rol no llega a tanto, o ha cambiado entretanto. No se ha cambiado nada.',
    conflict:
      'Eso no encaja con lo que el miembro es ahora; quizá alguien lo cambió entretanto, y siempre queda al menos una persona propietaria. No se ha cambiado nada.',
    invalid: 'No se entendió el formulario. No se ha cambiado nada.',
    resetThrottled:
      'A este miembro se le han enviado varios mensajes en poco tiempo. No se ha enviado ningún enlace; espere una hora.',
    throttled: 'Se han enviado muchas invitaciones en poco tiempo. Esta no se ha enviado; inténtelo de nuevo mañana.',
  },
};
