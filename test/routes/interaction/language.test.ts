import t from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { open } from '../../support/interaction.ts';
import { DEMO } from '../../support/oauth-client.ts';

t.test('the language of the pages', async (t) => {
  const { app } = await testApp(t);

  t.test(
    'ui_locales chooses the language before Accept-Language does [OpenID Connect Core §3.1.2.1, RFC 4647 §3.4, RFC 9110 §12.5.4]',
    async (t) => {
      const browser = new Browser(app);
      browser.headers = { ...browser.headers, 'accept-language': 'en' };
      const page = await open(browser, DEMO.cli, { ui_locales: 'fr de-CH en' });
      t.match(page.body, '<html lang="de">');
      t.match(page.body, textFor('de').signIn.submit);
      browser.headers = { ...browser.headers, 'accept-language': 'fr;q=0.9, de;q=0.5, en;q=0.1' };
      t.match((await open(browser, DEMO.cli)).body, '<html lang="de">');
      t.match((await open(browser, DEMO.cli, { ui_locales: 'en' })).body, '<html lang="en">');
      t.match((await open(browser, DEMO.cli, { ui_locales: 'zh-CN' })).body, '<html lang="zh-Hant">');
      browser.headers = { ...browser.headers, 'accept-language': 'de;q=0, *' };
      t.match((await open(browser, DEMO.cli, { ui_locales: 'xx' })).body, '<html lang="en">');
    },
  );

  t.test(
    'a regional tag is served in its language, and Chinese by its script [RFC 4647 §3.4, WCAG 2.2 AA]',
    async (t) => {
      const served = {
        'es-MX': 'es',
        'es-419, en;q=0.5': 'es',
        'ja-JP': 'ja',
        'zh-TW': 'zh-Hant',
        'zh-HK, zh;q=0.9, en;q=0.8': 'zh-Hant',
        'zh-Hant': 'zh-Hant',
        'zh-Hant-CN': 'zh-Hant',
        'ZH-hant-hk': 'zh-Hant',
        zh: 'zh-Hant',
        'zh-CN': 'zh-Hant',
        'zh-SG, fr;q=0.5': 'zh-Hant',
        'zh-CN, zh;q=0.9, ja;q=0.8': 'ja',
        'zh-Hans, de;q=0.1': 'de',
        'zh-Hans, en;q=0.1': 'en',
        'zh-Hans-TW': 'zh-Hant',
        'de-CH, es;q=0.9': 'de',
      } as const;
      for (const [wanted, language] of Object.entries(served)) {
        const browser = new Browser(app);
        browser.headers = { ...browser.headers, 'accept-language': wanted };
        const { body } = await open(browser, DEMO.cli);
        t.match(body, `<html lang="${language}">`, wanted);
        t.match(body, textFor(language).signIn.submit, wanted);
        browser.headers = { ...browser.headers, 'accept-language': 'fr' };
        const tags = wanted.replaceAll(/;q=[\d.]+/g, '').replaceAll(', ', ' ');
        t.match((await open(browser, DEMO.cli, { ui_locales: tags })).body, `<html lang="${language}">`, tags);
      }
    },
  );
});
