import * as z from 'zod/mini'
import { ApiError, RateLimit } from '../contract/common.ts'

/** Any refusal, as `{"detail": …}` alone; what is no text is nothing for people. */
export const Refusal = z.object({
  detail: z.catch(z.nullable(ApiError.shape.detail), null),
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
