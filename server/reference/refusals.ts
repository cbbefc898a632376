import type { Operation } from './operation.ts'

/** Refusals of an operation by status, each with when it comes. */
export const refusalsOf = ({ access, body, query, file, errors = {} }: Operation, path: string) => ({
  ...(access !== 'public' && { 401: 'The key or token is missing, wrong, or has expired.' }),
  ...(access !== 'public' && { 403: 'Your role, or the scope of the key, does not allow this.' }),
  ...(/[{:]/.test(path) && { 404: 'It does not exist, or you may not see it.' }),
  ...((body ?? query ?? file) !== undefined && {
    422: 'Something in the request is wrong: `fields` names it.',
  }),
  429: 'Too many requests: wait as many seconds as `Retry-After` says.',
  503: 'The database or the object store does not answer: send the same again after some seconds.',
  ...errors,
})
