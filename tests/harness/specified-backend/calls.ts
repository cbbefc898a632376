import type { Reply } from '../scripted-server.ts'
import { issueTokens, type World } from './world.ts'

interface Asked {
  /** Values that replace `{…}` in the path. */
  readonly named: string
  readonly query: URLSearchParams
  /** The body, by its content type: JSON, or a form. */
  // biome-ignore lint/suspicious/noExplicitAny: each call knows its payload
  readonly body: any
}

type Call = (world: World, asked: Asked) => Reply

const said = (message: string): Reply => ({ body: { message } })
/** A refusal is only its detail (S7). */
export const refused = (status: number, detail: string): Reply => ({ status, body: { detail } })

/** Every call of S7, as in its table; fields that the table does not show are omitted. */
export const PUBLIC_CALLS: Readonly<Record<string, Call>> = {
  'POST /api/v1/login': (world, { body }) =>
    body.username === world.user.email && body.password === world.password
      ? { body: issueTokens(world) }
      : refused(401, 'Incorrect email or password'),
  'POST /api/v1/register': (world, { body }) => {
    if (body.email === 'taken@northwind.example') return refused(400, 'Email already registered')
    Object.assign(world, { password: body.password, organizations: [] })
    Object.assign(world.user, { email: body.email })
    return { status: 201, body: '' }
  },
  'POST /forgot-password': () => said('If the account exists, a mail is on its way.'),
  'GET /reset-password/verify/{token}': ({ resetTokens }, { named }) =>
    resetTokens.has(named) ? { body: { valid: true } } : refused(400, 'Invalid token'),
  'POST /reset-password': (world, { body }) => {
    if (!world.resetTokens.delete(body.token)) return refused(400, 'Invalid token')
    world.password = body.new_password
    return { status: 204, body: '' }
  },
  'POST /api/v1/refresh': (world, { body }) =>
    body.refresh_token === world.tokens.refresh
      ? { body: issueTokens(world) }
      : refused(401, 'Invalid refresh token'),
}

export const CALLS: Readonly<Record<string, Call>> = {
  'GET /api/v1/users/me': ({ user }) => ({ body: user }),
  'PATCH /api/v1/users/me': ({ user }, { body }) => {
    for (const name of ['first_name', 'last_name'] as const) user[name] = body[name] ?? user[name]
    return { status: 204, body: '' }
  },
  'POST /api/v1/users/change-password': (world, { body }) => {
    if (body.current_password !== world.password) return refused(400, 'Incorrect password')
    world.password = body.new_password
    return { status: 204, body: '' }
  },
  'POST /api/v1/users/me/photo': ({ user }) => {
    user.profile_picture_url = '/static/photo.png'
    return { status: 204, body: '' }
  },
  'GET /api/v1/users/billing-details': ({ billing }) =>
    billing ? { body: billing } : refused(404, 'Not Found'),
  'POST /api/v1/users/billing-details': (world, { body }) => {
    world.billing = body
    return { body }
  },
  'GET /api/v1/users/billing-details/supported-countries': () => ({ body: ['DE', 'US'] }),
  'GET /api/v1/subscription/plans': ({ plans }) => ({ body: plans }),
  'GET /api/v1/subscription/current': ({ subscription }) => ({ body: subscription }),
  'POST /api/v1/subscription/change': (world, { body }) => {
    if (world.billing === null) return { body: { billing_required: true } }
    if (world.paymentUrl !== null) return { body: { payment_url: world.paymentUrl } }
    world.subscription = { plan_id: body.plan_id, trial_end_date: null }
    return { body: {} }
  },
  'GET /api/v1/organizations': ({ organizations }) => ({ body: organizations }),
  'POST /api/v1/organizations': ({ organizations }, { body: { name, description, settings } }) => {
    if (organizations.some((one) => one.name === name)) return refused(400, 'Name is taken here')
    const id = `o-${organizations.length + 1}`
    organizations.push({ id, name, description, settings, logo_url: null })
    return { status: 201, body: { id } }
  },
  'GET /api/v1/integrations/{id}/general': () => ({ body: { name: 'Front desk' } }),
  'GET /api/v1/notifications': ({ notifications }, { query }) => ({
    body: notifications
      .filter(({ read }) => !read || query.get('unread_only') !== 'true')
      .slice(0, Number(query.get('limit'))),
  }),
  'POST /api/v1/notifications/mark-read': ({ notifications }, { body }) => {
    for (const one of notifications) if (body.length === 0 || body.includes(one.id)) one.read = true
    return { status: 204, body: '' }
  },
}
