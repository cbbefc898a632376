import { type EventObject, fromCallback } from 'xstate'
import { sendToActor } from '../../system.ts'
import type { LeavingAnswer } from './navigation.types.ts'

/**
 * Asks navigation whether unsaved changes can be left, and sends the answer to the parent. When it is
 * stopped, it withdraws the question.
 */
export const confirmLeaving = fromCallback<LeavingAnswer>(({ system, self, receive, sendBack }) => {
  receive(sendBack)
  sendToActor({ system }, 'navigation', { type: 'leaving.requested', asker: self })
  return () => sendToActor({ system }, 'navigation', { type: 'leaving.withdrawn', asker: self })
})

/** While it runs, leaving the screen needs a confirmation. */
export const blockLeaving = fromCallback<EventObject>(({ system, self }) => {
  sendToActor({ system }, 'navigation', { type: 'changes.started', holder: self })
  return () => sendToActor({ system }, 'navigation', { type: 'changes.finished', holder: self })
})
