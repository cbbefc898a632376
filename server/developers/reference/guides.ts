import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Marked } from 'marked'
import type { Config } from '../../kernel/config/config.ts'
import { notFound } from '../../kernel/errors.ts'
import { escaped, PAGE_STYLE } from '../../kernel/http/html.ts'
import { ROOT } from '../../kernel/package.ts'

/** Documents in `docs/` for people who use or operate Lectern, in display order. */
const GUIDES = [
  'connectors',
  'channels',
  'embedding',
  'api',
  'mcp',
  'single-sign-on',
  'operations',
  'settings',
  'metrics',
  'scale',
]

const STYLE = `${PAGE_STYLE}
body { display: grid; grid-template-columns: 14rem minmax(0, 44rem); gap: 1rem 4rem; justify-content: center; padding: 3.5rem 1.25rem 6rem; }
nav { font-size: 14px; align-self: start; position: sticky; top: 3.5rem; }
nav p { margin: 0 0 .75rem; font: 400 1.5rem/1.2 'Instrument Serif', Georgia, serif; }
nav a { display: block; padding: .3rem .75rem; margin-inline-start: -.75rem; border-radius: 6px; color: var(--ink-2); text-decoration: none; }
nav a:hover, nav a[aria-current] { color: var(--ink); background: light-dark(#F3EEE2, #24211B); }
h2 { font-size: 1.6rem; line-height: 1.2; margin: 2.75rem 0 .75rem; }
h3 { font-size: 1rem; margin: 2rem 0 .5rem; }
main a { color: var(--accent); text-underline-offset: 3px; }
li { margin: .35rem 0; }
code { font: .875em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--sheet); border: 1px solid var(--rule); border-radius: 8px; padding: 1rem; overflow-x: auto; }
pre code { overflow-wrap: normal; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--rule); }
@media (max-width: 800px) {
  body { grid-template-columns: minmax(0, 1fr); padding-top: 2rem; }
  nav { position: static; order: 1; margin-top: 3rem; border-top: 1px solid var(--rule); padding-top: 1.5rem; }
}
`

/** GitHub's anchor for a heading, which the documents link to. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** Links to other documents lead to guides, or are dropped. */
const addressOf = (href: string) => {
  const [, guide = '', anchor = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? []
  if (GUIDES.includes(guide)) return `/docs/guides/${guide}${anchor}`
  return /^(https:|#|\/)/.test(href) ? href : null
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const [text, address] = [this.parser.parseInline(tokens), addressOf(href)]
      return address === null ? text : `<a href="${escaped(address)}">${text}</a>`
    },
  },
  hooks: {
    postprocess: (html) =>
      html.replaceAll('<table>', '<div class="wide"><table>').replaceAll('</table>', '</table></div>'),
  },
})

/** The pages, rendered on first request. */
const read = (hasReference: boolean) => {
  const texts = GUIDES.map(
    (name) => [name, readFileSync(path.join(ROOT, 'docs', `${name}.md`), 'utf8')] as const,
  )
  const titles = new Map(texts.map(([name, text]) => [name, escaped(/^# (.+)/.exec(text)?.[1] ?? name)]))
  const listed = (current: string) =>
    [...titles].map(
      ([name, title]) =>
        `<a href="/docs/guides/${name}"${name === current ? ' aria-current="page"' : ''}>${title}</a>`,
    )
  const page = (name: string, text: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titles.get(name)} · Lectern</title>
<link rel="icon" href="/lectern.svg">
<link rel="stylesheet" href="/docs/guides.css">
</head>
<body>
<nav aria-label="Guides"><p>Lectern</p>${listed(name).join('')}${hasReference ? '<a href="/docs">API reference</a>' : ''}</nav>
<main>${markdown.parse(text)}</main>
</body>
</html>
`
  return new Map(texts.map(([name, text]) => [name, page(name, text)]))
}

/** `docs/` as pages that screens link to: `/docs/guides/connectors`. Unlike the reference, they are never off. */
export function registerGuides(app: FastifyInstance, { docs }: Pick<Config, 'docs'>) {
  const hidden = { schema: { hide: true } } as const
  let guides: ReturnType<typeof read> | undefined
  app.get<{ Params: { name: string } }>('/docs/guides/:name', hidden, async ({ params: { name } }, reply) => {
    guides ??= read(docs)
    const page = guides.get(name)
    if (page === undefined) throw notFound()
    return reply.type('text/html; charset=utf-8').send(page)
  })
  app.get('/docs/guides', hidden, async (_request, reply) => reply.redirect(`/docs/guides/${GUIDES[0]}`))
  app.get('/docs/guides.css', hidden, async (_request, reply) => reply.type('text/css').send(STYLE))
}
