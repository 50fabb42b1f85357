/** Everything that the response to a message depends on, besides the message itself. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { BearerError } from '../../../schema/oauth/oauth-error.ts';
import type { Scope } from '../../../schema/oauth/scope.ts';
import type { Caller } from './tool.ts';

/** The sender of a message, and the error to report, if any. */
export class RequestContext {
  readonly caller: Caller;
  /** The selection of tools in the query. */
  readonly narrowing: string | undefined;
  /** The reason why the caller may not use the tool, if it is reported in the result. */
  readonly challenge: BearerError | undefined;
  /** The scope that the call was found to need, and that was checked. */
  readonly checkedScope: Scope | undefined;
  #failure: unknown;

  constructor(from: Pick<RequestContext, 'caller' | 'narrowing' | 'challenge' | 'checkedScope'>) {
    this.caller = from.caller;
    this.narrowing = from.narrowing;
    this.challenge = from.challenge;
    this.checkedScope = from.checkedScope;
  }

  /**
   * Wraps a handler. The SDK would send the text of our own errors to the caller, so an error is kept here instead, and
   * the endpoint chooses the response.
   */
  guarded<Request extends unknown[], Result>(
    handle: (...request: Request) => Promise<Result>,
  ): (...request: Request) => Promise<Result> {
    return async (...request) => {
      try {
        return await handle(...request);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        this.#failure = error;
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'an internal error occurred');
      }
    };
  }

  /** Throws the error that a handler failed with, if any. */
  rethrow(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}
