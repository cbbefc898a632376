import { ofetch } from 'ofetch'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { createAccountsApi, createProfileApi } from '../../src/services/accounts/accounts-api.ts'
import { provideRegister } from '../../src/services/accounts/register.provide.ts'
import { provideSecurity } from '../../src/services/accounts/security.provide.ts'
import { createBillingApi, createPaymentOutcomes } from '../../src/services/billing/billing-api.ts'
import { createFetcher } from '../../src/services/cache/queries.ts'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'
import { createNotificationsApi } from '../../src/services/connection/notifications.provide.ts'
import { assistants } from '../../src/services/contract/operations/assistants.ts'
import { logIn } from '../../src/services/contract/operations/log-in.ts'
import { security } from '../../src/services/contract/operations/security.ts'
import { createAnonymousClient } from '../../src/services/http/client.ts'
import { createOrganizationsApi } from '../../src/services/organizations/organizations-api.ts'
import { ResetLink } from '../../src/services/wire/accounts.ts'
import { IntegrationGeneral } from '../../src/services/wire/integrations.ts'
import { NotificationList } from '../../src/services/wire/notifications.ts'
import { Organization, OrganizationList } from '../../src/services/wire/organizations.ts'
import {
  limited,
  type SpecifiedBackend,
  startSpecifiedBackend,
} from '../harness/specified-backend/backend.ts'
import { CALLS, PUBLIC_CALLS } from '../harness/specified-backend/calls.ts'
import { issueTokens } from '../harness/specified-backend/world.ts'
import { billingDetails } from '../machines/samples.ts'

const { signal } = new AbortController()
const ME = { username: 'ada@northwind.example', password: 'Analytical-Engine-1843' }
/** A server of the specification knows of no plan of an organization, and ignores whose plan is meant. */
const ACME = { organizationId: 'o1' }
const HOUR = 60 * 60 * 1000

describe('a server that says what the specification lists, and nothing more', () => {
  let backend: SpecifiedBackend
  let apis: ReturnType<typeof open>

  const open = () => {
    const { access_token } = issueTokens(backend.world)
    const http = createAnonymousClient({
      base: backend.url,
      fetch: ofetch.create({ headers: { authorization: `Bearer ${access_token}` } }),
      wait: async () => {},
    })
    return {
      http,
      accounts: createAccountsApi(http),
      profile: createProfileApi(http, backend.url),
      organizations: createOrganizationsApi(http, backend.url),
      billing: createBillingApi(http),
      notifications: createNotificationsApi(http),
    }
  }
  beforeEach(async () => {
    backend = await startSpecifiedBackend()
    apis = open()
  })
  afterEach(() => backend.stop())

  it('[S7] is read, call by call: none of the table is left out', async () => {
    const { http, accounts, profile, organizations, billing, notifications } = apis
    await billing.plans(signal)
    await billing.countries(signal)
    await expect(billing.details(ACME, signal)).rejects.toMatchObject({ status: 404 })
    await billing.saveDetails({ ...ACME, details: billingDetails })
    expect(await billing.details(ACME, signal)).toEqual(billingDetails)
    await organizations.list(signal)
    await organizations.create({ name: 'Eastwind Gloves', settings: {} }, 'key')
    expect(await http.callAs(IntegrationGeneral, assistants.general, { id: 'i-1' })).toMatchObject({
      name: 'Front desk',
    })
    backend.notify(25)
    expect(await notifications.page({ unreadOnly: false, before: null }, signal)).toHaveLength(20)
    await notifications.markRead(['n-25'])
    await profile.me()
    expect(await profile.change({ first_name: 'Grace' })).toMatchObject({ first_name: 'Grace' })
    await profile.setPhoto(new FormData())
    await http.call(
      security.changePassword,
      {},
      { body: { current_password: ME.password, new_password: 'Another-1843' } },
    )
    await billing.current(ACME, signal)
    await billing.change({ ...ACME, choice: { plan_id: 'starter', interval: 'month' } })
    await accounts.forgotPassword(ME.username)
    expect(await http.callAs(ResetLink, logIn.verifyReset, { token: 'good' }, { signal })).toEqual({
      valid: true,
      email: null,
    })
    await http.call(logIn.resetPassword, {}, { body: { token: 'good', new_password: ME.password } })
    await accounts.refresh(backend.world.tokens.refresh)
    await accounts.logIn(ME)
    await accounts.register({ email: 'grace@northwind.example', password: ME.password })

    const called = new Set(backend.asked.map(({ call }) => call))
    expect(Object.keys({ ...PUBLIC_CALLS, ...CALLS }).filter((call) => !called.has(call))).toEqual([])
  })

  it('[S3.3] has organizations with five fields, and one that it answers with by its id', async () => {
    const { organizations } = apis
    const [first] = await organizations.list(signal)
    expect(first).toMatchObject({ id: 'o-1', name: 'Northwind Boots', role: 'owner', logo_url: null })
    const made = await organizations.create({ name: 'Eastwind Gloves', description: 'Warm' }, 'key')
    expect(made).toMatchObject({ id: 'o-3', name: 'Eastwind Gloves', description: 'Warm' })
    expect(await organizations.open('o-3', signal)).toMatchObject({ name: 'Eastwind Gloves' })
    await expect(organizations.open('o-4', signal)).rejects.toMatchObject({ status: 404 })
  })

  it.each([
    ['the id and the name', { id: 7, name: 'Boots' }, { id: '7', name: 'Boots', description: '' }],
    ['nulls', { id: 'a', name: 'B', description: null, settings: null, logo_url: null }, { description: '' }],
    ['a role of its own', { id: 'a', name: 'B', role: 'member', member_count: 'many' }, { role: 'owner' }],
  ])('[S3.3] may send of an organization %s', (_, body, read) =>
    expect(Organization.parse(body)).toMatchObject(read),
  )

  it.each([[{}], [null], ['<html></html>'], [[{ id: 'a' }]], [[{ name: 'A' }]], [{ detail: 'No' }]])(
    '[S7.34] %j is no list of organizations',
    (body) => expect(OrganizationList.safeParse(body).success).toBe(false),
  )

  it.each([
    ['free', null, 'free'],
    ['starter', -HOUR, 'paid'],
    ['starter', null, 'paid'],
    ['starter', HOUR, 'trial'],
  ])('[S3.7] a subscription of two fields, %s until %s, is %s', async (plan_id, ends, status) => {
    const trial_end_date = typeof ends === 'number' ? new Date(Date.now() + ends).toISOString() : null
    backend.world.subscription = { plan_id, trial_end_date }
    expect(await apis.billing.current(ACME, signal)).toEqual({
      plan_id,
      trial_end_date,
      status,
      period_end: status === 'trial' ? trial_end_date : null,
      interval: null,
      next: null,
      renewable: false,
    })
  })

  it('[S4.12] [S4.13] [S4.14] ends a change of plan in one of three ways, whatever else it says', async () => {
    const change = () => apis.billing.change({ ...ACME, choice: { plan_id: 'starter', interval: 'month' } })
    expect(await change()).toEqual({ billing_required: true })
    backend.world.billing = billingDetails
    backend.world.paymentUrl = 'https://pay.example/1'
    expect(await change()).toEqual({ payment_url: 'https://pay.example/1' })
    const subscription = { plan_id: 'starter', trial_end_date: null }
    const updated = [
      { body: {} },
      { body: subscription },
      { body: { subscription } },
      { status: 204, body: '' },
    ]
    backend.answer('POST /api/v1/subscription/change', ...updated)
    for (const _ of updated) expect(await change()).toEqual({})
    backend.answer('POST /api/v1/subscription/change', {
      body: { billing_required: null, payment_url: null },
    })
    expect(await change()).toEqual({ billing_required: false, payment_url: null })
  })

  it('[S4.12] has no preview of a smaller plan: nothing stands against it', async () => {
    const choice = { plan_id: 'free', interval: 'month' } as const
    expect(await apis.billing.preview({ ...ACME, choice }, signal)).toEqual({
      plan_id: 'free',
      effective_at: null,
      over: [],
    })
  })

  it('[S7.register] [S7.change] [S7.change-password] [spec 8] is sent the fields that are listed', async () => {
    const { accounts, billing, http } = apis
    const sentTo = (call: string) => backend.asked.findLast((asked) => asked.call === call)?.body
    await billing.change({ ...ACME, choice: { plan_id: 'starter', interval: 'month' } })
    expect(sentTo('POST /api/v1/subscription/change')).toEqual({ plan_id: 'starter' })
    await billing.change({ ...ACME, choice: { plan_id: 'starter', interval: 'year' } })
    expect(sentTo('POST /api/v1/subscription/change')).toEqual({ plan_id: 'starter', interval: 'year' })

    const { changePassword } = provideSecurity({ http, cache: createQueryCache() })
    const changing = createActor(changePassword).start()
    const passwords = { current_password: ME.password, new_password: 'Staple-9-battery' }
    changing.send({
      type: 'form.opened',
      values: { ...passwords, email: ME.username, confirmation: 'Staple-9-battery' },
    })
    changing.send({ type: 'form.submitted' })
    await expect.poll(() => sentTo('POST /api/v1/users/change-password')).toEqual(passwords)
    changing.stop()

    // Last: whoever registers is logged in, and the tokens from before are refused.
    const values = { first_name: ' ', last_name: '', email: ' new@northwind.example', password: ME.password }
    const registering = createActor(
      provideRegister(accounts, () => 0),
      {
        input: { ...values, confirmation: ME.password },
      },
    ).start()
    registering.send({ type: 'form.submitted' })
    await expect
      .poll(() => sentTo('POST /api/v1/register'))
      .toEqual({ email: 'new@northwind.example', password: ME.password })
    registering.stop()
  })

  it('[S2.7] [spec 12] has no call for orders: nothing is known against a payment', async () => {
    const outcomeOf = createPaymentOutcomes(apis.http)
    expect(await outcomeOf('abc', signal)).toBeNull()
  })

  it('[S2.17] [spec 4] has an assistant’s name alone: its other parts are not offered, and not missing', async () => {
    const { http, profile, billing } = apis
    const fetch = createFetcher({ http, profile, billing, apiBase: '', later: () => Promise.reject() })
    const integration = (id: string) =>
      fetch({ name: 'integration', of: { organizationId: 'o-1', id } }, signal)
    await expect(integration('i-1')).rejects.toMatchObject({ status: 501 })
    backend.answer('GET /api/v1/integrations/{id}/general', { status: 404, body: { detail: 'Gone' } })
    await expect(integration('i-1')).rejects.toMatchObject({ status: 404 })
  })

  it('[S3.5] may have stored billing details that are incomplete', async () => {
    backend.world.billing = { name: 'Ada', country: 'Germany' }
    expect(await apis.billing.details(ACME, signal)).toMatchObject({
      name: 'Ada',
      country: 'Germany',
      city: '',
    })
  })

  it('[S3.2] tells of a person four fields, and prepends the API base to a relative picture', async () => {
    backend.world.user.profile_picture_url = '/static/ada.png'
    expect(await apis.profile.me()).toMatchObject({
      email: ME.username,
      profile_picture_url: `${backend.url}/static/ada.png`,
      email_verified: true,
      job_title: '',
    })
  })

  it('[S3.8] does not count the unread: those of a page are counted', async () => {
    backend.notify(5)
    await apis.notifications.markRead(['n-1', 'n-2'])
    expect(await apis.notifications.countUnread(signal)).toBe(3)
    expect(NotificationList.parse([{ id: 1, title: 'T', read: null }])).toMatchObject([
      { id: '1', type: '', message: '', read: false },
    ])
  })

  it('[S8.5] [S8.6] refuses with a detail alone, and the detail is what is said', async () => {
    const { accounts, organizations } = apis
    await expect(accounts.logIn({ ...ME, password: 'wrong' })).rejects.toMatchObject({
      status: 401,
      detail: 'Incorrect email or password',
      code: 'http_401',
    })
    await expect(organizations.create({ name: 'Northwind Boots' }, 'key')).rejects.toMatchObject({
      detail: 'Name is taken here',
    })
  })

  it('[session, seen beside 3] refuses with a list of what is wrong, which is said', async () => {
    const body = { detail: [{ loc: ['body', 'email'], msg: 'Not an address.' }] }
    backend.answer('GET /api/v1/organizations', { status: 422, body })
    await expect(apis.organizations.list(signal)).rejects.toMatchObject({ detail: 'Not an address.' })
  })

  it.each([[{ detail: [{ loc: ['body'] }] }], [{}], ['Bad gateway'], [null]])(
    'refuses with %j: it says nothing that can be shown',
    async (body) => {
      backend.answer('GET /api/v1/organizations', { status: 422, body })
      await expect(apis.organizations.list(signal)).rejects.toMatchObject({ detail: null, fields: {} })
    },
  )

  it.each([
    [{ retry_message: 'Try again soon.' }, 'Rate limit exceeded. Try again soon.', []],
    [{ retry_message: 'Soon.', suggestions: ['Ask less.'] }, 'Rate limit exceeded. Soon.', ['Ask less.']],
    [{ detail: 'Slow down' }, 'Rate limited. Please wait 61 seconds before trying again.', []],
  ])('[S8.1] [S8.2] limits with %j', async (body, message, suggestions) => {
    backend.answer('GET /api/v1/organizations', limited(61, body))
    await expect(apis.organizations.list(signal)).rejects.toMatchObject({ message, suggestions })
  })

  it('[S7] may leave out what the table does not show of an answer', async () => {
    const { http, accounts, notifications } = apis
    for (const call of [
      'POST /api/v1/register',
      'POST /reset-password',
      'POST /api/v1/users/change-password',
      'POST /api/v1/notifications/mark-read',
    ])
      backend.answer(call, { status: 204, body: '' }, { body: 'done' }, { body: { anything: true } })
    for (let turn = 0; turn < 3; turn += 1) {
      await accounts.register({ email: ME.username, password: ME.password })
      await http.call(logIn.resetPassword, {}, { body: { token: 't', new_password: ME.password } })
      await http.call(security.changePassword, {}, { body: { current_password: 'a', new_password: 'b' } })
      await notifications.markRead([])
    }
    backend.answer('GET /reset-password/verify/{token}', { body: { valid: false } }, { body: 'false' })
    expect(await http.callAs(ResetLink, logIn.verifyReset, { token: 'x' }, { signal })).toMatchObject({
      valid: false,
    })
    expect(await http.callAs(ResetLink, logIn.verifyReset, { token: 'x' }, { signal })).toMatchObject({
      valid: false,
    })
  })
})
