import { jwt } from '../session-world.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** With only `exp` (S3.1). */
const token = (seconds: number) => jwt({ exp: Math.floor(Date.now() / 1000) + seconds })

/** The backend's data: each entity has exactly the fields that S3 lists for it. */
export const createWorld = () => ({
  password: 'Analytical-Engine-1843',
  user: {
    email: 'ada@northwind.example',
    first_name: 'Ada',
    last_name: 'Lovelace',
    profile_picture_url: null as string | null,
  },
  organizations: [
    { id: 'o-1', name: 'Northwind Boots', description: '', settings: {}, logo_url: null as string | null },
    { id: 'o-2', name: 'Southwind Hats', description: '', settings: {}, logo_url: null as string | null },
  ],
  subscription: {
    plan_id: 'starter',
    trial_end_date: new Date(Date.now() + 5 * DAY * 1000).toISOString() as string | null,
  },
  plans: {
    free: {
      name: 'Free',
      description: 'To look around.',
      price: 0,
      price_yearly: 0,
      is_contact_only: false,
      contact_email: null,
      features: ['1 integration'],
    },
    starter: {
      name: 'Starter',
      description: 'For one team.',
      price: 59,
      price_yearly: 590,
      is_contact_only: false,
      contact_email: null,
      features: ['3 integrations'],
    },
    enterprise: {
      name: 'Enterprise',
      description: 'By agreement.',
      price: 'Custom',
      price_yearly: null,
      is_contact_only: true,
      contact_email: 'sales@specified.example',
      features: ['Everything'],
    },
  },
  billing: null as object | null,
  /** How a change of plan ends once there are billing details. */
  paymentUrl: null as string | null,
  notifications: [] as ReturnType<typeof notification>[],
  resetTokens: new Set(['good']),
  tokens: { access: '', refresh: '' },
})

export type World = ReturnType<typeof createWorld>

export const notification = (number: number) => ({
  id: `n-${number}`,
  type: 'integration_success',
  title: `Notification ${number}`,
  message: 'It went well.',
  created_at: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
  link: '/integrations',
  read: false,
})

/** A new pair, which invalidates the previous one. */
export function issueTokens(world: World) {
  world.tokens = { access: token(15 * MINUTE), refresh: token(30 * DAY) }
  return { access_token: world.tokens.access, refresh_token: world.tokens.refresh }
}
