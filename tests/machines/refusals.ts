import { OPERATIONS, refusalsOf } from '../../server/developers/reference/operations.ts'
import { labelled } from '../harness/model/labels.ts'

/** What every call meets and the client takes care of: the session ends, or it waits. */
const OF_THE_CLIENT = ['401', '429']

/** Models ask in each of their states. */
const known = new Map<string, Error[]>()

/**
 * How an operation may fail: each refusal that the reference promises, as the client throws it, and a connection that
 * breaks. `operation` is its method and address, as `GET /api/v1/documents/:id`.
 */
export function failuresOf(operation: string): Error[] {
  const failures = known.get(operation) ?? failuresAsDescribed(operation)
  known.set(operation, failures)
  return failures
}

function failuresAsDescribed(operation: string): Error[] {
  const described = OPERATIONS[operation]
  if (!described) throw new Error(`the reference knows no ${operation}`)
  const refusals = Object.entries(refusalsOf(described)).filter(([status]) => !OF_THE_CLIENT.includes(status))
  return [
    labelled('The connection breaks', new Error('offline')),
    ...refusals.map(([status, detail]) =>
      labelled(
        `${status}: ${detail}`,
        Object.assign(new Error(detail), {
          status: Number(status),
          detail,
          ...(status === '404' && { code: 'not_found' }),
          ...(status === '422' && { fields: { body: detail } }),
        }),
      ),
    ),
  ]
}
