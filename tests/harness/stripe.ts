import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import Stripe from 'stripe'
import { listening } from './listening.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_test'

type StripeCall = { method: string; path: string; form: URLSearchParams; headers: Record<string, unknown> }

/** The result of charging the card on file, whose response may get lost. */
type Behaviour = 'works' | 'declined' | 'authentication' | 'processing' | 'works, lost' | 'declined, lost'
type Intent = {
  id: string
  object: 'payment_intent'
  status: string
  amount: number
  currency: string
  metadata: object
  customer: string | null
}
type Answer = { status: number; body: object }

const cardError = (code: string): Answer => ({
  status: 402,
  body: { error: { type: 'card_error', code, message: 'Your card was declined.' } },
})
const found = (body: object): Answer => ({ status: 200, body })
const missing = (param?: string): Answer => ({
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', param } },
})

/** A local server that behaves like Stripe's: checkout, intents confirmed off session, customers, the portal. */
export const startStripeServer = async () => {
  const calls: StripeCall[] = []
  const intents = new Map<string, Intent>()
  /** Idempotency key → what was asked with it, and its response. */
  const answered = new Map<string, Answer & { asked: string }>()
  let failing = false
  let behaviour: Behaviour = 'works'
  /** Each has its own last four digits, and payment method. */
  let card = { brand: 'visa', last4: '4242', exp_month: 7, exp_year: 2031 }
  /** Intents whose money has moved, once for each time. */
  const moved: string[] = []
  /** Deleted customers. */
  const gone = new Set<string | null>()
  /** Pages that cannot be paid any more. */
  const closed = new Set<string | undefined>()
  /** What a call waits for, by its path. */
  const held = new Map<string, { reached(): void; released: Promise<unknown> }>()

  const confirm = (intent: Intent): Answer => {
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      return {
        status: 400,
        body: { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } },
      }
    if (behaviour.startsWith('declined')) return cardError('card_declined')
    if (behaviour === 'authentication') return cardError('authentication_required')
    intent.status = behaviour === 'processing' ? 'processing' : 'succeeded'
    if (intent.status === 'succeeded') moved.push(intent.id)
    return found(intent)
  }

  const answer = (method: string, path: string, form: URLSearchParams): Answer => {
    const [resource = '', id = '', action] = path.replace('/v1/', '').replace(/\?.*/, '').split('/')
    const customer = form.get('customer') ?? new URL(path, 'http://stripe').searchParams.get('customer')
    if (gone.has(customer)) return missing('customer')
    if (resource === 'customers' && gone.has(id)) return missing(action ? 'customer' : 'id')
    if (path === '/v1/checkout/sessions') {
      const session = `cs_test_${calls.length}`
      return found({
        id: session,
        object: 'checkout.session',
        url: `https://checkout.stripe.com/c/pay/${session}`,
      })
    }
    if (id === 'sessions' && path.endsWith('/expire')) {
      if (closed.has(action)) return { status: 400, body: { error: { type: 'invalid_request_error' } } }
      closed.add(action)
      return found({ id: action, object: 'checkout.session' })
    }
    if (path === '/v1/billing_portal/sessions')
      return found({
        object: 'billing_portal.session',
        url: `https://billing.stripe.com/p/session/${form.get('customer')}`,
      })
    if (resource === 'customers') {
      const method = { id: `pm_${card.last4}`, object: 'payment_method', type: 'card', card }
      return action === 'payment_methods'
        ? found({ object: 'list', data: [method] })
        : found({ id, object: 'customer', invoice_settings: { default_payment_method: method } })
    }
    if (resource !== 'payment_intents') return missing()
    if (id === '' && method === 'GET') {
      const data = [...intents.values()].filter((intent) => intent.customer === customer)
      return found({ object: 'list', data })
    }
    if (id === '' && method === 'POST') {
      const intent: Intent = {
        id: `pi_test_${calls.length}`,
        object: 'payment_intent',
        status: 'requires_payment_method',
        amount: Number(form.get('amount')),
        currency: form.get('currency') ?? '',
        metadata: { order: form.get('metadata[order]'), due: form.get('metadata[due]') },
        customer,
      }
      intents.set(intent.id, intent)
      return found(intent)
    }
    // A checkout page's intent, which this server does not keep.
    if (id.startsWith('pi_of_checkout'))
      return found({ id, object: 'payment_intent', payment_method: 'pm_4242' })
    const intent = intents.get(id)
    if (!intent) return missing('intent')
    if (action === 'confirm') return confirm(intent)
    const order = form.get('metadata[order]')
    if (order !== null) intent.metadata = { ...intent.metadata, order }
    return found(intent)
  }

  const answerOnce = (key: string, asked: string, give: () => Answer): Answer => {
    if (!key) return give()
    const earlier = answered.get(key) ?? { ...give(), asked }
    answered.set(key, earlier)
    return earlier.asked === asked
      ? earlier
      : {
          status: 400,
          body: { error: { type: 'idempotency_error', message: 'The key is of another request.' } },
        }
  }

  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { url: path = '', headers, method = '' } = request
    const form = new URLSearchParams(text)
    calls.push({ method, path, form, headers })
    const hold = held.get(`${method} ${path}`)
    hold?.reached()
    await hold?.released
    const key = String(headers['idempotency-key'] ?? '')
    const given: Answer = failing
      ? { status: 500, body: { error: { message: 'a secret detail of the provider', type: 'api_error' } } }
      : answerOnce(key, `${path} ${text}`, () => answer(method, path, form))
    if (path.endsWith('/confirm') && behaviour.endsWith('lost')) return request.socket.destroy()
    response.writeHead(given.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(given.body))
  })
  const { url, close } = await listening(server)
  return {
    settings: {
      secretKey: 'sk_test_of_the_test',
      webhookSecret: WEBHOOK_SECRET,
      apiBase: url,
    },
    calls,
    intents,
    moved,
    cardIs: (does: Behaviour, changes: Partial<typeof card> = {}) => {
      behaviour = does
      card = { ...card, ...changes }
    },
    fail: (fails: boolean) => {
      failing = fails
    },
    deleteCustomer: (id: string) => gone.add(id),
    closePage: (id: string) => closed.add(id),
    /** Calls like `POST /v1/payment_intents` wait until `release`; `reached` once there is one. */
    hold(call: string) {
      const signals = new EventEmitter()
      const released = once(signals, 'released')
      held.set(call, { reached: () => signals.emit('reached'), released })
      return {
        reached: once(signals, 'reached'),
        release() {
          held.delete(call)
          signals.emit('released')
        },
      }
    },
    close,
  }
}

/** An event in Stripe's format; `age` in seconds. */
export const signedEvent = (
  type: string,
  object: Record<string, unknown>,
  { id = `evt_${crypto.randomUUID()}`, age = 0, secret = WEBHOOK_SECRET } = {},
) => {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
  const timestamp = Math.floor(Date.now() / 1000) - age
  const stripe = new Stripe('sk_test_unused')
  return {
    payload,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    },
  }
}
