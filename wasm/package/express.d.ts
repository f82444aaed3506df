import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller, RequestVerifierOptions } from './index.js'

export { didResolver, type DidResolverOptions } from './did_resolver.js'
export { signedFetch, signRequest } from './index.js'

declare global {
  namespace Express {
    interface Request {
      /** Who sent the request, behind `authenticate`. */
      caller?: Caller
      /** The bytes that were verified, behind `authenticate`. */
      rawBody?: Uint8Array
    }
  }
}

/** A request behind `authenticate`. */
export interface AuthenticatedRequest extends IncomingMessage {
  caller: Caller
  /** The bytes that were verified. */
  rawBody: Uint8Array
  /** The value of a JSON body, else the bytes. */
  body: any
}

/** A middleware for Express 4 and 5: requests that it refuses end there. Put it before anything that reads the body. */
export function authenticate(
  options: RequestVerifierOptions,
): (req: IncomingMessage, res: ServerResponse, next: (error?: any) => void) => Promise<void>
