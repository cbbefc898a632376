import type { Language } from '../../../src/texts/language.ts'
import { escaped, PAGE_STYLE } from '../../kernel/http/html.ts'
import { type Code, say, type ValuesOf, written } from '../../kernel/texts/say.ts'
import type { PaymentRow } from '../billing.types.ts'
import { nameOf } from '../plans.ts'
import { TEST_CARDS } from './embedded.ts'
import { renewalText } from './renewal-text.ts'

export const CHECKOUT_CSS = `${PAGE_STYLE}
main { max-width: 30rem; margin: 0 auto; padding: 12vh 1.25rem 3rem; }
p { color: var(--ink-2); margin: 0 0 1rem; }
.note { background: var(--caution-wash); border-left: 3px solid var(--caution); border-radius: 4px; color: var(--ink);
  padding: .65rem .9rem; margin: 1.4rem 0; }
dl { background: var(--sheet); border: 1px solid var(--rule); border-radius: 10px; padding: .3rem 1.2rem; margin: 0 0 1.5rem; }
dl div { display: flex; justify-content: space-between; gap: 1.5rem; padding: .65rem 0; border-bottom: 1px solid var(--rule); }
dl div:last-child { border: 0; font-weight: 600; }
dt, dd { margin: 0; } dd { text-align: right; overflow-wrap: anywhere; }
fieldset { flex: 1 0 100%; border: 1px solid var(--rule); border-radius: 10px; margin: 0 0 .75rem; padding: .4rem 1.2rem .7rem; }
legend { font-weight: 600; padding: 0 .35rem; } label { display: flex; gap: .6rem; align-items: baseline; padding: .3rem 0; }
form { display: flex; gap: .75rem; flex-wrap: wrap; } input { accent-color: var(--accent); }
button, a.way { font: 600 14px/1 Figtree, system-ui, sans-serif; padding: .8rem 1.1rem; border-radius: 6px; cursor: pointer;
  border: 1px solid var(--rule); background: transparent; color: var(--ink); text-decoration: none; display: inline-block; }
button.pay { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
`

export type Refused = 'closed' | 'expired' | 'missing' | 'card_expired' | 'card_missing'

/** The test checkout's pages in a language. */
export const checkoutPagesIn = (language: Language) => {
  const said = <C extends Code>(code: C, ...values: ValuesOf<C>) =>
    escaped(written(say(code, ...values), language))
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })
  const amount = (cents: number) => money.format(cents / 100)

  const page = (title: string, body: string) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Lectern</title>
<link rel="icon" href="/lectern.svg">
<link rel="stylesheet" href="/checkout/style.css">
</head>
<body><main><h1>${title}</h1>
${body}</main></body>
</html>
`
  const note = `<p class="note" role="note"><strong>${said('checkout.is_test')}</strong> ${said('checkout.no_provider')}</p>`
  const line = (term: string, value: string) => `<div><dt>${term}</dt><dd>${value}</dd></div>`
  const cardChoice = `<fieldset><legend>${said('checkout.card')}</legend>
<label><input type="radio" name="card" value="works" checked> ${said('checkout.card_works', { digits: TEST_CARDS.works.last4 })}</label>
<label><input type="radio" name="card" value="declines"> ${said('checkout.card_declines', { digits: TEST_CARDS.declines.last4 })}</label>
</fieldset>`

  const bought = ({ planId, interval, kind, seats }: PaymentRow) => {
    const plan = nameOf(planId)
    const added = said('checkout.seats')
    if (kind === 'seats')
      return line(said('checkout.plan'), escaped(plan)) + line(added, said('checkout.rest', { seats }))
    const period = line(said('checkout.plan'), said('checkout.period', { plan, interval }))
    return seats > 0 ? period + line(added, String(seats)) : period
  }

  return {
    order: (payment: PaymentRow, token: string) =>
      page(
        said('checkout.title'),
        `<p>${said('checkout.lead')}</p>
${note}
<dl>
${bought(payment)}
${line(said('checkout.billed_to'), escaped(payment.billedTo.company || payment.billedTo.name))}
${line(said('checkout.price'), amount(payment.amount + payment.credit))}
${payment.credit > 0 ? line(said('checkout.unused'), `− ${amount(payment.credit)}`) : ''}
${line(said('checkout.total'), amount(payment.amount))}
</dl>
${payment.renews ? `<p>${escaped(renewalText(payment, language))}</p>` : ''}
<form method="post" action="/checkout">
<input type="hidden" name="token" value="${escaped(token)}">
${payment.renews ? cardChoice : ''}
<button class="pay" name="decision" value="pay">${said('checkout.pay')}</button>
<button name="decision" value="decline">${said('checkout.decline')}</button>
</form>`,
      ),

    /** Another card for future renewals. */
    card: (token: string) =>
      page(
        said('checkout.change_card'),
        `${note}
<form method="post" action="/checkout/card">
<input type="hidden" name="token" value="${escaped(token)}">
${cardChoice}
<button class="pay">${said('checkout.use_card')}</button>
<a class="way" href="/settings/subscription">${said('checkout.keep_card')}</a>
</form>`,
      ),

    /** An order that cannot be paid, and what to do. */
    refusal: (why: Refused) =>
      page(
        said(`checkout.${why}`),
        `<p>${said(`checkout.${why}.text`)}</p><p>${said('checkout.unchanged')}</p><a class="way" href="/pricing">${said('checkout.back')}</a>`,
      ),
  }
}
