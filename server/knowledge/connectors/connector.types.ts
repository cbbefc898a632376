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

/** The content of an item; of what is neither a page nor Markdown, the type is told from its bytes and its title. */
export type Content = { body: Buffer; contentType: string }

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

/** Where a service signs people in, by OAuth 2.0. */
export type OAuth = {
  issuer: string
  authorize: string
  token: string
  revoke: string
  scopes: readonly string[]
  /** What else its page is asked with. */
  parameters?: Readonly<Record<string, string>>
}

export type Connector<Name extends string = string> = {
  /** As it is called by its makers. */
  name: string
  fields: Readonly<Record<Name | 'url', Field>>
  /** What is chosen of it. */
  choices: Code
  /** People sign in; then `http` sends their token along. */
  oauth?: (url: string) => OAuth
  connect: (settings: Settings<Name | 'url'>, http: ServiceHttp) => Connection
}

/** What people make at a service that they sign in to. */
const CLIENT: Connector['fields'] = {
  client_id: { input: 'text', label: 'field.client_id' },
  client_secret: { input: 'secret', label: 'field.client_secret' },
}

/** Keeps the names of the fields, by which `connect` gets their values. */
export const connector = <Name extends string>(declared: Connector<Name>): Connector =>
  ({ ...declared, fields: { ...declared.fields, ...(declared.oauth && CLIENT) } }) as unknown as Connector
