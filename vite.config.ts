import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The content security policy forbids the style element that sonner inserts; its CSS file is imported instead. */
const sonnerWithoutStyleElement: Plugin = {
  name: 'sonner-without-style-element',
  transform(code, id) {
    if (id.includes('/sonner/dist/')) return { code: code.replace(/^__insertCSS\(.*\);$/m, ''), map: null }
  },
}

const api = { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, ws: true }

export default defineConfig({
  plugins: [react({ compiler: true }), sonnerWithoutStyleElement],
  build: {
    outDir: 'dist/app',
    target: 'baseline-widely-available',
    // Older targets would rewrite light-dark(), which the theme switch needs as it is.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 20 },
            {
              name: 'vendor',
              test: /node_modules\/(@emotion|stylis|xstate|@xstate|wouter|regexparam|zod|ofetch|ufo|@tanstack)\/|chakra-ui\/react\/dist\/esm\/(styled-system|utils|preset-base)/,
              priority: 10,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api } },
})
