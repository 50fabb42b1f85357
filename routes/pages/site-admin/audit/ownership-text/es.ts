import type { Said } from '../../../kit/text/said.ts';
import type { ownership as en } from './en.ts';

export const ownership: Said<typeof en> = {
  kinds: {
    ownership_offered: 'Propiedad ofrecida',
    ownership_withdrawn: 'Oferta de propiedad retirada',
    ownership_declined: 'Propiedad rechazada',
    ownership_shared: 'Propiedad compartida',
    ownership_handed_over: 'Propiedad traspasada',
    ownership_stepped_down: 'Renuncia a la propiedad',
  },
  events: {
    ownership_offered: ({ who, target }) => `${who} ofreció a ${target} la propiedad de la escuela.`,
    ownership_withdrawn: ({ who, target }) => `${who} retiró la oferta de propiedad a ${target}.`,
    ownership_declined: ({ who, target }) => `${who} rechazó la propiedad que ofreció ${target}.`,
    ownership_shared: ({ who, target }) => `${who} aceptó compartir la propiedad con ${target}.`,
    ownership_handed_over: ({ who, target }) =>
      `${who} recibió la propiedad de ${target}, que pasa a administrar la escuela.`,
    ownership_stepped_down: ({ who }) => `${who} renunció a la propiedad y pasa a administrar la escuela.`,
  },
  offers: {
    share: {
      ownership_offered: ({ who, target }) => `${who} ofreció a ${target} compartir la propiedad de la escuela.`,
      ownership_withdrawn: ({ who, target }) =>
        `${who} retiró la oferta de compartir con ${target} la propiedad de la escuela.`,
      ownership_declined: ({ who, target }) =>
        `${who} rechazó la oferta de ${target} de compartir la propiedad de la escuela.`,
    },
    handOver: {
      ownership_offered: ({ who, target }) => `${who} ofreció a ${target} traspasarle la propiedad de la escuela.`,
      ownership_withdrawn: ({ who, target }) =>
        `${who} retiró la oferta de traspasar a ${target} la propiedad de la escuela.`,
      ownership_declined: ({ who, target }) =>
        `${who} rechazó la oferta de ${target} de traspasarle la propiedad de la escuela.`,
    },
  },
  handedOverFrom: ({ who, from }) => `Quienes gestionan este servicio traspasaron la escuela de ${from} a ${who}.`,
};
