import type { Said } from '../../../kit/text/said.ts';
import type { staffRights as en } from './en.ts';

export const staffRights: Said<typeof en> = {
  title: 'Derechos del personal',
  lead: 'Elija qué puede ver y editar, en las aplicaciones y en estas páginas, quien tiene el rol Personal. Los cambios se aplican de inmediato, también en las aplicaciones ya conectadas.',
  abilities: { none: 'Sin acceso', view: 'Ver', edit: 'Editar' },
  isDefault: 'Su escuela usa los derechos predeterminados: todo lo que el personal puede tener.',
  isOwn: 'Su escuela ha hecho su propia selección.',
  note: 'Editar incluye ver, crear y eliminar. Lo que no aparece aquí, como los roles, la configuración y los precios de los planes de membresía, queda reservado a las personas propietarias y administradoras. Si una actualización trae ámbitos nuevos, el personal solo los recibe si su escuela usa los derechos predeterminados.',
  people:
    'Sin acceso a «Miembros», el personal no puede abrir las páginas Miembros y Conexiones activas, que muestran nombres y correos electrónicos.',
  reset: 'Usar los predeterminados',
  edit: 'Editar los derechos del personal',
  confirm: {
    title: '¿Dar más derechos al personal?',
    text: 'Esto se aplica de inmediato a quien tiene el rol Personal, también a través de aplicaciones.',
  },
  done: 'Cambios guardados. Ya están en vigor.',
  stale:
    'Otra persona cambió estos derechos después de que usted abriera la página. No se guardó nada. Ahora ve los derechos actuales; vuelva a hacer sus cambios.',
};
