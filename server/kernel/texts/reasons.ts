import type { Part, PlainValues } from '../../../src/services/contract/coded-text.ts'
import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { FAILURES } from './english/failures.ts'
import { written } from './say.ts'

type WithHint = keyof typeof FAILURES & `${string}.hint` extends `${infer Code}.hint` ? Code : never

/** Why something could not be read, and the remedy: as stored, and shown beside what failed. */
export const reasonOf = <Code extends WithHint>(
  code: Code,
  values?: PlainValues,
): IngestionError & { code: Code } => ({
  code,
  message: written({ code, values }),
  hint: written({ code: `${code}.hint`, values }),
  ...(values && { values }),
})

/** The two sentences of a reason. */
export const saidIn = ({ code, values }: IngestionError): { reason: Part; hint: Part } => ({
  reason: { code, values },
  hint: { code: `${code}.hint`, values },
})

/** A document that cannot be read, for a reason that its owner can act on. Never retried automatically. */
export class IngestionFailure extends Error {
  override readonly name = 'IngestionFailure'
  readonly reason: IngestionError
  constructor(reason: IngestionError, options?: ErrorOptions) {
    super(reason.message, options)
    this.reason = reason
  }

  /** The reason, without the remedy. */
  get said(): Part {
    return saidIn(this.reason).reason
  }
}

type FailureCode = Exclude<keyof typeof FAILURES, `${string}.hint`>

/** The failure with that code, worded in server/kernel/texts/english/failures.ts. */
export const failure = (code: FailureCode, values?: PlainValues, options?: ErrorOptions) =>
  new IngestionFailure(reasonOf(code, values), options)
