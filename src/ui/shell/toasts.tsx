import { t } from '../../texts/t.ts'
import './toasts.css'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { toast as sonner, Toaster } from 'sonner'
import { selectToasts, type ToastsRef } from '../../machines/shell/toasts/toasts.machine.ts'
import {
  TOAST_DURATION,
  TOAST_GAP,
  TOAST_POSITION,
  TOASTS_VISIBLE,
  type Toast,
} from '../../machines/shell/toasts/toasts.types.ts'
import { useActors } from '../actors.ts'

/** Sonner's own id: a toast that is fading out would take a later one of the same name with it. */
type Key = ReturnType<typeof sonner>
type Drawn = { toast: Toast; key: Key }

/** Draws the toasts machine's toasts: sonner's own values for width and swipe are those of S9.9. */
export function Toasts() {
  const { toasts: actor, theme } = useActors()
  const toasts = useSelector(actor, selectToasts)
  const choice = useSelector(theme, ({ value }) => value)
  const drawn = useRef<ReadonlyMap<string, Drawn>>(new Map())
  useEffect(() => {
    const close = (id: string, key: Key) => {
      if (drawn.current.get(id)?.key === key) actor.send({ type: 'toast.closed', id })
    }
    const held = new Map(
      toasts.map((toast) => {
        const before = drawn.current.get(toast.id)
        const isDrawn = before?.toast === toast
        return [toast.id, isDrawn ? before : { toast, key: draw(toast, actor, close, before?.key) }]
      }),
    )
    for (const [id, { key }] of drawn.current) if (!held.has(id)) sonner.dismiss(key)
    drawn.current = held
  }, [toasts, actor])
  return (
    <Toaster
      position={TOAST_POSITION}
      gap={TOAST_GAP}
      visibleToasts={TOASTS_VISIBLE}
      duration={TOAST_DURATION}
      theme={choice}
      // It may cover the next button, and stays while hovered.
      closeButton
      toastOptions={{ closeButtonAriaLabel: t('Dismiss message') }}
      // Its default names collide with those of the bell and of a menu.
      containerAriaLabel={t('Messages')}
      hotkey={['F8']}
    />
  )
}

/** A title is shown above its message. A toast that is already drawn is replaced by its `key`. */
function draw(
  { id, type, title, message, duration, page, ...more }: Toast,
  actor: ToastsRef,
  close: (id: string, key: Key) => void,
  key?: Key,
): Key {
  const description = more.description ?? (title === undefined ? undefined : message)
  const onClosed = (closed: { id: Key }) => close(id, closed.id)
  return sonner[type](title ?? message, {
    ...(key !== undefined && { id: key }),
    ...(description !== undefined && { description }),
    ...(duration !== undefined && { duration }),
    ...(page && { action: { label: t('Open'), onClick: () => actor.send({ type: 'toast.followed', id }) } }),
    onDismiss: onClosed,
    onAutoClose: onClosed,
  })
}
