/** Makes new recovery codes, and turns two-factor sign-in off. */
import type { FastifyInstance } from 'fastify';
import type { AuditEvent } from '../../../../schema/audit/audit-event.ts';
import { makeRecoveryCodes, recoveryCodeHashes } from '../../../../schema/people/second-factor.ts';
import { textFor } from '../../../words/index.ts';
import { linkButton } from '../../kit/components.ts';
import { copyList } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { copyScript } from '../../kit/scripts.ts';
import { sendPage } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { accountFrame, SIGN_IN, signInPlace } from '../account-pages.ts';

export const RECOVERY_CODES = '/account/second-factor/recovery-codes';
export const REMOVE = '/account/second-factor/remove';

/** The only page that shows the recovery codes. */
export function recoveryCodesPage(frame: PageFrame, account: string, codes: readonly string[], next: string): string {
  const { secondFactor: text, shell } = textFor(frame.language);
  const body = html`<div class="intro"><h1>${text.codesTitle}</h1><p>${text.codesText}</p></div>
<p><span class="name">${displayText(account)}</span></p>
${copyList(shell, codes, { file: 'recovery-codes.txt', title: `${text.recoveryCode}: ${account}` })}
<div class="inline">${linkButton(next, text.codesKept)}</div>`;
  return page(frame, { title: text.codesTitle, body, headExtra: copyScript });
}

/** Returns the event of a change, of which the person is told by e-mail. */
function eventOf(
  { clock, people: { mailer } }: FastifyInstance,
  { event, frame, session }: SignedInRequest,
  kind: 'recovery_codes_replaced' | 'second_factor_removed',
): AuditEvent {
  const at = clock();
  return event(kind, { at, ...mailer.notice(session.person, frame.language, { kind, at }) });
}

export function changingForms(app: FastifyInstance, pages: SignedInPages): void {
  recoveryCodeForms(app, pages);
  removingForms(app, pages);
}

function recoveryCodeForms(app: FastifyInstance, pages: SignedInPages): void {
  const { secondFactors } = app.people;

  requireReauthentication(app, pages, {
    ...signInPlace(pages),
    path: RECOVERY_CODES,
    find: ({ session }) => secondFactors.find(session.person.id),
    describe: ({ text: { secondFactor: text } }) => ({
      title: text.newCodes,
      consequences: html`<p>${text.newCodesText}</p>`,
      submit: text.newCodes,
      tone: 'primary',
      cancelHref: SIGN_IN,
    }),
    async act(signedIn, { personId }, _form, reply, { credentialsVersion: version }) {
      const codes = makeRecoveryCodes();
      const verified = { sessionId: signedIn.session.id, version };
      const event = eventOf(app, signedIn, 'recovery_codes_replaced');
      const isDone = await secondFactors.replaceRecoveryCodes(personId, recoveryCodeHashes(codes), verified, event);
      if (!isDone) return `${SIGN_IN}?done=second_factor_stale`;
      return sendPage(
        reply,
        recoveryCodesPage(accountFrame(signedIn, SIGN_IN), signedIn.session.person.email, codes, SIGN_IN),
        'own',
      );
    },
  });
}

function removingForms(app: FastifyInstance, pages: SignedInPages): void {
  const { secondFactor, secondFactors } = app.people;

  requireReauthentication(app, pages, {
    ...signInPlace(pages),
    path: REMOVE,
    async find({ session }) {
      const { id: personId } = session.person;
      if ((await secondFactors.find(personId)) === undefined) return undefined;
      return { personId, isDemanded: await secondFactor.isDemandedOf(personId) };
    },
    describe: ({ text: { secondFactor: text } }, { isDemanded }) => ({
      title: text.turnOff,
      consequences: html`<p>${text.turnOffText}</p>${isDemanded && html`<p>${text.turnOffDemanded}</p>`}`,
      submit: text.turnOff,
      cancelHref: SIGN_IN,
    }),
    async act(signedIn, { personId }, _form, _reply, { credentialsVersion: version }) {
      const verified = { sessionId: signedIn.session.id, version };
      const isDone = await secondFactors.remove(personId, verified, eventOf(app, signedIn, 'second_factor_removed'));
      return `${SIGN_IN}?done=${isDone ? 'second_factor_removed' : 'second_factor_stale'}`;
    },
  });
}
