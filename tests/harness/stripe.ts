import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

export const WEBHOOK_SECRET = 'whsec_of_the_test'

type StripeCall = { path: string; form: URLSearchParams; headers: Record<string, unknown> }

/** A local server that answers as Stripe's does to a new checkout session. */
export const startStripeServer = async () => {
  const calls: StripeCall[] = []
  let failing = false
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    calls.push({ path: request.url ?? '', form: new URLSearchParams(text), headers: request.headers })
    const id = `cs_test_${calls.length}`
    response.writeHead(failing ? 500 : 200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        failing
          ? { error: { message: 'a secret detail of the provider', type: 'api_error' } }
          : { id, object: 'checkout.session', url: `https://checkout.stripe.com/c/pay/${id}` },
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    settings: {
      secretKey: 'sk_test_of_the_test',
      webhookSecret: WEBHOOK_SECRET,
      apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    calls,
    fail: (fails: boolean) => {
      failing = fails
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** An event as Stripe would send it; `age` in seconds. */
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
