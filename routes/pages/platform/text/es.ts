import type { Said } from '../../kit/text/said.ts';
import type { platform as en } from './en.ts';

export const platform: Said<typeof en> = {
  title: 'Escuelas',
  lead: 'Todas las escuelas de esta plataforma y lo que solo quienes la gestionan pueden hacer con ellas.',
  search: { label: 'Nombre o identificador', submit: 'Buscar' },
  states: { open: 'Abierta', closed: 'Cerrada', toBeDeleted: 'Se eliminará' },
  members: (count) => `miembros activos: ${count}`,
  empty: 'No se encontró ninguna escuela',
  emptyText: 'Pruebe con una parte más corta del nombre o del identificador.',
  more: 'Más escuelas',
  first: 'Volver al principio',
  elsewhere: {
    title: 'Revisión de aplicaciones y cuentas',
    text: 'Son comunes a todas las escuelas.',
    commands: 'En el servidor se hace lo mismo con',
  },
  create: {
    title: 'Crear una escuela',
    lead: 'La persona propietaria recibe una invitación válida una sola vez y durante 7 días.',
    name: 'Nombre de la escuela',
    slug: 'Identificador',
    slugHint:
      'La parte de sus direcciones web que representa a la escuela: minúsculas, dígitos y guiones. No se puede cambiar.',
    owner: 'Correo electrónico de la persona propietaria',
    ownerHint: 'Si no hay ninguna cuenta con este correo, se crea una.',
    submit: 'Crear la escuela',
    invalid: {
      name: 'Escriba un nombre de hasta 100 caracteres.',
      slug: 'Use minúsculas, dígitos y guiones sueltos, por ejemplo escuela-norte.',
      owner: 'Escriba un correo electrónico.',
    },
    taken: 'Otra escuela tiene este identificador.',
    reserved: 'Este correo perteneció hasta hace pocos días a otra cuenta, que todavía puede recuperarlo.',
  },
  facts: {
    id: 'ID',
    slug: 'Identificador',
    state: 'Estado',
    created: 'Creada',
    members: 'Miembros activos',
    deleteAt: 'Se eliminará después del',
  },
  owners: 'Propietarios',
  noOwner: 'La escuela no tiene propietario.',
  newOwner: 'Correo electrónico de la nueva persona propietaria',
  whatToDo: 'Qué puede hacer',
  invited: (email) => `Se ha invitado a ${email} como propietario.`,
  link: 'Este servidor no envía correos. Entregue este enlace a la persona propietaria; vale una sola vez y durante 7 días. No se mostrará de nuevo:',
  folder: 'La exportación está en el servidor, en la carpeta',
  problems: {
    changed: 'La escuela ha cambiado entretanto. No se ha hecho nada; vuelva a mirar.',
    noAddress: 'Escriba el correo electrónico de la nueva persona propietaria.',
    invitedAlready: 'Esta persona ya está invitada o está suspendida.',
    reserved: 'Este correo perteneció hasta hace pocos días a otra cuenta, que todavía puede recuperarlo.',
    notExported: 'No se pudo exportar la escuela; el registro del servidor indica el motivo. No se elimina.',
  },
  actions: {
    close: {
      button: 'Cerrar la escuela',
      hint: 'Nadie puede iniciar sesión allí y todas las aplicaciones se detienen hasta que vuelva a abrirla.',
      title: (name) => `¿Cerrar ${name}?`,
      text: () =>
        'Se rechazan los inicios de sesión y los tokens de esta escuela, y terminan todas sus conexiones con aplicaciones. Se conserva todo lo que contiene.',
    },
    reopen: {
      button: 'Volver a abrir la escuela',
      hint: 'Permite de nuevo iniciar sesión.',
      title: (name) => `¿Volver a abrir ${name}?`,
      text: () =>
        'Sus miembros pueden iniciar sesión de nuevo. Las conexiones terminadas siguen terminadas: hay que conectar de nuevo las aplicaciones.',
    },
    handOver: {
      button: 'Traspasar',
      hint: 'Convierte a un miembro activo en único propietario. A cualquier otra persona se la invita como propietaria adicional.',
      title: (name) => `¿Traspasar ${name}?`,
      text: (email) =>
        `Si ${email} es miembro activo de la escuela, pasa a ser su único propietario y los demás, también los invitados, pasan a ser administradores. Si no, se le invita, y usted repite esto cuando haya aceptado la invitación.`,
    },
    export: {
      button: 'Exportar la escuela',
      hint: 'Escribe sus datos y archivos en una carpeta del servidor.',
      title: (name) => `¿Exportar ${name}?`,
      text: () =>
        'Todo lo que contiene la escuela se escribe en una carpeta nueva del servidor, sin el registro de auditoría. Puede tardar minutos.',
    },
    delete: {
      button: 'Eliminar la escuela',
      hint: 'La cierra, la exporta y la elimina al cabo de 30 días.',
      title: (name) => `¿Eliminar ${name}?`,
      text: () =>
        'La escuela se cierra de inmediato y se exporta a una carpeta del servidor. Al cabo de 30 días se elimina todo lo que contiene y no se puede deshacer. Hasta entonces puede cancelarlo.',
    },
    cancelDeletion: {
      button: 'Conservar la escuela',
      hint: 'Cancela la eliminación. La escuela sigue cerrada.',
      title: (name) => `¿Conservar ${name}?`,
      text: () => 'La escuela no se elimina. Sigue cerrada hasta que vuelva a abrirla.',
    },
  },
  done: {
    close: 'Escuela cerrada; sus conexiones han terminado.',
    reopen: 'Escuela abierta de nuevo. Las conexiones terminadas no vuelven.',
    handOver: 'La escuela tiene una nueva persona propietaria.',
    export: 'Escuela exportada.',
    delete: 'La escuela está cerrada y exportada, y se eliminará al cabo de 30 días.',
    cancelDeletion: 'La escuela no se elimina. Sigue cerrada.',
  },
};
