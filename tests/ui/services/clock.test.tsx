import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createClock } from '../../../src/services/browser/clock.ts'

function watching() {
  const ticks = vi.fn()
  const onlines = vi.fn()
  const clock = createClock(window)
  const stops = [clock.onTick(ticks), clock.onOnline(onlines)]
  const stop = () => {
    for (const end of stops) end()
  }
  onTestFinished(stop)
  return { ticks, onlines, stop }
}

const look = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('the clock of the browser', () => {
  it.each(['focus', 'online', 'pageshow'])('ticks on %s, when time may have passed unseen', (sign) => {
    const { ticks } = watching()
    dispatchEvent(new Event(sign))
    expect(ticks).toHaveBeenCalledOnce()
  })

  it('ticks when the tab is seen again and not when it is hidden', () => {
    const { ticks } = watching()
    look('hidden')
    expect(ticks).not.toHaveBeenCalled()
    look('visible')
    expect(ticks).toHaveBeenCalledOnce()
  })

  it('[S9.2] ticks every minute', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { ticks } = watching()
    vi.advanceTimersByTime(59_999)
    expect(ticks).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(ticks).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(120_000)
    expect(ticks).toHaveBeenCalledTimes(3)
  })

  it('says when the network is back, and nothing after it is left', () => {
    const { ticks, onlines, stop } = watching()
    dispatchEvent(new Event('online'))
    expect(onlines).toHaveBeenCalledOnce()
    stop()
    for (const sign of ['focus', 'online', 'pageshow']) dispatchEvent(new Event(sign))
    expect(onlines).toHaveBeenCalledOnce()
    expect(ticks).toHaveBeenCalledOnce()
  })
})
