import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { Part, PlainValues } from '../../../src/services/contract/said.ts'
import type { FAILURES } from './english/failures.ts'
import { reasonOf, saidIn } from './reason.ts'

/** A document that cannot be read, for a reason that its owner can act on. Never retried by itself. */
export class IngestionFailure extends Error {
  override readonly name = 'IngestionFailure'
  readonly reason: IngestionError
  constructor(reason: IngestionError, options?: ErrorOptions) {
    super(reason.message, options)
    this.reason = reason
  }

  /** Why, without the way out. */
  get said(): Part {
    return saidIn(this.reason).reason
  }
}

type FailureCode = Exclude<keyof typeof FAILURES, `${string}.hint`>

/** The failure of that code, in the words of server/kernel/texts/english/failures.ts. */
export const failure = (code: FailureCode, values?: PlainValues, options?: ErrorOptions) =>
  new IngestionFailure(reasonOf(code, values), options)
