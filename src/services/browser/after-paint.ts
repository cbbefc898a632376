/** Two frames later: pending changes have been drawn. */
export async function afterPaint(tab: Window) {
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((resolve) => tab.requestAnimationFrame(resolve))
}

/** Splits the start into tasks, so that input is handled in between. */
export const nextTask = () => new Promise<void>((resolve) => void setTimeout(resolve))

/** A browser that draws nothing may never report idle, in ms. */
const IDLE_WITHIN = 1_000

/** When idle; Safari has no callback for that. */
export const whenIdle = (tab: Window, work: () => void) =>
  tab.requestIdleCallback
    ? void tab.requestIdleCallback(work, { timeout: IDLE_WITHIN })
    : void tab.setTimeout(work, 200)
