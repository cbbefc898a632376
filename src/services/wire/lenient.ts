import * as z from 'zod/mini'
import { Id } from '../contract/common.ts'

/**
 * The contract is what our server promises; the app also reads a server that sends only what the
 * specification lists. A field named here that is absent, or of another shape, takes the given value.
 */
export function lenient<Shape extends z.core.$ZodShape>(
  schema: z.ZodMiniObject<Shape>,
  absent: { readonly [Name in keyof Shape]?: z.output<Shape[Name]> },
) {
  const fields = Object.entries(absent).map(([name, value]) => [
    name,
    z.catch<z.core.SomeType>(schema.shape[name]!, value),
  ])
  return z.object({ ...schema.shape, ...Object.fromEntries(fields) }) as unknown as typeof schema
}

/** S3 leaves open whether an identifier is a text or a number. */
export const AnyId = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
  Id,
)

/** The body of a response that is not read. */
export const Anything = z.unknown()
