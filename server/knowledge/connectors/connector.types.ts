import type { ConnectorChoice, ConnectorField } from '../../../src/services/contract/connectors.ts'
import type { ServerProtocol } from '../../kernel/fetching/guarded-servers.ts'
import type { Code } from '../../kernel/texts/say.ts'
import type { ItemReaders } from '../readers/followed.ts'
import type { ServiceHttp } from './service-http.ts'

/** A field to fill in when connecting a service; the value of a `secret` never leaves the server. */
export type Field = {
  input: ConnectorField['input']
  label: Code
  hint?: Code
  isOptional?: true
  /** For one of two ways to connect: with a token, or by signing in. */
  way?: 'token' | 'sign_in'
  /** For a server whose protocol is not HTTP. */
  protocol?: ServerProtocol
  /** The most common value. */
  preset?: string
}

export type Item = {
  /** Identifies it in the service, even if its title and place change. */
  key: string
  /** Its address for people. */
  url: string
  title: string
  /** Changes with the content: a version or a checksum. */
  mark: string
  modifiedAt: string | null
  /** In bytes, if the list includes it: oversized items are not requested. */
  size?: number
  /** Readers in the service, if the list includes them: they are not requested then. */
  readers?: ItemReaders
}

/**
 * Content of an item: text below its title, as HTML or Markdown, or a whole file, whose type is detected from
 * its bytes and title unless it is Markdown.
 */
export type Content = { html: string } | { markdown: string } | { file: Buffer; isMarkdown?: true }

/** A service seen with these settings. Failures are thrown as a FetchFailure. */
export type Connection = {
  /** Parts that can be chosen for reading. */
  choices: () => AsyncIterable<ConnectorChoice>
  /**
   * Everything in the chosen parts: items no longer listed are gone.
   * @param asksReaders whether to include each item's readers
   */
  items: (choices: readonly string[], asksReaders?: boolean) => AsyncIterable<Item>
  /** Null if there is nothing to read. */
  read: (item: Item) => Promise<Content | null>
  /** Readers of an item in the service, once all are listed; null if the service cannot name people by address. */
  readers: ((item: Item) => Promise<ItemReaders>) | null
}

export type Settings<Name extends string = string> = Readonly<Record<Name, string>>

/** A service's OAuth 2.0 sign-in, and its differences from others. */
export type OAuth = {
  issuer: string
  authorize: string
  token: string
  revoke: string
  /** Target of a revocation: by default the refresh token; `grant` is the whole grant, by a call specific to GitHub. */
  revokes?: 'access' | 'grant'
  scopes?: readonly string[]
  /** Further parameters of its page. */
  parameters?: Readonly<Record<string, string>>
  /** How the client authenticates: by default in the request body. */
  client?: 'basic'
  /** It rejects unknown parameters, and so PKCE. */
  hasNoPkce?: true
  /** Addresses of the list of an account’s sites, and of the API of one site. */
  sites?: { list: string; rootOf: (id: string) => string }
}

/** Access to a service: if an account has several sites, at the API root of the one that was entered. */
export type SignedInHttp = ServiceHttp & { site?: () => Promise<string> }

export type Connector<Name extends string = string> = {
  /** The makers' name for it. */
  name: string
  fields: Readonly<Record<Name | 'url', Field>>
  /** Kind of parts that can be chosen. */
  choices: Code
  /** Many of its people show no address, by which they would be recognized here. */
  hidesAddresses?: true
  /** Sign-in, required if there is no token field; `http` then sends its token. */
  oauth?: (url: string, client: string) => OAuth
  connect: (settings: Settings<Name | 'url'>, http: SignedInHttp) => Connection
}

/** Client data that people create at a service with sign-in. */
const CLIENT: Connector['fields'] = {
  client_id: { input: 'text', label: 'field.client_id', way: 'sign_in' },
  client_secret: { input: 'secret', label: 'field.client_secret', way: 'sign_in' },
}

/** Keeps the names of the fields, by which `connect` gets their values. */
export const connector = <Name extends string>(declared: Connector<Name>): Connector =>
  ({ ...declared, fields: { ...declared.fields, ...(declared.oauth && CLIENT) } }) as unknown as Connector
