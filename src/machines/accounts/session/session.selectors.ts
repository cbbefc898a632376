import type { SessionSnapshot } from './session.machine.ts'
import type { SignOutReason } from './session.types.ts'

/** The stored tokens have been read: the first screen can be chosen. */
export const isSessionKnown = (session: SessionSnapshot) => session.value !== 'loading'

export const isSignedIn = ({ context }: SessionSnapshot) => context.tokens !== null

export const selectSignOutReason = ({ context }: SessionSnapshot): SignOutReason => context.reason

/** The session's user; null while signed out. */
export const selectUserId = ({ context }: SessionSnapshot) => context.tokens?.subject ?? null
