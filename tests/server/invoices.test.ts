import { eq, sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { amountsOf, taxOf } from '../../server/billing/invoices/invoices.service.ts'
import type { Seller } from '../../server/kernel/config/payments.ts'
import { invoices, organizations } from '../../server/kernel/db/schema/index.ts'
import { PaymentList } from '../../src/services/contract/billing.ts'
import { createClient, organizationOn } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'
import type { Person } from '../harness/server.ts'

const SELLER: Seller = {
  name: 'Lectern GmbH',
  address: ['Torstraße 1', '10115 Berlin'],
  country: 'DE',
  vatId: 'DE123456789',
  vatRate: 19,
  note: 'Managing director: Eva Żak',
}
const DETAILS = {
  name: 'Łukasz Holm',
  email: 'lukasz@northwind.example',
  company: 'Northwind Boots',
  address_line1: 'Quay 1',
  address_line2: null,
  city: 'Wien',
  state: '',
  postal_code: '1010',
  country: 'AT',
  phone: null,
  tax_id: 'ATU12345678',
}

describe('the VAT of a digital service', () => {
  const tax = (country: string, tax_id: string | null, seller: Seller | null = SELLER) =>
    taxOf(seller, { country, tax_id })

  it('[ux 33] is charged at home, and to people in the EU', () => {
    expect(tax('DE', 'DE999999999')).toEqual({ rate: 19, note: null })
    expect(tax('AT', null)).toEqual({ rate: 19, note: null })
    expect(tax('AT', 'FR12345678901')).toEqual({ rate: 19, note: null })
  })

  it('is the recipient’s where a business of another EU country buys', () => {
    for (const [country, id] of [
      ['AT', 'ATU 1234.5678'],
      ['GR', 'EL123456789'],
    ] as const)
      expect(tax(country, id)).toEqual({ rate: 0, note: expect.stringContaining('Reverse charge') })
  })

  it('is none outside of the EU, and where the seller charges none', () => {
    expect(tax('NO', null)).toEqual({ rate: 0, note: expect.stringContaining('outside the EU') })
    expect(tax('AT', null, { ...SELLER, vatRate: 0 })).toEqual({ rate: 0, note: null })
    expect(tax('GB', null, { ...SELLER, country: 'GB', vatRate: 20 })).toEqual({ rate: 20, note: null })
    expect(tax('AT', null, { ...SELLER, country: 'GB', vatRate: 20 })).toEqual({ rate: 0, note: null })
    expect(tax('AT', null, null)).toEqual({ rate: 0, note: null })
  })

  it('is taken out of what was paid, to the cent', () => {
    expect(amountsOf(5900, 19)).toEqual({ net: 4958, vat: 942, gross: 5900 })
    expect(amountsOf(5900, 0)).toEqual({ net: 5900, vat: 0, gross: 5900 })
  })
})

describe.each([
  ['an invoice', SELLER],
  ['a receipt', null],
] as const)('a paid order gets %s', async (_, seller) => {
  const server = await serve({ seller })

  const decide = (url: string, decision: string) =>
    server.inject({
      method: 'POST',
      url: '/checkout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        token: new URL(url, 'http://x').searchParams.get('token') ?? '',
        decision,
      }).toString(),
    })
  const customer = async () => {
    const person = await server.register()
    await server.found(person)
    return person
  }
  const order = async (person: Person, plan_id: string, decision = 'pay') => {
    const { call } = createClient(server.url, person)
    await call('POST', '/api/v1/users/billing-details', DETAILS)
    const { body } = await call('POST', '/api/v1/subscription/change', { plan_id })
    await decide(body.payment_url, decision)
    return PaymentList.parse((await call('GET', '/api/v1/payments')).body)
  }
  const fileOf = (person: Person, id: string) =>
    server.inject({ url: `/api/v1/payments/${id}/invoice`, headers: person.headers })
  const textIn = async (file: Buffer) =>
    (await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true })).text.replace(
      /\s+/g,
      ' ',
    )

  it('as a PDF with all that it has to say, for who paid and nobody else', async () => {
    const person = await customer()
    const [payment] = await order(person, 'pro')
    expect(payment?.invoice).toEqual({ number: 'TEST-000001', kind: seller ? 'invoice' : 'receipt' })
    const answer = await fileOf(person, payment!.id)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="TEST-000001.pdf"',
      'cache-control': 'no-store',
    })
    const text = await textIn(answer.rawPayload)
    for (const said of [
      'TEST-000001',
      payment!.number,
      'Northwind Boots Łukasz Holm Quay 1 1010 Wien Austria',
      'VAT ID ATU12345678',
      'Lectern Pro, one month $59.00',
      'Test payment: no money was moved.',
      ...(seller
        ? [
            'Invoice number',
            'Lectern GmbH Torstraße 1 10115 Berlin Germany VAT ID DE123456789',
            'Net $59.00 VAT 0 % $0.00 Total $59.00',
            'Reverse charge: the recipient is liable for the VAT (Article 196, Directive 2006/112/EC).',
            'Managing director: Eva Żak',
          ]
        : ['Receipt number', 'It is not an invoice for VAT.']),
    ])
      expect(text).toContain(said)
    expect(text).toMatch(/Date of issue .*\w+ \d+, \d{4} \(UTC\)/)
    expect(text).toMatch(/Period of supply \w+ \d+, \d{4} to \w+ \d+, \d{4} \(UTC\)/)
    expect(text.includes('Invoice')).toBe(seller !== null)
    expect((await fileOf(await server.register(), payment!.id)).statusCode).toBe(404)
    expect((await server.inject({ url: `/api/v1/payments/${payment!.id}/invoice` })).statusCode).toBe(401)
  })

  it('numbered without gaps, whatever is declined or ordered at once', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, customer))
    const [declined] = await order(people[0]!, 'starter', 'decline')
    expect(declined?.invoice).toBeNull()
    expect((await fileOf(people[0]!, declined!.id)).statusCode).toBe(404)
    await Promise.all(people.map((person) => order(person, 'starter')))
    const rows = await server.database.db
      .select({ number: invoices.number })
      .from(invoices)
      .orderBy(invoices.number)
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, place) => place + 1))
  })

  it('with what was credited, the same file each time, and never another', async () => {
    const person = await customer()
    await order(person, 'starter')
    const [upgrade] = await order(person, 'pro')
    const [first, again] = [await fileOf(person, upgrade!.id), await fileOf(person, upgrade!.id)]
    expect(first.rawPayload.equals(again.rawPayload)).toBe(true)
    const { credit, amount } = upgrade!
    expect(credit).toBeGreaterThan(0)
    expect(await textIn(first.rawPayload)).toContain(
      `Unused time of the plan before -$${(credit / 100).toFixed(2)}`,
    )
    expect(await textIn(first.rawPayload)).toContain(`Total $${(amount / 100).toFixed(2)}`)
    const { db } = server.database
    const change = db
      .update(invoices)
      .set({ content: sql`${invoices.content} || '{"order":"other"}'::jsonb` })
      .where(eq(invoices.paymentId, upgrade!.id))
    await expect(change).rejects.toThrow()
  })

  it('[43.8] that stays in the books when the organization goes', async () => {
    const { person, organizationId: id } = await organizationOn(server)
    const [payment] = await order(person, 'starter')
    const { db } = server.database
    const count = async () => (await db.select({ id: invoices.id }).from(invoices)).length
    const before = await count()
    await db.delete(organizations).where(eq(organizations.id, id))
    expect(await count()).toBe(before)
    expect(await db.select().from(invoices).where(eq(invoices.paymentId, payment!.id))).toEqual([])
  })
})
