/** Two frames later: what is to be shown by now has been drawn. */
export async function afterPaint(tab: Window) {
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((resolve) => tab.requestAnimationFrame(resolve))
}

/** What a person does meanwhile is answered first: the parts of a start are tasks of their own. */
export const nextTask = () => new Promise<void>((resolve) => void setTimeout(resolve))

/** A browser that draws nothing may never say that it is idle, in ms. */
const IDLE_WITHIN = 1_000

/** When nothing else is to be done; Safari does not say when that is. */
export const whenIdle = (tab: Window, work: () => void) =>
  tab.requestIdleCallback
    ? void tab.requestIdleCallback(work, { timeout: IDLE_WITHIN })
    : void tab.setTimeout(work, 200)
