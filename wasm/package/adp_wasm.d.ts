/** The WebAssembly module for `load`, as bundlers and Cloudflare Workers import it. */
declare const module: WebAssembly.Module
export default module
