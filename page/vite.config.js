import { examples } from './examples.mjs'

// the module is made from the repository's vectors
const examplesModule = {
  name: 'examples',
  resolveId: (source) => (source.endsWith('/examples.js') ? '\0examples.js' : undefined),
  load: (id) => (id === '\0examples.js' ? `export const EXAMPLES = ${JSON.stringify(examples())}` : undefined),
}

export default {
  base: './',
  plugins: [examplesModule],
  server: { fs: { allow: ['..'] } },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1000 },
}
