export { AdpError, ANY, AS_FETCHED, load, needs, resolveAndVerify, signers, verify } from './index.js'
export type { Document, Need, NotVerified, Problem, Resolver, ResolverContext, Time, Verification, Verified, VerifyOptions } from './index.js'
