import * as z from 'zod/mini'
import { ApiError, RateLimit } from '../contract/common.ts'

/** Of backends that list what is wrong, as FastAPI does. */
const Reasons = z.pipe(
  z.array(z.object({ msg: z.string() })),
  z.transform((reasons) => reasons.map(({ msg }) => msg).join(' ')),
)

/** Any refusal, as `{"detail": …}` alone; what is no text is nothing for people. */
export const Refusal = z.object({
  detail: z.catch(z.nullable(z.union([ApiError.shape.detail, Reasons])), null),
  code: z.catch(z.nullable(ApiError.shape.code), null),
  values: z.catch(ApiError.shape.values, undefined),
  fields: z.catch(ApiError.shape.fields, undefined),
  reasons: z.catch(ApiError.shape.reasons, undefined),
})
export type Refusal = z.infer<typeof Refusal>

/** The body of a 429 (S3.9), as far as it is shown. */
export const RateLimited = z.object({
  retry_message: z.catch(z.nullable(RateLimit.shape.retry_message), null),
  suggestions: z.catch(RateLimit.shape.suggestions, []),
})
