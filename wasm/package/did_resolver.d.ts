import type { Resolver } from './index.js'

/** Options of `didResolver`. */
export interface DidResolverOptions {
  /** The hosts that may be asked, with the port if it is not 443, or a function that decides. There is no default. */
  hosts: readonly string[] | ((host: string) => boolean)
  /** How long a document is kept, in seconds. Default: 300. */
  maxAge?: number | undefined
  /** Sends the requests. Default: the global one. */
  fetch?: typeof fetch | undefined
  /** Milliseconds, as of `Date.now`. */
  now?: (() => number) | undefined
}

/** Fetches DID documents over HTTPS: no redirects, at most 256 KiB in 10 s, 300 a minute. */
export function didResolver(options: DidResolverOptions): Resolver
