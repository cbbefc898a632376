import { expect, it } from 'vitest'
import type { AuditEntry } from '../../../src/services/contract/audit.ts'
import { ACTIONS, detailsOf } from '../../../src/ui/organizations/audit-log/words.ts'

const shown = (action: AuditEntry['action'], details: AuditEntry['details']) =>
  `${ACTIONS[action]}: ${detailsOf({ details } as AuditEntry)}`

it('says of conversations only what was done to them', () => {
  expect(shown('retention.deleted', { deliveries: '12' })).toBe('Expired data deleted: 12 webhook deliveries')
  const rules = { audit_days: '7', days: 'all', rules: '0' }
  expect(shown('retention.changed', rules)).toBe(
    'Retention rules changed: Audit log kept for 7 days · Conversations kept forever',
  )
})

it('has words for each reason why a domain is lost or a session ends', () => {
  expect(shown('single_sign_on.domain_lost', { reason: 'record_missing' })).toBe(
    'Email domain lost: DNS record missing',
  )
  expect(shown('single_sign_on.domain_lost', { reason: 'verified_by_another' })).toBe(
    'Email domain lost: Verified by another organization',
  )
  expect(shown('single_sign_on.session_ended', { reason: 'domain_lost' })).toBe(
    'Session ended by single sign-on: Email domain lost',
  )
})
