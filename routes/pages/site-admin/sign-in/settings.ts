/** The form of the provider of a school. The secret is never shown: the page that asks for the password has it sealed. */
import type { FastifyInstance } from 'fastify';
import { fieldValues } from '../../../../schema/audit/audit-event.ts';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import {
  MAX_DOMAINS,
  MAX_GRANT_DAYS,
  PROVIDER_SECRETS,
  type ProviderSettings,
  type SchoolProvider,
} from '../../../../schema/people/provider.ts';
import { issuerFault } from '../../../../schema/people/provider-sign-in.ts';
import { isEmail } from '../../../../schema/text/email.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import { below, button, errorSummary, field, linkButton, notice, postForm } from '../../kit/components.ts';
import { copyField } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { signedInBy } from '../../kit/reauthentication.ts';
import type { OperatorRequest, Place } from '../operator-pages.ts';
import { mayChange, providerIdOf, SIGN_IN_ROUTE, seenOf, signInPath } from './school-provider.ts';

const NAMES = ['issuer', 'clientId', 'secret', 'secretEnds', 'domains', 'joins', 'grantDays', 'twoFactorAcr'] as const;
type Name = (typeof NAMES)[number];
type Values = Readonly<Record<Name, string>>;
type Faults = Readonly<Partial<Record<Name, keyof Text['providers']['form']['faults'] | undefined>>>;

interface SettingsForm {
  provider: SchoolProvider | undefined;
  values: Values;
  faults: Faults;
  isStale?: boolean;
}

const DISCOVERY = /\/\.well-known\/openid-configuration$/;
/** Everyone can have an address there. */
const PUBLIC_DOMAINS = new Set(
  `126.com 163.com aol.com gmail.com gmx.com gmx.de gmx.net googlemail.com hotmail.com icloud.com live.com mail.ru me.com
msn.com naver.com outlook.com proton.me protonmail.com qq.com t-online.de web.de yahoo.co.jp yahoo.com yandex.ru`.split(
    /\s/,
  ),
);

const listOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))];
const dayOf = (at: number | null): string => (at === null ? '' : new Date(at).toISOString().slice(0, 10));

const stored = (provider: SchoolProvider | undefined): Values => ({
  issuer: provider?.issuer ?? '',
  clientId: provider?.clientId ?? '',
  secret: '',
  secretEnds: dayOf(provider?.secretEndsAt ?? null),
  domains: provider?.domains.join(' ') ?? '',
  joins: provider?.joins === true ? '1' : '',
  grantDays: String(provider?.grantDays ?? 30),
  twoFactorAcr: provider?.twoFactorAcr?.join(' ') ?? '',
});

const sent = (form: Parameters, secret: string): Values => {
  const values = Object.fromEntries(NAMES.map((name) => [name, (form.get(name) ?? '').trim()])) as Record<Name, string>;
  return { ...values, secret, issuer: values.issuer.replace(DISCOVERY, '') };
};

/** @param provider as stored: its secret is kept if none is entered, but never sent to another issuer */
function faultsOf(values: Values, provider: SchoolProvider | undefined): Faults {
  const { issuer, clientId, secret, secretEnds, grantDays } = values;
  const isKept = secret === '' && provider?.sealedSecret != null && provider.issuer === issuer;
  const domains = listOf(values.domains.toLowerCase());
  const acr = listOf(values.twoFactorAcr);
  const is = {
    clientId: /^[\x21-\x7e]{1,255}$/.test(clientId),
    secret: isKept || /^[\x20-\x7e]{1,512}$/.test(secret),
    secretEnds: secretEnds === '' || dayOf(Date.parse(`${secretEnds}T00:00:00Z`) || 0) === secretEnds,
    domains: domains.length <= MAX_DOMAINS && domains.every((one) => isEmail(`x@${one}`) && !PUBLIC_DOMAINS.has(one)),
    joins: values.joins === '' || domains.length > 0,
    grantDays: /^[1-9][0-9]?$/.test(grantDays) && Number(grantDays) <= MAX_GRANT_DAYS,
    twoFactorAcr: acr.length <= MAX_DOMAINS && acr.every((one) => one.length <= 255),
  };
  const wrong = Object.entries(is).flatMap(([name, isRight]) => (isRight ? [] : [[name, name]]));
  const fault = issuerFault(issuer);
  const ofIssuer = fault === undefined ? {} : { issuer: fault === 'form' ? 'issuer' : 'many' };
  return { ...ofIssuer, ...Object.fromEntries(wrong) } as Faults;
}

export function providerForm(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const { providerStore } = app.people;
  const find = ({ membership }: OperatorRequest) => providerStore.ofSite(membership.siteId);

  const show = definePage<OperatorRequest, SettingsForm>(app, place, {
    at: `${SIGN_IN_ROUTE}/settings`,
    async load({ signedIn }) {
      if (!(await mayChange(app, signedIn))) return undefined;
      const provider = await find(signedIn);
      return { provider, values: stored(provider), faults: {} };
    },
    title: ({ provider }, { text: { providers } }) => providers[provider === undefined ? 'setUp' : 'change'],
    isWrong: ({ faults, isStale }) => isStale === true || Object.keys(faults).length > 0,
    body: (form, visit) => formBody(app, form, visit),
  });

  place.pages.post(`${SIGN_IN_ROUTE}/settings`, async (signedIn, form, reply) => {
    if (!(await mayChange(app, signedIn))) return place.missing(signedIn, reply);
    const provider = await find(signedIn);
    const values = sent(form, secretIn(app, signedIn, form));
    const faults = await faultsIn(app, values, provider);
    const { secret, ...shown } = values;
    if (Object.keys(faults).length > 0) {
      // A secret is not sent back, and without it the stored one would be kept unnoticed.
      const again = secret === '' ? faults : { ...faults, secret: 'secret' as const };
      return show(signedIn, reply.code(400), { provider, values: { ...shown, secret: '' }, faults: again });
    }
    const seen = form.get('seen') ?? '';
    const { ask } = signedIn.text.providers;
    const asking = {
      frame: place.frame(signedIn),
      demandsOwnFactor: true,
      title: ask.save,
      consequences: html`<p>${displayText(values.issuer)}</p><p>${ask.saveText}</p>`,
      hidden: { ...shown, seen, sealed: sealedFor(app, signedIn).seal(secret) },
      submit: signedIn.text.shell.save,
      cancelHref: signInPath(signedIn),
    };
    const proof = await signedInBy(app, place.pages, { signedIn, form, reply }, asking);
    if ('sent' in proof) return proof.sent;
    const present = await find(proof.entered);
    const isSaved = String(present?.updatedAt ?? '') === seen && (await save(app, proof.entered, values, present));
    if (isSaved) return goTo(reply, signInPath(proof.entered, '?done=saved'));
    const stale = { provider: present, values: { ...values, secret: '' }, faults: {}, isStale: true };
    return show(proof.entered, reply.code(409), stale);
  });
}

/** Tries the issuer out as well, so that an address with a mistake is not stored. */
async function faultsIn(
  { providers }: FastifyInstance,
  values: Values,
  provider: SchoolProvider | undefined,
): Promise<Faults> {
  const faults = faultsOf(values, provider);
  if (faults.issuer !== undefined) return faults;
  const refusal = await providers.tryOut(values.issuer);
  return refusal === undefined ? faults : { ...faults, issuer: refusal === 'not_allowed' ? refusal : 'unreadable' };
}

/** Seals the secret for the page that asks for the password, in this session only. */
const sealedFor = ({ keyRing }: FastifyInstance, { session }: OperatorRequest) => ({
  seal: (secret: string): string =>
    keyRing.seal(`provider form ${session.id}`, Buffer.from(secret)).toString('base64url'),
  open: (sealed: string): string =>
    keyRing.open(`provider form ${session.id}`, Buffer.from(sealed, 'base64url')).toString(),
});

function secretIn(app: FastifyInstance, signedIn: OperatorRequest, form: Parameters): string {
  const sealed = form.get('sealed');
  if (sealed === undefined) return (form.get('secret') ?? '').trim();
  try {
    return sealedFor(app, signedIn).open(sealed);
  } catch {
    return '';
  }
}

/** @returns false if the settings have changed meanwhile */
async function save(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  values: Values,
  provider: SchoolProvider | undefined,
): Promise<boolean> {
  const { clock, keyRing, people } = app;
  const { secret, secretEnds, twoFactorAcr } = values;
  const acr = listOf(twoFactorAcr);
  const shown = {
    issuer: values.issuer,
    clientId: values.clientId,
    secretEndsAt: secretEnds === '' ? null : Date.parse(`${secretEnds}T00:00:00Z`),
    domains: listOf(values.domains.toLowerCase()),
    grantDays: Number(values.grantDays),
    twoFactorAcr: acr.length === 0 ? null : acr,
  };
  const isKept = secret === '' && provider !== undefined;
  const sealedSecret = isKept ? provider.sealedSecret : keyRing.seal(PROVIDER_SECRETS, Buffer.from(secret));
  const settings: ProviderSettings = { ...shown, sealedSecret, joins: values.joins !== '' };
  const event = signedIn.event('provider_changed', {
    after: fieldValues({ issuer: shown.issuer, clientId: shown.clientId }),
  });
  const isSame = provider?.issuer === shown.issuer && provider.clientId === shown.clientId;
  if (provider !== undefined) return people.providerStore.change(seenOf(provider), settings, isSame, event);
  const now = clock();
  const fresh = { id: providerIdOf(signedIn), siteId: signedIn.membership.siteId, createdAt: now, updatedAt: now };
  const untested = { saysAuthTime: false, provesTwoFactors: false, testedAt: null, testedBy: null, matchUntil: null };
  return people.providerStore.add({ ...settings, ...fresh, ...untested }, event);
}

function formBody(app: FastifyInstance, form: SettingsForm, { csrf, signedIn, text }: Visit<OperatorRequest>): Html {
  const { form: words } = text.providers;
  const { faults, isStale, provider, values } = form;
  const one = (name: Name, is: { type?: 'url' | 'date'; optional?: boolean; hint?: string } = {}): Html => {
    const fault = faults[name];
    const about = { name, label: words[name], type: 'text', autocomplete: 'off', ...is } as const;
    const length = is.type === 'date' ? {} : { maxLength: 2000 };
    return field({ ...about, ...length, value: values[name], error: fault && words.faults[fault] });
  };
  const actions = html`<div class="inline">${button(text.shell.save)}${linkButton(signInPath(signedIn), text.shell.cancel, 'secondary')}</div>`;
  const wrong = NAMES.filter((name) => faults[name] !== undefined);
  const keepsSecret = provider?.sealedSecret != null;
  return html`${isStale === true && notice('problem', html`<p>${words.stale}</p>`)}
${errorSummary(
  wrong.map((id) => ({ id, label: words[id] })),
  text,
)}
${copyField(text.shell, 'redirect-uri', text.providers.redirectUri, app.providers.redirectUri(providerIdOf(signedIn)))}
${postForm({
  action: signInPath(signedIn, '/settings'),
  csrf,
  hidden: { seen: String(provider?.updatedAt ?? '') },
  body: [
    one('issuer', { type: 'url', hint: words.issuerHint }),
    one('clientId'),
    // Not a password, which a browser would keep for the account.
    one('secret', keepsSecret ? { optional: true, hint: words.secretHint } : {}),
    one('secretEnds', { type: 'date', optional: true, hint: words.secretEndsHint }),
    one('domains', { optional: true, hint: words.domainsHint }),
    html`<div class="field"><label class="choice"><input type="checkbox" id="joins" name="joins" value="1"${values.joins !== '' && html` checked`} aria-describedby="joins-hint"> <span>${words.joins}</span></label>
${below({ name: 'joins', hint: words.joinsHint, error: faults.joins && words.faults[faults.joins] })}</div>`,
    one('grantDays', { hint: words.grantDaysHint }),
    one('twoFactorAcr', { optional: true, hint: words.twoFactorAcrHint }),
    actions,
  ],
})}`;
}
