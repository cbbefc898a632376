import type { ConnectorChoice, ConnectorField } from '../../../src/services/contract/connectors.ts'
import type { ServerProtocol } from '../../kernel/fetching/guarded-servers.ts'
import type { Code } from '../../kernel/texts/say.ts'
import type { ItemReaders } from '../readers/followed.ts'
import type { ServiceHttp } from './service-http.ts'

/** A field that whoever connects a service fills in; its value never leaves the server where it is a `secret`. */
export type Field = {
  input: ConnectorField['input']
  label: Code
  hint?: Code
  isOptional?: true
  /** Of one of two ways to connect: with a token, or by signing in. */
  way?: 'token' | 'sign_in'
  /** Of a server, which speaks no HTTP. */
  protocol?: ServerProtocol
  /** What most people enter. */
  preset?: string
}

/** What a service has, as its list names it. */
export type Item = {
  /** Names it in the service, whatever becomes of its title and its place. */
  key: string
  /** Where people see it. */
  url: string
  title: string
  /** Another one whenever the content is another: a version, a checksum. */
  mark: string
  modifiedAt: string | null
  /** In bytes, where the list tells: what is too large is not even asked for. */
  size?: number
  /** Who may read it in the service, where the list tells: they are not asked for then. */
  readers?: ItemReaders
}

/**
 * The content of an item: what is written below its title, as HTML or Markdown, or a whole file, whose type is told from
 * its bytes and its title where it is no Markdown.
 */
export type Content = { html: string } | { markdown: string } | { file: Buffer; isMarkdown?: true }

/** A service as these settings see it. What fails is thrown as a FetchFailure. */
export type Connection = {
  /** What can be read as a whole. */
  choices: () => AsyncIterable<ConnectorChoice>
  /**
   * Everything in what was chosen: what is no longer listed is gone.
   * @param asksReaders whether who may read each is wanted
   */
  items: (choices: readonly string[], asksReaders?: boolean) => AsyncIterable<Item>
  /** Null where there is nothing to read. */
  read: (item: Item) => Promise<Content | null>
  /** Who may read an item in the service, once all are listed; null of a service that cannot tell by what people are called here. */
  readers: ((item: Item) => Promise<ItemReaders>) | null
}

export type Settings<Name extends string = string> = Readonly<Record<Name, string>>

/** Where a service signs people in, by OAuth 2.0, and how it differs from others in that. */
export type OAuth = {
  issuer: string
  authorize: string
  token: string
  revoke: string
  /** What is revoked there: what renews tokens, unless said otherwise. Where it is the whole grant, by a call of GitHub's own. */
  revokes?: 'access' | 'grant'
  scopes?: readonly string[]
  /** What else its page is asked with. */
  parameters?: Readonly<Record<string, string>>
  /** How the service knows its client: by the body of a request, unless said otherwise. */
  client?: 'basic'
  /** It refuses what it does not know, and so PKCE. */
  hasNoPkce?: true
  /** Where the sites that an account sees are listed, and where the API of one is. */
  sites?: { list: string; rootOf: (id: string) => string }
}

/** How a service is asked: where an account sees several sites, at the root of the API of the one that was entered. */
export type SignedInHttp = ServiceHttp & { site?: () => Promise<string> }

export type Connector<Name extends string = string> = {
  /** As it is called by its makers. */
  name: string
  fields: Readonly<Record<Name | 'url', Field>>
  /** What is chosen of it. */
  choices: Code
  /** Many of its people show no address, by which they would be known here. */
  hidesAddresses?: true
  /** People can sign in, and have to where no field is of a token; then `http` sends theirs along. */
  oauth?: (url: string, client: string) => OAuth
  connect: (settings: Settings<Name | 'url'>, http: SignedInHttp) => Connection
}

/** What people make at a service that they sign in to. */
const CLIENT: Connector['fields'] = {
  client_id: { input: 'text', label: 'field.client_id', way: 'sign_in' },
  client_secret: { input: 'secret', label: 'field.client_secret', way: 'sign_in' },
}

/** Keeps the names of the fields, by which `connect` gets their values. */
export const connector = <Name extends string>(declared: Connector<Name>): Connector =>
  ({ ...declared, fields: { ...declared.fields, ...(declared.oauth && CLIENT) } }) as unknown as Connector
