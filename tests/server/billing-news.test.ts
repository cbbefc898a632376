import { describe, expect, it } from 'vitest'
import type { Payer } from '../harness/billing.ts'
import { payer, subscribed } from '../harness/billing.ts'
import { serve } from '../harness/serve.ts'
import { openFor } from '../harness/socket.ts'

describe('the open pages of an organization read its plan again', async () => {
  const server = await serve()

  /** What they are told while something happens. */
  const toldWhile = async ({ person, organizationId }: Payer, happens: () => Promise<unknown>) => {
    const ear = openFor(server, person, `/api/ws/organizations/${organizationId}`)
    await ear.next('hello')
    await happens()
    const { data } = await ear.next('organization_update')
    ear.socket.close()
    return data
  }
  const pays = async (ann: Payer) => {
    const { body } = await ann.change('pro')
    const token = new URL(body.payment_url, server.url).searchParams.get('token') ?? ''
    return () => ann.post('/checkout', { token, decision: 'pay' })
  }

  it('when an order is placed and paid', async () => {
    const ann = await payer(server)
    expect(await toldWhile(ann, () => ann.fillIn())).toEqual({ id: ann.organizationId })
    expect(await toldWhile(ann, () => ann.change('pro'))).toEqual({ id: ann.organizationId })
    expect(await toldWhile(ann, await pays(ann))).toEqual({ id: ann.organizationId })
  })

  it('when a change is planned and withdrawn, and the renewal is stopped and resumed', async () => {
    const ann = await subscribed(server)
    expect(await toldWhile(ann, () => ann.change('free'))).toEqual({ id: ann.organizationId })
    expect(await toldWhile(ann, () => ann.call('POST', '/api/v1/subscription/undo'))).toEqual({
      id: ann.organizationId,
    })
    expect(await toldWhile(ann, () => ann.renewal(false))).toEqual({ id: ann.organizationId })
    expect(await toldWhile(ann, () => ann.renewal(true))).toEqual({ id: ann.organizationId })
  })

  it('when a renewal was charged or declined', async () => {
    const ann = await subscribed(server)
    expect(await toldWhile(ann, () => ann.pass(31))).toEqual({ id: ann.organizationId })
    const ben = await subscribed(server, 'pro', 'declines')
    expect(await toldWhile(ben, () => ben.pass(31))).toEqual({ id: ben.organizationId })
  })

  it('when a trial or a plan ends by itself', async () => {
    const ann = await payer(server)
    expect(await toldWhile(ann, () => ann.pass(0))).toEqual({ id: ann.organizationId })
    const ben = await subscribed(server)
    await ben.renewal(false)
    expect(await toldWhile(ben, () => ben.pass(31))).toEqual({ id: ben.organizationId })
  })
})
