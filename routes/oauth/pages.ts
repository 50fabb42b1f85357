/** The interface of the OAuth endpoints to the pages that people see. `routes/pages/authorization` has them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parameters } from '../../schema/data/parameters.ts';
import type { ErrorDelivery } from '../../schema/oauth/oauth-error.ts';
import type { Session } from '../../schema/people/person.ts';
import type { NextStep } from './authorize/next-step.ts';
import type { ClosedRequest, Http, Interaction } from './authorize/pending-request.ts';

export interface OauthPages {
  /**
   * Shows errors of the plugin as pages, or as JSON to callers that prefer it.
   * @param reportedTo returns the URL of the client to which an error is reported, if it has one
   */
  showFailures(app: FastifyInstance, reportedTo?: FindReportedTo): void;
  show(http: FastifyRequest, reply: FastifyReply, screen: Screen): Promise<FastifyReply>;
  /**
   * Signs a person in with the form of the screen `sign_in`.
   * @returns the id of the session; `undefined` if the form has been shown again instead
   */
  signIn(http: Http, reply: FastifyReply, opened: Interaction, form: Parameters): Promise<string | undefined>;
  /**
   * Sends the browser to the client after one of our forms. The response is a page that forwards automatically, because
   * Chromium applies the form-action policy of the form's page to a redirect after the form, and to every further
   * redirect of the client.
   */
  leave(http: FastifyRequest, reply: FastifyReply, leaving: Leaving): FastifyReply;
}

export type FindReportedTo = (error: unknown, request: FastifyRequest) => Promise<ReportedTo | undefined>;

/** Where an error is reported to the client, and whether the browser goes there automatically. */
export interface ReportedTo {
  url: string;
  host: string;
  by: ErrorDelivery;
}

export interface Leaving {
  url: string;
  clientName: string;
  outcome: 'approved' | 'denied' | 'error' | 'signed_out';
  /** The page for a person whose program is on another computer, where the browser cannot reach it. */
  manualCodePage?: string | undefined;
  uiLocales?: string | undefined;
}

/** The steps for which a person sees a page. */
type PageStep = Exclude<NextStep, { step: 'approve' }> & {
  opened: Interaction;
  /** The scopes that the person had unticked before the consent page was shown in another language. */
  unticked?: readonly string[];
};

export type Screen =
  | PageStep
  | { step: 'session_changed'; opened: Interaction }
  /** `manualCodePage`: the page where the answer of the request can be asked for. */
  | (ClosedRequest & { step: 'closed'; manualCodePage?: string | undefined })
  | {
      step: 'sign_out';
      action: string;
      /** `undefined`, as the account, if the request came from another site, and so without the session. */
      csrf: string | undefined;
      account: Session['person'] | undefined;
      hidden: Readonly<Record<string, string>>;
      uiLocales: string | undefined;
    }
  /** `to`: where the client wants the browser to go, which the person decides. */
  | { step: 'signed_out'; to: { url: string; host: string } | undefined; uiLocales: string | undefined };
