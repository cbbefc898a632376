import type { VisitorHandover } from '../../services/contract/handover.ts'
import type { ConversationRef } from '../conversations/conversation/conversation.machine.ts'
import type { FieldChange } from '../shared/form/form.parts.ts'
import type { FormContext } from '../shared/form/form.types.ts'

export interface ContactValues {
  readonly name: string
  readonly email: string
}

/** Of somebody who is logged in; the public page has one conversation alone. */
export interface OwnConversation {
  readonly conversation: ConversationRef
  /** Over whose line the replies are told. */
  readonly organizationId: string
}

export interface Followed {
  /** Null on the public page. */
  readonly own: OwnConversation | null
}

export interface HandoverContext extends FormContext<ContactValues>, Followed {
  readonly conversationId: string | null
  /** As the server said last; null before that. */
  readonly view: VisitorHandover | null
  /** The form was closed unsent: it opens by itself no more in this conversation. */
  readonly declined: boolean
  /** A message to the person, until it is sent. */
  readonly draft: string
  /** Who writes to the visitor just now. */
  readonly typist: string | null
  /** The site's signature of who its customer is was refused: what the visitor types counts. */
  readonly unproved: boolean
  /** What the visitor said of it last. */
  readonly verdict: Verdict | null
}

type Read = { type: 'handover.read'; conversationId: string; view: VisitorHandover }

export type HandoverEvent =
  /** From the service that follows the conversation. */
  | Read
  | { type: 'conversation.left' }
  | { type: 'contact.recalled'; values: ContactValues }
  | { type: 'typing.heard'; name: string | null }
  | { type: 'identity.refused' }
  /** From the visitor. */
  | { type: 'form.opened' }
  | ({ type: 'field.changed' } & FieldChange)
  | { type: 'form.submitted' }
  | { type: 'form.closed' }
  | { type: 'draft.changed'; text: string }
  | { type: 'message.submitted' }
  /** No reply is needed any more. */
  | { type: 'request.closed' }
  | { type: 'rating.given'; rating: number }
  | { type: 'verdict.given'; helped: boolean }

/** What a visitor says of the conversation: how a person has helped, whether the assistant has, or that it is over. */
export type Verdict = { readonly rating: number } | { readonly helped: boolean } | { readonly closed: true }

export const isPersonThere = ({ view }: Pick<HandoverContext, 'view'>) =>
  view !== null && view.person !== null
