import * as z from 'zod/mini'
import { ApiError, RateLimit } from '../contract/common.ts'

/** For backends that list errors, such as FastAPI. */
const Reasons = z.pipe(
  z.array(z.object({ msg: z.string() })),
  z.transform((reasons) => reasons.map(({ msg }) => msg).join(' ')),
)

/** Any refusal, as plain `{"detail": …}`; a value that is not text is not for people. */
export const Refusal = z.object({
  detail: z.catch(z.nullable(z.union([ApiError.shape.detail, Reasons])), null),
  code: z.catch(z.nullable(ApiError.shape.code), null),
  values: z.catch(ApiError.shape.values, undefined),
  fields: z.catch(ApiError.shape.fields, undefined),
  reasons: z.catch(ApiError.shape.reasons, undefined),
})
export type Refusal = z.infer<typeof Refusal>

/** The visible part of a 429's body (S3.9). */
export const RateLimited = z.object({
  retry_message: z.catch(z.nullable(RateLimit.shape.retry_message), null),
  suggestions: z.catch(RateLimit.shape.suggestions, []),
})
