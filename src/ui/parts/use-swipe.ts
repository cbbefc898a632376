import { type PointerEvent, useRef } from 'react'

/** From this distance in px, it is a swipe and not a press. */
const SLOP = 8
/** A sheet pulled this share of its size, or this fast, in px/ms, is closed. */
const FAR = 1 / 3
const FAST = 0.5
const BACK = 'translate 160ms ease-out'

interface Swipe {
  readonly sheet: HTMLElement
  readonly x: number
  readonly y: number
  /** ms */
  readonly began: number
  isMoving: boolean
}

/**
 * A finger pulls a sheet back over the edge that it came from: handlers for the element to pull by, which is the
 * sheet or in it. The browser must not scroll there in that direction (`touch-action`).
 */
export function useSwipe(edge: 'bottom' | 'start', onClose: () => void) {
  const swipe = useRef<Swipe | null>(null)

  /** px towards the edge */
  function pulled({ clientX, clientY }: PointerEvent, { sheet, x, y }: Swipe) {
    if (edge === 'bottom') return Math.max(0, clientY - y)
    const toLeft = x - clientX
    return Math.max(0, getComputedStyle(sheet).direction === 'rtl' ? -toLeft : toLeft)
  }

  function place({ sheet }: Swipe, by: number) {
    const sign = edge === 'bottom' || getComputedStyle(sheet).direction === 'rtl' ? 1 : -1
    sheet.style.translate = edge === 'bottom' ? `0 ${by}px` : `${sign * by}px 0`
  }

  const putBack = ({ sheet }: Swipe) => {
    sheet.style.transition = BACK
    sheet.style.translate = ''
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const sheet = event.currentTarget.closest<HTMLElement>('[role=dialog]')
      if (event.pointerType !== 'touch' || !event.isPrimary || !sheet) return
      swipe.current = { sheet, x: event.clientX, y: event.clientY, began: event.timeStamp, isMoving: false }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const now = swipe.current
      if (!now) return
      const by = pulled(event, now)
      if (!now.isMoving && by > SLOP) {
        now.isMoving = true
        now.sheet.style.transition = 'none'
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      if (now.isMoving) place(now, by)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const now = swipe.current
      swipe.current = null
      if (!now?.isMoving) return
      const by = pulled(event, now)
      const size = edge === 'bottom' ? now.sheet.offsetHeight : now.sheet.offsetWidth
      if (by < size * FAR && by / (event.timeStamp - now.began) < FAST) return putBack(now)
      onClose()
      // The sheet's owner may keep it open.
      requestAnimationFrame(() => {
        if (now.sheet.dataset.state === 'open') putBack(now)
      })
    },
    onPointerCancel() {
      if (swipe.current?.isMoving) putBack(swipe.current)
      swipe.current = null
    },
  }
}
