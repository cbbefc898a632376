import { isRefusal } from '../failure.ts'

/** The guard of every machine that does not repeat what the server refused. */
export const isRefused = (_: unknown, { error }: { error: unknown }) => isRefusal(error)
