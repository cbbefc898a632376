import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServiceHttp } from '../../../server/knowledge/connectors/service-http.ts'
import { createHostTurns } from '../../../server/knowledge/crawling/host-turns.ts'
import type { ConnectorChoice } from '../../../src/services/contract/connectors.ts'
import type { OAuthServer } from '../../harness/oauth.ts'

/** Numbers and titles of the items that the cases call by names of their own. */
export const createNamed = () => {
  const numbers = new Map<string, number>()
  const titles = new Map<string, string>()
  return {
    titles,
    numberOf(name: string) {
      const number = numbers.get(name) ?? numbers.size + 1
      numbers.set(name, number)
      return number
    },
    titleOf: (name: string) => titles.get(name) ?? name,
    clear() {
      numbers.clear()
      titles.clear()
    },
  }
}

/** What a connector asks with; `more` is what a test is about. */
export const serviceHttp = (more: Partial<Parameters<typeof createServiceHttp>[0]> = {}) =>
  createServiceHttp({
    fetch,
    turns: createHostTurns(),
    credential: 'test',
    signal: new AbortController().signal,
    ...more,
  })

/** What a service has that is connected by signing in. */
export const signedInTo = ({
  decided,
  issued,
  refreshTokens,
  endAccess,
}: Pick<OAuthServer, 'decided' | 'issued' | 'refreshTokens' | 'endAccess'>) => ({
  secret: 'client_secret',
  allow: (page: string) => decided(page, 'allow'),
  issued,
  refreshTokens,
  endAccess,
})

/** A service of the tests, seen from outside: every connector runs through the same cases with one. */
export type TestService = {
  connector: string
  port: number
  /** What connects it; `secret` names the field that a refused token is shown beside. */
  settings: Record<string, string>
  secret: string
  /** Where the browser comes back to from the page that signs people in, which allows it. */
  allow?: (page: string) => string
  /** What it has given for that: tokens and codes, and those that renew others and hold. */
  issued?: () => string[]
  refreshTokens?: () => string[]
  /** Ends the tokens that others renew. */
  endAccess?: () => void
  /** Everything that can be chosen, in its order; more than the service lists at once. */
  choices: ConnectorChoice[]
  /** All of it, which is listed before the choices where it is one. */
  whole?: ConnectorChoice
  /** Adds an item to the first of the choices, or to another, or changes it; gives the key of its document. */
  write: (name: string, text: string, choice?: number) => Promise<void> | void
  remove: (name: string) => Promise<void> | void
  /** The title of its document, its address, and how often its content was asked for. */
  titleOf: (name: string) => string
  addressOf: (name: string) => string
  askedFor: () => number
  /** Adds a file under this name, where the items are files. */
  writeFile?: (name: string, text: string) => Promise<void> | void
  /** Refuses so many requests, and asks for a pause. */
  beBusy: (times: number, retryAfter: string) => void
  refuseToken: (isRefused: boolean) => void
  badDay: (answer: ((request: IncomingMessage, response: ServerResponse) => void) | null) => void
  /** So many items are read from now on, and the others once the returned function is called. */
  hold: (first: number) => () => void
  /**
   * Names those who may read an item, or the place that it is in, by their addresses; null: the account may not see that.
   * Left out where the service does not tell.
   */
  share?: (name: string, people: string[] | null) => void
  /** Where an item keeps its identity under another name, and in another place. */
  rename?: (name: string, title: string) => void
  move?: (name: string, choice: number) => void
  clear: () => Promise<void> | void
  close: () => Promise<void>
}
