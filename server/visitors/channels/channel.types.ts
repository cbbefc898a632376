import type { IncomingHttpHeaders } from 'node:http'
import type { ConnectedKind } from '../../../src/services/contract/conversations.ts'
import type { ChannelReply, channelMessages, channels } from '../../kernel/db/schema/index.ts'
import type { Code } from '../../kernel/texts/say.ts'
import type { Sockets } from '../../knowledge/connectors/connections.ts'
import type { Field, Settings } from '../../knowledge/connectors/connector.types.ts'
import type { ServiceHttp } from '../../knowledge/connectors/service-http.ts'

export type ChannelRow = typeof channels.$inferSelect
export type ChannelMessageRow = typeof channelMessages.$inferSelect
export type Place = Readonly<Record<string, string>>

/** A message that someone wrote. */
export type Written = {
  kind: 'written'
  /** Its id in the service: repeated deliveries are ignored. */
  key: string
  /** The service's id of its author. */
  sender: string
  /** Set if the message itself says it. */
  person?: { name: string; email: string }
  /** Groups messages: one conversation per person and thread. */
  thread: string
  /** It never ends by itself: after a day of silence a new conversation begins. */
  isEndless: boolean
  /** If programs write there too: how much is accepted of one sender in a day. */
  heardInADay?: { inThread: number; inAll: number }
  text: string
  /** Where to send an answer, in the channel's own format. */
  place: Place
  /** If false, it can only continue what its sender has begun. */
  isAddressed: boolean
}

/** Someone's rating of an answer, by the key that sending it returned. */
export type Rated = { kind: 'rated'; answer: string; sender: string; rating: 'up' | 'down' | null }

/** The service's people have withdrawn access. */
type Revoked = { kind: 'revoked' }

export type ChannelEvent = Written | Rated | Revoked

/** A message, and where the next poll continues. */
export type News = { event: ChannelEvent | null; mark: string }

/** A channel opened with these settings. Failures are thrown as a FetchFailure. */
export type Opened = {
  /** The connected account: an id unique in the service, a name for people, and the current mark. */
  account: () => Promise<{ account: string; name: string; mark?: string }>
  /** The service's data about them; '' for what it withholds. */
  person: (sender: string) => Promise<{ name: string; email: string }>
  /** Returns the key that ratings refer to. `id` identifies the reply, and stays the same when it is resent. */
  send: (place: Place, reply: ChannelReply, id: string) => Promise<string>
  /** For a polled channel: what has arrived since, in order. Null starts with the next message. */
  news?: (mark: string | null) => AsyncIterable<News>
}

/** A service's own requests. Everything in them is a stranger's until `isSigned`. */
type Hook = {
  /** The response that it expects before it sends anything; null for all other requests. */
  challenge: (body: unknown) => object | null
  accountOf: (body: unknown) => string | null
  isSigned: (body: Buffer, headers: IncomingHttpHeaders, settings: Settings) => boolean
  events: (body: unknown) => ChannelEvent[]
}

type ChannelDeclaration<Name extends string = string> = {
  /** The makers' name for it. */
  name: string
  /** The first secret is the field beside which refused access is shown. */
  fields: Readonly<Record<Name | 'url', Field>>
  /** Steps to take in the service, in order; the manifest is copied in the first. */
  steps: readonly Code[]
  /** For a service that sends: its requests, and the manifest to paste there, with our address. */
  hook?: Hook & { manifest: (address: string) => string }
  connect: (settings: Settings<Name | 'url'>, http: ServiceHttp, sockets: Sockets) => Opened
}

/** Keeps the names of the fields, by which `connect` gets their values. */
export const channel = <Name extends string>(declared: ChannelDeclaration<Name>): ChannelDeclaration =>
  declared as unknown as ChannelDeclaration

export type Channels = Readonly<Record<ConnectedKind, ChannelDeclaration>>
