import type { Operation } from '../../../src/services/contract/operations/operation.ts'
import { isOpen } from '../../kernel/http/serve.ts'

/** Refusals of an operation by status, each with when it comes. */
export const refusalsOf = ({ address, rules }: Operation) => ({
  ...(!isOpen(rules) && { 401: 'The key or token is missing, wrong, or has expired.' }),
  ...(!isOpen(rules) && { 403: 'Your role, or the scope of the key, does not allow this.' }),
  ...(address.includes(':') && { 404: 'It does not exist, or you may not see it.' }),
  ...(rules.example && { 422: 'Something in the request is wrong: `fields` names it.' }),
  429: 'Too many requests: wait as many seconds as `Retry-After` says.',
  503: 'The database or the object store does not answer: send the same again after some seconds.',
  ...rules.refuses,
})
