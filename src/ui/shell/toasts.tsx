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

/** Draws what the toasts machine holds: sonner's own figures for width and swipe are those of S9.9. */
export function Toasts() {
  const { toasts: actor, theme } = useActors()
  const toasts = useSelector(actor, selectToasts)
  const choice = useSelector(theme, ({ value }) => value)
  const drawn = useRef<ReadonlyMap<string, Toast>>(new Map())
  useEffect(() => {
    for (const toast of toasts) if (drawn.current.get(toast.id) !== toast) draw(toast, actor)
    const held = new Map(toasts.map((toast) => [toast.id, toast]))
    for (const id of drawn.current.keys()) if (!held.has(id)) sonner.dismiss(id)
    drawn.current = held
  }, [toasts, actor])
  return (
    <Toaster
      position={TOAST_POSITION}
      gap={TOAST_GAP}
      visibleToasts={TOASTS_VISIBLE}
      duration={TOAST_DURATION}
      theme={choice}
      // It may cover what is to be pressed next, and stays while it is pointed at.
      closeButton
      toastOptions={{ closeButtonAriaLabel: t('Dismiss message') }}
      // Its own names are those of the bell and of a menu.
      containerAriaLabel={t('Messages')}
      hotkey={['F8']}
    />
  )
}

/** A title stands above its message. */
function draw({ id, type, title, message, duration, page, ...more }: Toast, actor: ToastsRef) {
  const close = () => actor.send({ type: 'toast.closed', id })
  const description = more.description ?? (title === undefined ? undefined : message)
  sonner[type](title ?? message, {
    id,
    ...(description !== undefined && { description }),
    ...(duration !== undefined && { duration }),
    ...(page && { action: { label: t('Open'), onClick: () => actor.send({ type: 'toast.followed', id }) } }),
    onDismiss: close,
    onAutoClose: close,
  })
}
