import type { FastifyInstance } from 'fastify';
import type { Client } from '../../../schema/oauth/client.ts';
import type { Session } from '../../../schema/people/person.ts';
import { textFor } from '../../words/index.ts';
import { schoolFrame } from '../kit/branding.ts';
import { clientView } from '../kit/client.ts';
import type { PageFrame } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import { signedInAs } from '../kit/signed-in.ts';
import { otherSchoolPage } from './other-school.ts';

interface NotAMember {
  person: Session['person'];
  client: Client;
  /** The school of the client, or the one that was chosen or suggested. */
  siteId: string | undefined;
  /** The slug of the school that the resource names. */
  slug: string | undefined;
  /** Lets the person use another account. */
  switchForm: { action: string; csrf: string };
  /** Returns the error to the client. */
  backHref: string;
}

/** The person is not a member of the school, or the school is closed. The page says which, and what to do. */
export async function notAMemberPage(app: FastifyInstance, plain: PageFrame, of: NotAMember): Promise<string> {
  const { person, client, siteId, slug, switchForm, backHref } = of;
  const memberships = await app.people.memberships.of(person.id);
  const isClosed = memberships.some(
    (one) => one.isClosed && (siteId ?? one.siteId) === one.siteId && (slug ?? one.slug) === one.slug,
  );
  const frame = await schoolFrame(app, plain, { siteId, slug });
  const text = textFor(frame.language);
  const form = { ...switchForm, label: text.labels.switch };
  const account = signedInAs(person, text);
  if (slug !== undefined && siteId === undefined && !isClosed) {
    const own = { memberships, baseUrl: app.config.baseUrl };
    const view = clientView(client, undefined);
    return otherSchoolPage(frame, { client: view, school: slug, account, own, form, backHref });
  }
  const links = [{ href: backHref, label: text.goingOn.without({ app: client.name }) }];
  return messagePage(frame, { kind: isClosed ? 'school_closed' : 'not_a_member', detail: account, links, form });
}
