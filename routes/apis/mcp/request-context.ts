/** What the answer to one message depends on beside the message itself. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { BearerError } from '../../../schema/oauth/oauth-error.ts';
import type { Caller } from './tool.ts';

/** Who sent a message, and what may be told to them. */
export class RequestContext {
  readonly caller: Caller;
  /** Which tools the address narrows the list to. */
  readonly narrowing: string | undefined;
  /** Why the caller may not call this tool, where that is told by the result. */
  readonly challenge: BearerError | undefined;
  #failure: unknown;

  constructor(from: Pick<RequestContext, 'caller' | 'narrowing' | 'challenge'>) {
    this.caller = from.caller;
    this.narrowing = from.narrowing;
    this.challenge = from.challenge;
  }

  /** The SDK would tell a stranger what our own errors say: they are kept for the surface, which knows what to answer. */
  guarded<Request extends unknown[], Result>(
    handle: (...request: Request) => Promise<Result>,
  ): (...request: Request) => Promise<Result> {
    return async (...request) => {
      try {
        return await handle(...request);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        this.#failure = error;
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'something went wrong on our side');
      }
    };
  }

  /** @throws whatever went wrong on our side */
  rethrow(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}
