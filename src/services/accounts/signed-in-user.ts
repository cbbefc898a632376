import { isSessionKnown, isSignedIn, selectUserId } from '../../machines/accounts/session/session.machine.ts'
import { lookUp } from '../../machines/look-up.ts'
import type { InSystem } from '../../machines/system.ts'

/** Id of the person who is signed in; null if there is none, or the session is not yet known. */
export function signedInUser(scope: InSystem): string | null {
  const session = lookUp(scope, 'session')?.getSnapshot()
  return session && isSignedIn(session) ? selectUserId(session) : null
}

/** Reports who is signed in (null: no one) once known, and each change. Returns a function that stops it. */
export function onUserChange(scope: InSystem, onChange: (userId: string | null) => void): () => void {
  const session = lookUp(scope, 'session')
  if (!session) return () => {}
  let seen: string | null | undefined
  const look = () => {
    if (!isSessionKnown(session.getSnapshot())) return
    const userId = signedInUser(scope)
    if (userId === seen) return
    seen = userId
    onChange(userId)
  }
  look()
  return session.subscribe(look).unsubscribe
}
