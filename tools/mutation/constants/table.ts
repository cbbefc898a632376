import { globSync } from 'node:fs'
import { ROOT } from '../../../scripts/suitable-node.mjs'
import { type Change, constant, words } from './change.ts'

const machine = (name: string, part = 'machine') =>
  globSync(`src/machines/**/${name}.${part}.ts`, { cwd: ROOT })[0] ?? name
const machineTest = (name: string) => `tests/machines/${name}.test.ts`

const HTTP = 'tests/services/http.test.ts'
const CACHE = 'tests/services/query-cache.test.ts'
const SOCKET = machineTest('socket')
const FORMAT = 'tests/ui/parts/format.test.tsx'
const TOASTS = 'tests/ui/shell/toasts.test.tsx'
const TEXTS = 'tests/ui/shell/fixed-texts.test.tsx'
const LAYOUT = 'tests/ui/shell/layout.test.tsx'
const ERRORS = 'src/services/http/errors.ts'
const LIMITS = 'src/services/http/repeated.ts'
const SOCKET_TYPES = machine('socket', 'types')
const LINES = 'src/machines/connection/connections/lines.ts'
const PLAN_CHANGE = machine('plan-change')
const BILLING = machine('billing-details')
const CREATE = machine('create-organization')
const NOTIFICATIONS = machine('notifications')

/** Every text of S8. */
const texts: readonly Change[] = [
  words('S8.1', ERRORS, 'Rate limited. Please wait', HTTP),
  words('S8.1', ERRORS, ' seconds before trying again.', HTTP),
  constant('S8.1', ERRORS, 'DEFAULT_WAIT', '61', HTTP),
  words('S8.2', ERRORS, 'Rate limit exceeded. ', HTTP),
  constant('S8.2', machine('toasts', 'types'), 'SUGGESTIONS_DELAY', '5000', machineTest('toasts')),
  constant('S8.3', LIMITS, 'RATE_LIMIT_TRIES', '6', HTTP),
  constant('S8.3', LIMITS, 'RATE_LIMIT_BASE', '1000', HTTP),
  constant('S8.3', LIMITS, 'RATE_LIMIT_FACTOR', '2', HTTP),
  constant('S8.3', LIMITS, 'RATE_LIMIT_MAX', '40_000', HTTP),
  words('S8.4', ERRORS, 'HTTP error! status: ', HTTP),
  words('S8.5', CREATE, 'Creating organization...', machineTest('create-organization')),
  words('S8.5', CREATE, 'Organization created successfully', machineTest('create-organization')),
  words('S8.5', CREATE, 'Failed to create organization', machineTest('create-organization')),
  words('S8.5', CREATE, 'Failed to create organization', machineTest('forms')),
  words('S8.6', machine('log-in'), 'Login failed. Please check your credentials.', machineTest('forms')),
  words('S8.7', machine('register'), 'Registration failed. Please try again.', machineTest('forms')),
  words(
    'S8.8',
    machine('forgot-password'),
    'Failed to send reset instructions. Please try again.',
    machineTest('account'),
  ),
  words(
    'S8.9',
    machine('reset-password'),
    'Failed to reset password. Please try again or request a new link.',
    machineTest('reset-password'),
  ),
  words(
    'S8.9',
    machine('reset-password'),
    'This password reset link is invalid or has expired. Please request a new one.',
    machineTest('reset-password'),
  ),
  words('S8.10', machine('profile'), 'Failed to update profile.', machineTest('account')),
  words('S8.10', machine('account-forms'), 'Failed to change password.', machineTest('account')),
  words('S8.11', BILLING, 'Failed to load existing billing details.', machineTest('billing-details')),
  words('S8.11', BILLING, 'Failed to load country list. Using defaults.', machineTest('billing-details')),
  words('S8.11', BILLING, 'Failed to save billing details.', machineTest('billing-details')),
  constant('S8.11', BILLING, 'DEFAULT_COUNTRIES', "['US', 'CA', 'FR']", machineTest('billing-details')),
  words(
    'S8.12',
    PLAN_CHANGE,
    'Failed to load subscription details. Please try again.',
    machineTest('plan-change'),
  ),
  words('S8.12', PLAN_CHANGE, 'Could not load plan data format.', machineTest('plan-change')),
  words('S8.12', PLAN_CHANGE, 'Failed to update subscription.', machineTest('plan-change')),
  words('S8.12', PLAN_CHANGE, 'Failed to finalize subscription.', machineTest('plan-change')),
  words('S8.13', 'src/ui/shell/notifications/notification-panel.tsx', 'Failed to load notifications', TEXTS),
  words('S8.13', NOTIFICATIONS, 'Failed to mark notifications as read.', machineTest('notifications')),
  words(
    'S2.34',
    machine('organizations', 'selection'),
    'Failed to switch organization',
    machineTest('organizations'),
  ),
  words('S2.34', machine('organizations', 'selection'), 'Switched to ', machineTest('organizations')),
  words(
    'S8.14',
    machine('socket'),
    'WebSocket connection rate limited. Please wait before reconnecting.',
    SOCKET,
  ),
  {
    clause: 'S8.14',
    file: 'src/services/contract/close-codes.ts',
    from: 'rateLimited: 4429',
    to: 'rateLimited: 4430',
    tests: [SOCKET],
  },
  words('S8.15', machine('socket', 'setup'), 'Message rate limit exceeded. Please wait ', SOCKET),
  ...[
    ['clock', "return t('Invalid date')"],
    ['format', "t('Invalid date') : formats.moment"],
    ['format', "t('Invalid date') : formats.date"],
  ].map(
    ([name, from = '']): Change => ({
      clause: 'S8.16',
      file: `src/ui/parts/${name}.ts`,
      from,
      to: from.replace('Invalid', 'Bad'),
      tests: [FORMAT],
    }),
  ),
  words(
    'S4.22',
    'src/ui/parts/error-boundary.tsx',
    'Something went wrong',
    'tests/ui/parts/error-boundary.test.tsx',
  ),
  words('S2.18', 'src/ui/parts/not-found.tsx', 'Page Not Found', TEXTS),
  words('S2.18', 'src/ui/parts/not-found.tsx', 'Go to Home', TEXTS),
  words(
    'S4.7',
    'src/ui/accounts/log-in/log-in-screen.tsx',
    'Your session has expired. Please log in again.',
    TEXTS,
  ),
  words(
    'S4.17',
    machine('notifications', 'toasts'),
    'New notification received',
    machineTest('notifications'),
  ),
  words('S5.1', machine('register'), 'Passwords do not match.', machineTest('forms')),
  words('S5.2', machine('reset-password'), 'Passwords do not match.', machineTest('reset-password')),
  words('S5.2', machine('reset-password'), 'Invalid or expired reset link.', machineTest('reset-password')),
  words('S5.2', machine('reset-password'), 'Password reset token is missing.', machineTest('reset-password')),
  words('S5.3', 'src/services/contract/billing.ts', 'Please fill in the ', machineTest('billing-details')),
  words(
    'S5.4',
    'src/services/contract/billing.ts',
    'Please enter a valid email address.',
    machineTest('billing-details'),
  ),
  words('S5.7', CREATE, 'Organization name cannot be empty.', machineTest('forms')),
  words('S5.8', PLAN_CHANGE, 'Please select a plan.', machineTest('plan-change')),
  words('S5.8', PLAN_CHANGE, 'Please contact sales for this plan.', machineTest('plan-change')),
  words('S5.8', PLAN_CHANGE, 'This is already your current plan.', machineTest('plan-change')),
]

/** Every constant of S9, and those that section 9 of the specification lists for other clauses. */
const constants: readonly Change[] = [
  constant('S9.1', 'src/services/http/lost.ts', 'HTTP_TIMEOUT', '20_000', HTTP),
  {
    clause: 'S9.1',
    file: 'src/services/http/client.ts',
    from: 'answer.status >= 500',
    to: 'answer.status > 500',
    tests: [HTTP],
  },
  constant(
    'S9.2',
    machine('session', 'types'),
    'EXPIRES_SOON',
    '4 * 60_000',
    'tests/services/session.test.ts',
  ),
  constant('S9.2', 'src/services/browser/clock.ts', 'TICK', '90_000', 'tests/ui/services/clock.test.tsx'),
  constant('S9.3', 'src/services/cache/query-cache.ts', 'TTL', '6 * MINUTE', CACHE),
  constant('S9.3', 'src/services/cache/query-cache.ts', 'SWEPT_AFTER', '11 * MINUTE', CACHE),
  constant('S9.4', 'src/services/http/repeated.ts', 'READ_RETRIES', '3', HTTP),
  constant('S9.4', 'src/services/http/repeated.ts', 'WRITE_RETRIES', '2', HTTP),
  {
    clause: 'S9.4',
    file: 'src/services/cache/query-cache.ts',
    from: 'refetchOnWindowFocus: false',
    to: 'refetchOnWindowFocus: true',
    tests: [CACHE],
  },
  constant(
    'S9.5',
    'src/services/contract/notifications.ts',
    'NOTIFICATIONS_PAGE',
    '25',
    machineTest('notifications'),
  ),
  constant('S9.5', machine('notifications', 'types'), 'READ_AFTER', '3000', machineTest('notifications')),
  constant('S9.5', 'src/ui/parts/visibility.tsx', 'HALF', '0.4', 'tests/ui/parts/visibility.test.tsx'),
  constant('S9.5', 'src/ui/parts/visibility.tsx', 'HALF', '0.7', 'tests/ui/parts/visibility.test.tsx'),
  constant('S9.6', SOCKET_TYPES, 'MESSAGES_PER_MINUTE', '61', SOCKET),
  constant('S9.6', SOCKET_TYPES, 'RECONNECT_ATTEMPTS', '6', SOCKET),
  constant('S9.6', SOCKET_TYPES, 'RECONNECT_BASE', '3_000', SOCKET),
  constant('S9.6', SOCKET_TYPES, 'RECONNECT_MAX', '31_000', SOCKET),
  constant('S9.6', SOCKET_TYPES, 'IDLE_AFTER', '6 * 60_000', 'tests/services/live.test.ts'),
  constant(
    'S9.6',
    LINES,
    'ORGANIZATION_IDLE_AFTER',
    '7 * 60_000',
    'tests/services/organization-live.test.ts',
  ),
  {
    clause: 'S9.6',
    file: LINES,
    from: 'keepAlive: true',
    to: 'keepAlive: false',
    tests: ['tests/services/organization-live.test.ts'],
  },
  constant(
    'S9.7',
    'server/billing/plans.ts',
    'TRIAL',
    '15 * 24 * 60 * 60 * 1000',
    'tests/server/billing.test.ts',
  ),
  constant('S4.16', machine('trial-banner'), 'RED', '4', machineTest('trial-banner')),
  constant('S4.16', machine('trial-banner'), 'YELLOW', '8', machineTest('trial-banner')),
  constant(
    'S4.16',
    'src/services/billing/trial-banner.provide.ts',
    'RECOMPUTED_EVERY',
    '24 * 60 * 60 * 1000',
    'tests/services/trial-banner.test.ts',
  ),
  constant('S9.8', machine('plan-change', 'setup'), 'MONTHS_PAID', '11', machineTest('plan-change')),
  {
    clause: 'S9.8',
    file: machine('plan-change', 'setup'),
    from: 'Math.floor(perYear / 12)',
    to: 'Math.round(perYear / 12)',
    tests: [machineTest('plan-change')],
  },
  words('S9.8', 'src/ui/billing/plan-chooser.tsx', 'Pay 10 months, get 12', TEXTS),
  words('S9.8', 'src/ui/billing/plan-rows.tsx', 'per month instead of ', TEXTS),
  words('S9.8', 'src/ui/billing/plan-rows.tsx', ', saving ', TEXTS),
  constant('S9.9', machine('toasts', 'types'), 'TOAST_DURATION', '9000', TOASTS),
  constant('S9.9', machine('toasts', 'types'), 'TOAST_POSITION', "'top-right'", TOASTS),
  constant('S9.9', machine('toasts', 'types'), 'TOAST_GAP', '20', TOASTS),
  constant('S9.9', machine('toasts', 'types'), 'TOASTS_VISIBLE', '4', TOASTS),
  constant('S9.9', machine('toasts', 'types'), 'TOASTS_KEPT', '30', machineTest('toasts')),
  constant('S2.23', 'src/services/shell/sidebar.provide.ts', 'WEEK', '8 * 24 * 60 * 60', LAYOUT),
  ...(
    [
      ["sidebar: '16rem'", "sidebar: '17rem'"],
      ["rail: '3rem'", "rail: '4rem'"],
      ["drawer: '18rem'", "drawer: '19rem'"],
    ] as const
  ).map(
    ([from, to]): Change => ({ clause: 'S2.24', file: 'src/ui/theme/tokens.ts', from, to, tests: [LAYOUT] }),
  ),
  {
    clause: 'S2.24',
    file: 'src/ui/theme/styles.ts',
    from: "md: '768px'",
    to: "md: '800px'",
    tests: [LAYOUT],
  },
  constant(
    'S3.1',
    'src/services/accounts/token-store.ts',
    'ACCESS',
    "'access'",
    'tests/services/session.test.ts',
  ),
  constant(
    'S3.1',
    'src/services/accounts/token-store.ts',
    'REFRESH',
    "'refresh'",
    'tests/services/session.test.ts',
  ),
]

export const TABLE: readonly Change[] = [...texts, ...constants]
