import t from 'tap';
import { loadConfig } from '../../plugins/settings/config.ts';
import { settingVerdicts } from '../../scripts/commands/doctor/deployment/settings.ts';
import { temporaryFolder } from '../support/app.ts';
import { BEHIND_HTTPS } from '../support/settings.ts';

t.test('the doctor doubts a BASE_URL whose host ends with a dot or has none', async (t) => {
  const said = (BASE_URL: string): string => {
    const DATA_DIR = temporaryFolder(t);
    const settings = { ...BEHIND_HTTPS, BASE_URL, DATA_DIR, MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };
    return JSON.stringify(settingVerdicts(loadConfig(settings), settings));
  };
  for (const url of ['https://id.example.', 'https://com', 'https://com.', 'https://id.example.:8443']) {
    t.match(said(url), /may keep no cookies for it/, url);
  }
  for (const url of ['https://id.example', 'https://id.example:8443', 'https://localhost', 'https://[2001:db8::1]']) {
    t.notMatch(said(url), /cookies/, url);
  }
});
