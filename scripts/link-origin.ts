/** Commands that make links say where these lead. */
import type { Config } from '../plugins/config.ts';

/** A link of a command that runs without the settings of the server leads to where nobody listens. */
export const linkBeginning = ({ baseUrl }: Config, which = 'its link'): string =>
  `${which} begins with ${baseUrl}; if people reach the server elsewhere, repeat this with its settings (DATA_DIR, BASE_URL, SMTP_URL)`;
