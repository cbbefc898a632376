import {
  isSessionKnown,
  isSignedIn,
  selectUserId,
} from '../../machines/accounts/session/session.selectors.ts'
import { lookUp } from '../../machines/look-up.ts'
import type { InSystem } from '../../machines/system.ts'

/** Reports who is signed in (null: no one) once known, and each change. Returns a function that stops it. */
export function onUserChange(scope: InSystem, onChange: (userId: string | null) => void): () => void {
  const session = lookUp(scope, 'session')
  if (!session) return () => {}
  let seen: string | null | undefined
  const look = () => {
    const snapshot = session.getSnapshot()
    if (!isSessionKnown(snapshot)) return
    const userId = isSignedIn(snapshot) ? selectUserId(snapshot) : null
    if (userId === seen) return
    seen = userId
    onChange(userId)
  }
  look()
  return session.subscribe(look).unsubscribe
}
