import type { Said } from '../../../kit/text/said.ts';
import type { assistants as said } from './en.ts';

export const assistants: Said<typeof said> = {
  title: (school) => `KI-Assistenten bei ${school}`,
  lead: (school) =>
    `Fragen Sie einen KI-Assistenten nach Ihren eigenen Kursen, Bestellungen und Veranstaltungen bei ${school}. Wenn Sie ihn verbinden, melden Sie sich hier an und entscheiden, was er sehen darf.`,
  choose: 'Wählen Sie die Schule, um deren Kurse, Bestellungen und Veranstaltungen es geht.',
  none: (school) => `${school} bietet Mitgliedern noch keinen Assistenten an`,
  blocked: (apps, school) =>
    `Die Betreiber dieses Dienstes haben ${apps} gesperrt. ${school} hat Mitgliedern diesen Zugang angeboten, aber jetzt kann ihn niemand verbinden.`,
  noneText: 'Bitten Sie jemanden, der die Schule führt, unter „Einrichtung“ einen einzuschalten.',
  contact: 'Kontakt der Schule:',
  show: 'So verbinden',
  asksAs: (name) => `Beim Verbinden bittet es unter dem Namen „${name}“ um Zugriff.`,
  clientId:
    'Geben Sie die Client-ID dort ein, wo der Assistent danach fragt, eventuell in den erweiterten Einstellungen.',
  ask: 'Was Sie fragen können',
  connected: 'Verbundene Apps ansehen oder trennen',
  questions: {
    progress: (title) => `Wie weit bin ich in „${title}“?`,
    stopped: (title) => `Wo habe ich in „${title}“ aufgehört?`,
    ends: (title) => `Wie lange kann ich „${title}“ noch öffnen?`,
    unfinished: 'Welche meiner Kurse habe ich noch nicht abgeschlossen?',
    courses: 'Welche Kurse kann ich gerade öffnen?',
    event: (title) => `Wann und wo findet „${title}“ statt?`,
    order: (number) => `Was habe ich mit der Bestellung ${number} gekauft?`,
  },
};
