/** S2.3 */
const KEY = 'pendingResetToken'

/** A reset token that waits for the log-in page; a blocked storage keeps none. */
export function createPendingReset(storage: () => Pick<Storage, 'getItem' | 'removeItem'>) {
  const attempt = <Result>(work: () => Result) => {
    try {
      return work()
    } catch {
      return null
    }
  }
  return {
    read: () => attempt(() => storage().getItem(KEY)),
    forget: () => void attempt(() => storage().removeItem(KEY)),
  }
}

export type PendingReset = ReturnType<typeof createPendingReset>
