import type { Operation } from '../../../src/services/contract/operations/operation.ts'
import { UNVERIFIED } from '../../../src/services/contract/operations/phrases.ts'
import { isOpen } from '../../kernel/http/serve.ts'

/** An operation's refusals by status, each with its condition. */
export const refusalsOf = ({ address, rules }: Operation) => ({
  ...(!isOpen(rules) && { 401: 'The key or token is missing, invalid or expired.' }),
  ...(!isOpen(rules) && { 403: 'Your role or the key’s scopes do not allow this.' }),
  ...(address.includes(':') && { 404: 'Not found, or you are not allowed to see it.' }),
  ...(rules.example && { 422: 'The request is invalid: see `fields`.' }),
  429: 'Too many requests: wait for the number of seconds in `Retry-After`.',
  503: 'The database or the object store is unavailable: retry after a few seconds.',
  ...(rules.verified && { 403: UNVERIFIED }),
  ...rules.refuses,
})
