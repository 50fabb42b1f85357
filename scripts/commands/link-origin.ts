/** Commands that make links say where these lead. */
import type { Config } from '../../plugins/settings/config.ts';

/** A link of a command that runs without the settings of the server leads to where nobody listens. */
export const linkBeginning = ({ baseUrl }: Config): string =>
  `its link begins with ${baseUrl}; if people reach the server elsewhere, repeat this with its settings (DATA_DIR, BASE_URL, SMTP_URL)`;

/** Of what cannot be repeated, such as the creation of a school. */
export const linkBeginnings = ({ baseUrl, mail }: Config): string =>
  `each link begins with ${baseUrl}${mail.server === 'off' ? '' : ', also in an e-mail'}; if people reach the server elsewhere, put its address in that place and pass the link on`;
