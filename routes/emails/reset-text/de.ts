import type { Said } from '../../pages/kit/text/said.ts';
import type { resets as en } from './en.ts';

export const resets: Said<typeof en> = {
  second_factor_reset: {
    subject: 'Ihr zweiter Faktor wird zurückgesetzt',
    before: ({ school, from, until }) =>
      `Eine Inhaberin oder ein Inhaber von ${school} möchte den zweiten Faktor Ihres Kontos zurücksetzen, wie es geschieht, wenn jemand ihn verloren hat. Eine Anmeldung mit Ihrem Passwort zwischen ${from} und ${until} entfernt ihn. Wenn Sie nicht darum gebeten haben, verhindern Sie es mit diesem Link:`,
    after:
      'Haben Sie darum gebeten, melden Sie sich in dieser Zeit mit Ihrem Passwort an, und benutzen Sie vorher weder Authenticator-App noch Passkey: Das bricht das Zurücksetzen ab. Danach müssten Sie die Schule noch einmal bitten.',
  },
  second_factor_reset_withdrawn: {
    subject: 'Ihr zweiter Faktor wird nicht zurückgesetzt',
    before: (school, at) =>
      `${school} hat das Zurücksetzen Ihres zweiten Faktors zurückgezogen. Zeitpunkt: ${at}. Es hat sich nichts geändert: Sie melden sich damit an wie bisher.`,
    after:
      'Haben Sie darum gebeten, weil Sie ihn verloren haben, fragen Sie noch einmal bei der Schule nach. Alles, was mit Ihrem Konto geschehen ist, steht hier:',
  },
  second_factor_kept: {
    subject: (person) => `${person} behält den zweiten Faktor`,
    before: {
      used: (person, school, at) =>
        `${person} hat den zweiten Faktor verwendet. Zeitpunkt: ${at}. Damit ist das Zurücksetzen aufgehoben, das Sie bei ${school} angeordnet haben.`,
      kept: (person, school, at) =>
        `${person} hat den zweiten Faktor behalten. Zeitpunkt: ${at}. Damit ist das Zurücksetzen aufgehoben, das Sie bei ${school} angeordnet haben.`,
    },
    after:
      'Die Anmeldung bleibt, wie sie war. Ist der zweite Faktor doch verloren, fragen Sie persönlich oder am Telefon nach und ordnen Sie das Zurücksetzen noch einmal an:',
  },
};
