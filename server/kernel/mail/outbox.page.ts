import { escaped } from '../http/escape.ts'
import { PAGE_STYLE } from '../http/page-style.ts'
import type { KeptMail } from './outbox.ts'

export const STYLE = `${PAGE_STYLE}
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem; }
p { margin: .25rem 0; }
.quiet { color: var(--ink-2); }
article { margin-top: 1.5rem; background: var(--raised); border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; }
header { padding: 1.1rem 1.4rem; }
h2 { font-size: 1.5rem; line-height: 1.2; margin: 0; }
iframe { display: block; width: 100%; height: 36rem; border: 0; border-block: 1px solid var(--rule); }
details { padding: .8rem 1.4rem; }
summary { cursor: pointer; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: .9rem 0 0; }
a { color: var(--accent); }
`

const linked = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

const article = ({ id, recipient, subject, body, createdAt }: KeptMail, path: string) =>
  `<article><header><h2>${escaped(subject)}</h2><p class="quiet">To ${escaped(recipient)} · <time>${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time></p></header><iframe src="${path}/${id}" title="${escaped(subject)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe><details><summary>As text</summary><pre>${linked(body)}</pre></details></article>`

/** What would have been sent, as HTML in a frame and as text; no script runs, and nothing of it is markup of this page. */
export const outboxPage = (mails: readonly KeptMail[], path: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox · Lectern</title><link rel="icon" href="/lectern.svg"><style>${STYLE}</style></head><body><main><h1>Outbox</h1><p class="quiet">No mail server is set (SMTP_URL). Emails are kept here for 7 days, log-in links until they expire. Keep this address to yourself.</p>${
    mails.length === 0
      ? '<p class="quiet">No emails yet.</p>'
      : mails.map((mail) => article(mail, path)).join('')
  }</main></body></html>`
