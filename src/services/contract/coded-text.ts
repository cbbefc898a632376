import * as z from 'zod/mini'

const Plain = z.union([z.string(), z.number()])
export const PlainValues = z.record(z.string(), Plain)
export type PlainValues = z.infer<typeof PlainValues>

/** A text that can appear within another one. */
export const Part = z.object({ code: z.string(), values: z.optional(PlainValues) })
export type Part = z.infer<typeof Part>

/** The variable part of a text: a name, a number, or a text of the server by its code. */
export const Values = z.record(z.string(), z.union([Plain, Part]))
export type Values = z.infer<typeof Values>

/** A text of the server for an app in another language; its English accompanies it. */
export const CodedText = z.object({ code: z.string(), values: z.optional(Values) })
export type CodedText = z.infer<typeof CodedText>
