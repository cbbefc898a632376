import type { Storage } from './storage.ts'
import { visitorKey } from './visitor-key.ts'

/** As a mail with a reply links to the page: `#reply=<conversation>.<signature>`. */
const REPLY = /^#reply=(([\da-f-]{36})\.[\w-]{43})$/

/** The conversation that a mailed link leads back to; null without one. */
export const conversationOfLink = (hash: string) => REPLY.exec(hash)?.[2] ?? null

/** The key of such a link is the visitor's token for as long as the page lasts; what the browser keeps stays. */
export function withLinkedVisitor(storage: Storage, id: string, hash: string): Storage {
  let key = REPLY.exec(hash)?.[1] ?? null
  const own = visitorKey(id)
  return {
    read: (name) => (name === own && key !== null ? key : storage.read(name)),
    write: storage.write,
    remove(name) {
      if (name === own && key !== null) key = null
      else storage.remove(name)
    },
  }
}
