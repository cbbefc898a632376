import { escaped } from '../../kernel/http/escape.ts'
import { PAGE_STYLE } from '../../kernel/http/page-style.ts'
import type { PaymentRow } from '../billing.types.ts'
import { type PlanRow, planOf } from '../plans.ts'
import { TEST_CARDS } from './embedded.ts'
import { renewalText } from './renewal-text.ts'

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const amount = (cents: number) => money.format(cents / 100)

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
form { display: flex; gap: .75rem; flex-wrap: wrap; }
button, a.way { font: 600 14px/1 Figtree, system-ui, sans-serif; padding: .8rem 1.1rem; border-radius: 6px; cursor: pointer;
  border: 1px solid var(--rule); background: transparent; color: var(--ink); text-decoration: none; display: inline-block; }
button.pay { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
`

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Lectern</title>
<link rel="icon" href="/lectern.svg">
<link rel="stylesheet" href="/checkout/style.css">
</head>
<body><main>${body}</main></body>
</html>
`

const line = (term: string, value: string) => `<div><dt>${term}</dt><dd>${escaped(value)}</dd></div>`

const cardChoice = `<fieldset><legend>Test card</legend>
<label><input type="radio" name="card" value="works" checked> Ending in ${TEST_CARDS.works.last4}: every renewal is paid</label>
<label><input type="radio" name="card" value="declines"> Ending in ${TEST_CARDS.declines.last4}: every renewal is declined</label>
</fieldset>`

export function checkoutPage(payment: PaymentRow, token: string): string {
  const plan = planOf(payment.planId) as PlanRow
  const per = payment.interval === 'year' ? 'a year' : 'a month'
  return page(
    'Test checkout',
    `<h1>Test checkout</h1>
<p>Your order, as it would go to a payment provider.</p>
<p class="note" role="note"><strong>This is a test checkout: it moves no money.</strong> This server has no payment provider set up, so nothing is charged and no card is asked for.</p>
<dl>
${line('Plan', `${plan.name}, ${per}`)}
${payment.seats > 0 ? line('Additional seats', String(payment.seats)) : ''}
${line('Billed to', payment.billedTo.company || payment.billedTo.name)}
${line('Price', amount(payment.amount + payment.credit))}
${payment.credit > 0 ? line('Unused time of your plan', `− ${amount(payment.credit)}`) : ''}
${line('Total', amount(payment.amount))}
</dl>
${payment.renews ? `<p>${renewalText(payment)}</p>` : ''}
<form method="post" action="/checkout">
<input type="hidden" name="token" value="${escaped(token)}">
${payment.renews ? cardChoice : ''}
<button class="pay" name="decision" value="pay">Confirm test payment</button>
<button name="decision" value="decline">Decline</button>
</form>`,
  )
}

/** Another card for the renewals to come. */
export const cardPage = (token: string) =>
  page(
    'Change the test card',
    `<h1>Change the test card</h1>
<p class="note" role="note"><strong>This is a test: it moves no money.</strong> This server has no payment provider set up, so no card is asked for.</p>
<form method="post" action="/checkout/card">
<input type="hidden" name="token" value="${escaped(token)}">
${cardChoice}
<button class="pay">Use this card</button>
<a class="way" href="/settings/subscription">Keep the card</a>
</form>`,
  )

/** An order that cannot be paid, and the way on. */
export const refusalPage = (title: string, detail: string) =>
  page(
    title,
    `<h1>${title}</h1><p>${detail}</p><p>Your plan is as it was.</p><a class="way" href="/pricing">Back to the plans</a>`,
  )
