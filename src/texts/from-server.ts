import { given } from './given.ts'

/** What the server has said, in the language that is shown. */
export const fromServer = given?.fromServer ?? ((english: string) => english)
