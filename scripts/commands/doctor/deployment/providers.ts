/** Checks the OpenID providers of schools: their documents can be read, and their secrets do not end soon. */
import type { OfferedProvider } from '../../../../db/inspection.ts';
import { internet } from '../../../../plugins/http/guarded-request.ts';
import { issuersOf } from '../../../../plugins/people/providers/issuers.ts';
import type { Config } from '../../../../plugins/settings/config.ts';
import { systemTimer } from '../../../../plugins/settings/timer.ts';
import { SECRET_NOTICE_MS } from '../../../../schema/people/provider.ts';
import { isAllowedIssuer } from '../../../../schema/people/provider-sign-in.ts';
import { fail, messageOf, ok, type Verdict, warn } from './verdicts.ts';

const CHECK = 'school sign-in';

export async function providerVerdicts(config: Config, providers: readonly OfferedProvider[]): Promise<Verdict[]> {
  const issuers = issuersOf({ clock: Date.now, config, timer: systemTimer }, internet);
  const answers = providers.map(async ({ slug, issuer, isRequired }): Promise<Verdict> => {
    const name = `${issuer} of ${slug}${isRequired ? ', which requires it of everyone but owners,' : ''}`;
    if (!isAllowedIssuer(config.schoolProviders, issuer)) {
      return fail(CHECK, `SCHOOL_PROVIDERS does not allow ${name}`, 'Allow it, or tell an owner of the school');
    }
    try {
      await issuers.readKeys(await issuers.find(issuer));
      return ok(CHECK, `${name} answers`);
    } catch (error) {
      return fail(CHECK, `${name} cannot be used: ${messageOf(error)}`, 'See docs/run/school-sign-in.md');
    }
  });
  return [...(await Promise.all(answers)), ...providers.flatMap(secretVerdicts)];
}

function secretVerdicts({ slug, secretEndsAt }: OfferedProvider): Verdict[] {
  if (secretEndsAt === undefined || secretEndsAt > Date.now() + SECRET_NOTICE_MS) return [];
  const isOver = secretEndsAt <= Date.now();
  const says = `the secret of ${slug} ${isOver ? 'ended' : 'ends'} on ${new Date(secretEndsAt).toISOString().slice(0, 10)}`;
  return [(isOver ? fail : warn)(CHECK, says, 'An owner of the school creates another at the provider, and enters it')];
}
