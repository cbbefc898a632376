import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { PAGE_STYLE } from '../../kernel/http/html.ts'
import { withoutPicturesElsewhere } from '../../kernel/http/security.ts'

const RENDERER = createRequire(import.meta.url).resolve('rapidoc/dist/rapidoc-min.js')
const A_DAY = 'public, max-age=86400'

/** Colours of the identity; the renderer reads them from attributes. */
const SCRIPT = `
const THEMES = {
  light: { theme: 'light', 'bg-color': '#FAF7F0', 'text-color': '#1D1B16', 'primary-color': '#9C2F1F',
    'nav-bg-color': '#FFFDF8', 'nav-text-color': '#5C574B', 'nav-hover-text-color': '#1D1B16', 'nav-accent-color': '#9C2F1F' },
  dark: { theme: 'dark', 'bg-color': '#14130F', 'text-color': '#EFEAE0', 'primary-color': '#F0876F',
    'nav-bg-color': '#1C1A15', 'nav-text-color': '#B3AB9B', 'nav-hover-text-color': '#EFEAE0', 'nav-accent-color': '#F0876F' },
}
// Focused mode needs the navigation, for which a phone has no room.
const isNarrow = matchMedia('(max-width: 767px)')
const isDark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => {
  const page = document.querySelector('rapi-doc')
  page.setAttribute('render-style', isNarrow.matches ? 'read' : 'focused')
  for (const [name, value] of Object.entries(THEMES[isDark.matches ? 'dark' : 'light'])) page.setAttribute(name, value)
}
isDark.addEventListener('change', paint)
isNarrow.addEventListener('change', paint)
paint()
`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern API reference</title>
<link rel="stylesheet" href="/docs/page.css">
<script type="module" src="/docs/page.js"></script>
<script type="module" src="/docs/rapidoc.js"></script>
</head>
<body>
<rapi-doc spec-url="/docs/openapi.json" heading-text="Lectern" show-header="false"
  regular-font="Figtree, system-ui, sans-serif" mono-font="ui-monospace, monospace" font-size="large" load-fonts="false"
  schema-style="table" default-schema-tab="example" schema-description-expanded="true" nav-item-spacing="compact"
  show-method-in-nav-bar="as-plain-text" use-path-in-nav-bar="false" allow-server-selection="false"
  allow-spec-url-load="false" allow-spec-file-load="false" persist-auth="false" sort-tags="false" allow-advanced-search="false">
<h1 slot="nav-logo">Lectern</h1>
</rapi-doc>
<noscript>This page needs JavaScript. The description itself is at <a href="/docs/openapi.json">/docs/openapi.json</a>.</noscript>
</body>
</html>`

/** The readable reference: an OpenAPI renderer in the identity's colours that loads nothing from elsewhere. */
export function registerReferencePage(app: FastifyInstance) {
  const hidden = { schema: { hide: true } } as const
  app.get('/docs', hidden, async (_request, reply) => {
    // The renderer adds inline styles to the page; scripts come only from this server.
    const policy = withoutPicturesElsewhere(String(reply.getHeader('content-security-policy')))
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
      )
      .send(PAGE)
  })
  app.get('/docs/page.css', hidden, async (_request, reply) => reply.type('text/css').send(PAGE_STYLE))
  app.get('/docs/page.js', hidden, async (_request, reply) => reply.type('text/javascript').send(SCRIPT))
  app.get('/docs/rapidoc.js', hidden, async ({ headers }, reply) => {
    const isPacked = headers['accept-encoding']?.includes('gzip') ?? false
    if (isPacked) reply.header('content-encoding', 'gzip')
    return reply
      .type('text/javascript')
      .headers({ 'cache-control': A_DAY, vary: 'accept-encoding' })
      .send(readFileSync(isPacked ? `${RENDERER}.gz` : RENDERER))
  })
}
