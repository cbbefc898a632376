import { escaped } from '../http/escape.ts'
import type { KeptMail } from './outbox.ts'

export const STYLE = `:root{color-scheme:light dark}
body{margin:0;background:light-dark(#FAF7F0,#14130F);color:light-dark(#1D1B16,#EFEAE0);font:15px/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:3rem 1.25rem}
h1{font:400 2.6rem/1.12 Georgia,serif;margin:0}
p{margin:.25rem 0}
.lead,.quiet{color:light-dark(#5C574B,#B3AB9B)}
article{margin-top:1.25rem;padding:1.1rem 1.4rem;background:light-dark(#FFF,#24211B);border:1px solid light-dark(#E5DFD1,#343027);border-radius:10px}
h2{font:400 1.5rem/1.2 Georgia,serif;margin:0 0 .25rem}
pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;margin:.9rem 0 0}
a{color:light-dark(#9C2F1F,#F0876F)}`

const linked = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

const article = ({ recipient, subject, body, createdAt }: KeptMail) =>
  `<article><h2>${escaped(subject)}</h2><p class="quiet">To ${escaped(recipient)} · <time>${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time></p><pre>${linked(body)}</pre></article>`

/** What would have been sent; no script, no picture, nothing of it is markup. */
export const outboxPage = (mails: readonly KeptMail[]) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox · Lectern</title><style>${STYLE}</style></head><body><main><h1>Outbox</h1><p class="lead">No mail server is set (SMTP_URL): what Lectern would send stays here for seven days, a link to an account as long as it works. Keep this address to yourself.</p>${
    mails.length === 0 ? '<p class="lead">Nothing has been sent yet.</p>' : mails.map(article).join('')
  }</main></body></html>`
