import type { VisitorHandover } from '../../services/contract/handover.ts'
import type { ConversationRef } from '../conversations/conversation/conversation.machine.ts'
import type { FieldChange, FormContext } from '../shared/form/form.parts.ts'
import type { ViewGone } from '../views.ts'

export interface ContactValues {
  readonly name: string
  readonly email: string
}

/** For someone who is logged in; the public page has only one conversation. */
export interface OwnConversation {
  readonly conversation: ConversationRef
  /** The connection that delivers the replies. */
  readonly organizationId: string
}

export interface Followed {
  /** Null on the public page. */
  readonly own: OwnConversation | null
}

/** Another conversation may be shown by the time it has arrived. */
export interface Pending {
  readonly conversationId: string
  /** Their name; empty if unknown. */
  readonly person: string
  readonly content: string
}

export interface HandoverContext extends FormContext<ContactValues>, Followed {
  readonly conversationId: string | null
  /** The server's last state; null before that. */
  readonly view: VisitorHandover | null
  /** The form was closed unsent: it does not open automatically again in this conversation. */
  readonly declined: boolean
  /** The next message to the person. */
  readonly draft: string
  /** The message that is being sent; null otherwise. If that fails, it is put back before the draft. */
  readonly pending: Pending | null
  /** Its view is gone: a toast reports a failure. */
  readonly isLeft: boolean
  /** The person who is writing to the visitor. */
  readonly typist: string | null
  /** The site's signature of its customer was refused: what the visitor types counts. */
  readonly unproved: boolean
  /** The visitor's last rating. */
  readonly verdict: Verdict | null
}

type Read = { type: 'handover.read'; conversationId: string; view: VisitorHandover }

export type FormOpened = { type: 'form.opened' }

export type HandoverEvent =
  | ViewGone
  /** From the service that follows the conversation. */
  | Read
  | { type: 'conversation.left' }
  /** It did not arrive, and is in the conversation’s composer again. */
  | { type: 'question.returned' }
  | { type: 'contact.recalled'; values: ContactValues }
  | { type: 'typing.received'; name: string | null }
  | { type: 'identity.refused' }
  /** Typed in this tab before the conversation was last left; or sent from there, and not arrived. */
  | { type: 'draft.recalled'; text: string }
  /** From the visitor. */
  | FormOpened
  | ({ type: 'field.changed' } & FieldChange)
  | { type: 'form.submitted' }
  | { type: 'form.closed' }
  | { type: 'draft.changed'; text: string }
  | { type: 'message.submitted' }
  /** A reply is no longer needed. */
  | { type: 'request.closed' }
  | { type: 'rating.given'; rating: number }
  | { type: 'verdict.given'; helped: boolean }

/** A visitor's verdict: how a person helped, whether the assistant did, or that the conversation is over. */
export type Verdict = { readonly rating: number } | { readonly helped: boolean } | { readonly closed: true }

export const isPersonThere = ({ view }: Pick<HandoverContext, 'view'>) =>
  view !== null && view.person !== null
