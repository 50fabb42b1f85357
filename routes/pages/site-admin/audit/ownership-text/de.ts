import type { Said } from '../../../kit/text/said.ts';
import type { ownership as en } from './en.ts';

export const ownership: Said<typeof en> = {
  kinds: {
    ownership_offered: 'Inhaberschaft angeboten',
    ownership_withdrawn: 'Angebot der Inhaberschaft zurückgezogen',
    ownership_declined: 'Inhaberschaft abgelehnt',
    ownership_shared: 'Inhaberschaft geteilt',
    ownership_handed_over: 'Inhaberschaft übergeben',
    ownership_stepped_down: 'Inhaberschaft niedergelegt',
  },
  events: {
    ownership_offered: ({ who, target }) => `${who} hat ${target} die Inhaberschaft der Schule angeboten.`,
    ownership_withdrawn: ({ who, target }) => `${who} hat das Angebot der Inhaberschaft an ${target} zurückgezogen.`,
    ownership_declined: ({ who, target }) => `${who} hat die von ${target} angebotene Inhaberschaft abgelehnt.`,
    ownership_shared: ({ who, target }) =>
      `${who} teilt jetzt mit ${target} die Inhaberschaft, wie von ${target} angeboten.`,
    ownership_handed_over: ({ who, target }) =>
      `${who} hat die Inhaberschaft von ${target} übernommen; ${target} gehört jetzt zur Verwaltung.`,
    ownership_stepped_down: ({ who }) => `${who} hat die Inhaberschaft niedergelegt und gehört jetzt zur Verwaltung.`,
  },
  offers: {
    share: {
      ownership_offered: ({ who, target }) => `${who} hat ${target} angeboten, die Inhaberschaft der Schule zu teilen.`,
      ownership_withdrawn: ({ who, target }) =>
        `${who} hat das Angebot an ${target} zurückgezogen, die Inhaberschaft der Schule zu teilen.`,
      ownership_declined: ({ who, target }) =>
        `${who} hat das Angebot von ${target} abgelehnt, die Inhaberschaft der Schule zu teilen.`,
    },
    handOver: {
      ownership_offered: ({ who, target }) =>
        `${who} hat ${target} angeboten, die Inhaberschaft der Schule zu übergeben.`,
      ownership_withdrawn: ({ who, target }) =>
        `${who} hat das Angebot an ${target} zurückgezogen, die Inhaberschaft der Schule zu übergeben.`,
      ownership_declined: ({ who, target }) =>
        `${who} hat das Angebot von ${target} abgelehnt, die Inhaberschaft der Schule zu übergeben.`,
    },
  },
  handedOverFrom: ({ who, from }) => `Die Betreiber dieses Dienstes haben die Schule von ${from} an ${who} übergeben.`,
};
