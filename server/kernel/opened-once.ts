/** Keeps what was opened; the next call retries if opening failed. */
export const openedOnce = <Opened>(open: () => Promise<Opened>) => {
  let opened: Promise<Opened> | undefined
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
}
