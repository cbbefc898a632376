import type { FastifyInstance } from 'fastify'
import { escaped, PAGE_STYLE } from '../../kernel/http/html.ts'
import { languageOfRequest, VARY } from '../../kernel/http/language.ts'
import { type Code, written } from '../../kernel/texts/say.ts'

export const SIGNED_IN = '/signed-in'
export const NOT_SIGNED_IN = '/signed-in/not'
const STYLE = '/signed-in/style.css'
const CSS = `${PAGE_STYLE}
main { max-width: 30rem; margin: 0 auto; padding: 18vh 1.25rem 3rem; text-align: center; }
p { color: var(--ink-2); margin: 0; }
`

/** The last page of a service sign-in's window: the dialog that opened it continues. */
export const signedInPage = async (app: FastifyInstance) => {
  const hidden = { schema: { hide: true } }
  const page = (address: string, title: 'signed_in.title' | 'not_signed_in.title', text: Code) =>
    app.get(address, hidden, async (request, reply) => {
      const language = languageOfRequest(request)
      const said = (code: Code) => escaped(written({ code }, language))
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'cache-control': 'no-store', vary: VARY })
        .send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${said(title)} · Lectern</title>
<link rel="icon" href="/lectern.svg">
<link rel="stylesheet" href="${STYLE}">
</head>
<body><main><h1>${said(title)}</h1><p>${said(text)}</p></main></body>
</html>
`)
    })
  page(SIGNED_IN, 'signed_in.title', 'signed_in.text')
  page(NOT_SIGNED_IN, 'not_signed_in.title', 'not_signed_in.text')
  app.get(STYLE, hidden, async (_request, reply) => reply.type('text/css').send(CSS))
}
