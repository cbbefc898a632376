import type { ReactNode } from 'react'
import { toast as sonner } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { createActor } from 'xstate'
import { createThemeMachine } from '../../../src/machines/shell/theme.machine.ts'
import { selectToasts, toastsMachine } from '../../../src/machines/shell/toasts/toasts.machine.ts'
import { ActorsContext } from '../../../src/ui/actors.ts'
import { Toasts } from '../../../src/ui/shell/toasts.tsx'
import { PATIENCE } from '../../harness/patience.ts'
import { draw } from '../../harness/view.tsx'

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const TOAST = '[data-sonner-toast]'

/** By frames: vitest's own waiting moves a clock that is not real. */
async function until(isSo: () => boolean) {
  const end = performance.now() + PATIENCE.wait
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Still not so: ${isSo}`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    // What the library puts off without a delay.
    vi.advanceTimersByTime(0)
  }
}

async function open(count: number, children?: ReactNode) {
  const toasts = createActor(toastsMachine).start()
  const theme = createActor(createThemeMachine('light'))
  const actors = { toasts, theme } as unknown as Parameters<typeof ActorsContext>[0]['value']
  await draw(
    <ActorsContext value={actors}>
      {children}
      <Toasts />
    </ActorsContext>,
  )
  for (let n = 1; n <= count; n += 1)
    toasts.send({ type: 'toast.requested', toast: { type: 'info', message: `Toast ${n}` } })
  await until(() => all(TOAST).length === count)
  return { toasts, held: () => selectToasts(toasts.getSnapshot()).length }
}

describe('[S9.9] toasts', () => {
  beforeEach(async () => {
    // Where the last press was, toasts that come would stay for as long as it is over them.
    await commands.mouse('leave')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(async () => {
    // The library keeps what it shows outside of React.
    sonner.dismiss()
    await until(() => {
      vi.advanceTimersByTime(100)
      return all(TOAST).length === 0
    })
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('stand bottom-right, 356 px wide, 14 px apart, three at once', async () => {
    await open(5)
    const [toaster] = all('[data-sonner-toaster]')
    expect(toaster?.dataset).toMatchObject({ yPosition: 'bottom', xPosition: 'right' })
    expect(toaster?.style.getPropertyValue('--gap')).toBe('14px')
    expect(all(TOAST)[0]?.getBoundingClientRect().width).toBe(356)
    expect(all(`${TOAST}[data-visible=true]`)).toHaveLength(3)
  })

  it('go after 4000 ms', async () => {
    const { held } = await open(1)
    vi.advanceTimersByTime(3999)
    expect(held()).toBe(1)
    vi.advanceTimersByTime(1)
    await until(() => held() === 0)
  })

  it('[S3.10] go after the time that they name', async () => {
    const { toasts, held } = await open(1)
    const show = (message: string, duration: number) =>
      toasts.send({ type: 'toast.requested', toast: { type: 'info', message, duration } })
    show('For a moment', 200)
    show('For a long time', 600_000)
    await until(() => all(TOAST).length === 3)
    vi.advanceTimersByTime(199)
    expect(held()).toBe(3)
    vi.advanceTimersByTime(1)
    await until(() => held() === 2)
    vi.advanceTimersByTime(3800)
    await until(() => held() === 1)
    vi.advanceTimersByTime(596_000)
    await until(() => held() === 0)
  })

  it('go when they are dismissed', async () => {
    const { held } = await open(2)
    all('[data-close-button]')[0]?.click()
    await until(() => held() === 1)
  })

  it('leave a press to what it began on', async () => {
    const pressed = vi.fn()
    const { toasts } = await open(
      0,
      <button
        type="button"
        style={{ position: 'fixed', insetInlineEnd: 40, insetBlockEnd: 40 }}
        onClick={pressed}
      >
        Delete
      </button>,
    )
    const button = all('button')[0]!
    const { x, y, width, height } = button.getBoundingClientRect()
    await page.elementLocator(button).hover()
    await commands.mouse('down')
    toasts.send({ type: 'toast.requested', toast: { type: 'info', message: 'Documents are ready' } })
    await until(() => {
      vi.advanceTimersByTime(10)
      return all(TOAST).some((toast) => {
        const over = toast.getBoundingClientRect()
        return over.left < x && over.top < y && over.right > x + width && over.bottom > y + height
      })
    })
    await commands.mouse('up')
    expect(pressed).toHaveBeenCalledOnce()
  })

  it('come again under the same name while the last one fades out', async () => {
    const { toasts, held } = await open(0)
    const say = (message: string) =>
      toasts.send({ type: 'toast.requested', toast: { id: 'saving', type: 'info', message } })
    say('Saving...')
    await until(() => all(TOAST).length === 1)
    toasts.send({ type: 'toast.closed', id: 'saving' })
    await until(() => all(`${TOAST}[data-removed=true]`).length === 1)
    say('Saved')
    await until(() => {
      vi.advanceTimersByTime(10)
      return all(`${TOAST}[data-removed=true]`).length === 0
    })
    expect(all(TOAST).map(({ textContent }) => textContent)).toEqual(['Saved'])
    expect(held()).toBe(1)
  })

  it.each([
    [44, 1000, 1],
    [45, 1000, 0],
    [11, 100, 1],
    [12, 100, 0],
  ])('swiped by %d px within %d ms: %d stay', async (distance, ms, stays) => {
    vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {})
    const { held } = await open(1)
    const [toast] = all(TOAST)
    const at = (type: string, clientX: number) =>
      toast?.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, clientY: 0, button: 0 }))
    at('pointerdown', 0)
    // The direction is known once the first move was drawn.
    await until(() => {
      at('pointermove', distance)
      return toast?.style.getPropertyValue('--swipe-amount-x') === `${distance}px`
    })
    vi.setSystemTime(Date.now() + ms)
    at('pointerup', distance)
    await until(() => toast?.style.getPropertyValue('--swipe-amount-x') === '0px' || held() === 0)
    expect(held()).toBe(stays)
  })
})
